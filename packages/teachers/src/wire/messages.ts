/** The messages of the protocol (docs/teachers.md). They are the same on a pipe and over HTTP. */

import {
  type Alphabet,
  type Automaton,
  countOf,
  HankelError,
  type Kind,
  messageOf,
  quote,
  shown,
  type Word,
} from "@hankel/core";
import { LONGEST_WORD, MOST_COMMAS, MOST_LISTS } from "./limits.ts";

export type Reply = Readonly<Record<string, unknown>>;

/** A request and how to read its reply. `decode` throws when the reply is malformed. */
export interface Request<T> {
  body(id: number): string;
  decode(reply: Reply): T;
}

/** Writes words as JSON. It quotes each symbol once, not once per word. */
export class WordWriter {
  readonly #quoted: readonly string[];

  constructor(alphabet: Alphabet) {
    this.#quoted = alphabet.symbols.map((symbol) => JSON.stringify(symbol));
  }

  words(words: readonly Word[]): string {
    const quoted = this.#quoted;
    let text = "";
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      text += i === 0 ? "[" : ",[";
      for (let j = 0; j < word.length; j++) text += j === 0 ? quoted[word[j]] : `,${quoted[word[j]]}`;
      text += "]";
    }
    return `[${text}]`;
  }
}

export function parseReply(text: string): Reply {
  refuseManyValues(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HankelError("teacher", `expected a line of JSON, got ${quote(text)}${nanHint(text)}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Reply;
  throw new HankelError("teacher", `expected a JSON object, got ${quote(text)}`);
}

/**
 * Refuses a message of so many values that reading it would take all memory: 100 MB of empty objects become several
 * gigabytes, and while they do, no signal and no time limit is obeyed. What stands inside of strings counts too.
 */
function refuseManyValues(text: string): void {
  if (text.length <= Math.min(MOST_LISTS, MOST_COMMAS)) return;
  let [lists, commas] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COMMA) commas++;
    else if (code === BRACKET || code === BRACE) lists++;
    else continue;
    if (lists <= MOST_LISTS && commas <= MOST_COMMAS) continue;
    const most =
      lists > MOST_LISTS ? `${MOST_LISTS} arrays and objects` : `${MOST_COMMAS} values separated by commas`;
    throw new HankelError("teacher", `a message of more than ${most} is not read: ${quote(text)}`);
  }
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** Python's json module writes NaN and Infinity, which JSON does not allow. */
function nanHint(text: string): string {
  return /\b(NaN|Infinity)\b/u.test(text)
    ? " (NaN and Infinity are not JSON; write such weights as strings, and the logarithm of 0 as null)"
    : "";
}

export function conjectureRequest<W>(
  { kind, alphabet }: { readonly kind: Kind<W>; readonly alphabet: Alphabet },
  hypothesis: Automaton<W>,
): Request<Word | null> {
  return {
    body: (id) => `{"id":${id},"conjecture":${JSON.stringify(kind.conjecture(hypothesis))}}`,
    decode({ counterexample }) {
      if (counterexample === null) return null;
      if (counterexample !== undefined) return readWord(alphabet, counterexample);
      throw new HankelError("teacher", 'the answer to a conjecture needs "counterexample": a word or null');
    },
  };
}

export function sampleRequest(alphabet: Alphabet, count: number, seed: number): Request<Word[]> {
  return {
    body: (id) => `{"id":${id},"sample":${count},"seed":${seed}}`,
    decode({ words }) {
      if (!Array.isArray(words)) throw new HankelError("teacher", 'the answer has no array "words"');
      if (words.length !== count) {
        throw new HankelError("teacher", `asked for ${countOf(count, "sample")}, got ${words.length}`);
      }
      return words.map((word) => readWord(alphabet, word));
    },
  };
}

function readWord(alphabet: Alphabet, value: unknown): Word {
  if (Array.isArray(value) && value.every((symbol) => typeof symbol === "string")) {
    if (value.length > LONGEST_WORD) {
      throw new HankelError(
        "teacher",
        `a word of ${value.length} letters is longer than the ${LONGEST_WORD} that a counterexample or a sample may have`,
      );
    }
    try {
      return alphabet.word(value);
    } catch (cause) {
      throw new HankelError("teacher", messageOf(cause), { cause });
    }
  }
  throw new HankelError("teacher", `expected a word (an array of symbols), got ${shown(value)}`);
}
