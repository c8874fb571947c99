/** The messages of the protocol (docs/protocol.md). They are the same on a pipe and over HTTP. */

import {
  type Alphabet,
  type Automaton,
  bytesOf,
  countOf,
  HankelError,
  type Kind,
  messageOf,
  mostDigits,
  quote,
  readAnswers,
  type StateVector,
  shown,
  type Word,
} from "@hankel/core";
import { valueRoom } from "./account.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The most letters of a counterexample or of a sample: the learner asks about parts of it, again and again. */
const LONGEST_WORD = 30_000;
/** The bytes that a message takes as values, at most, for each of these characters: many times the room of their text. */
const TAKES: ReadonlyMap<string, number> = new Map([
  ["[", 72],
  ["{", 72],
  [":", 72],
  [",", 40],
]);

export type Reply = Readonly<Record<string, unknown>>;

/** Is it an object with members, as JSON has them? */
export function isObject(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The answers for words, and the states of the black box after them if they were asked for. */
export interface AnsweredWords<W> {
  readonly weights: readonly W[];
  readonly states?: readonly StateVector[];
}

/** What a request asks. */
export type Asked =
  | { readonly words: readonly Word[]; readonly states: boolean }
  | { readonly conjecture: object }
  | { readonly sample: number; readonly seed: number };

/** A request, which is written as a line, and how to read its reply. `decode` throws when the reply is malformed. */
export interface Request<T> {
  readonly asked: Asked;
  body(id: number): string;
  decode(reply: Reply): T;
}

/** Reads a message whose values may take so many bytes. */
export function parseReply(text: string, room: number = valueRoom()): Reply {
  refuseManyValues(text, room);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HankelError("teacher", `expected a line of JSON, got ${quote(text)}${nanHint(text)}`);
  }
  if (isObject(value)) return value;
  throw new HankelError("teacher", `expected a JSON object, got ${quote(text)}`);
}

/**
 * Refuses a message of so many values that reading it would take all memory: 100 MB of empty objects become several
 * gigabytes, and while they do, no signal and no time limit is obeyed. What stands inside of strings counts too.
 */
function refuseManyValues(text: string, room: number): void {
  if (text.length * MOST_TAKEN <= room) return;
  let taken = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < TAKEN.length) taken += TAKEN[code];
    if (taken <= room) continue;
    throw new HankelError(
      "teacher",
      `a message is not read whose values would take more than ${bytesOf(room)}, which is the bound with this --max-memory: ${quote(text)}`,
    );
  }
}

/** The same by the codes of characters. */
const TAKEN = Uint8Array.from({ length: 128 }, (_, code) => TAKES.get(String.fromCharCode(code)) ?? 0);
const MOST_TAKEN = Math.max(...TAKEN);

/** Python's json module writes NaN and Infinity, which JSON does not allow. */
function nanHint(text: string): string {
  return /\b(NaN|Infinity)\b/u.test(text)
    ? " (NaN and Infinity are not JSON; write such weights as strings, and the logarithm of 0 as null)"
    : "";
}

/** Asks a black box about words: for their weights, its runs on them, or what comes next; and for its states after them. */
export function wordsRequest(
  vocabulary: Vocabulary,
  words: readonly Word[],
  states: boolean,
): Request<AnsweredWords<unknown>> {
  const { write, kind } = vocabulary;
  const more = states ? ',"states":true' : "";
  return {
    asked: { words, states },
    body: (id) => `{"id":${id},"${kind.verb}":${write(words)}${more}}`,
    decode: (reply) => ({
      weights: answersIn(vocabulary, words, reply),
      ...(states && { states: readStates(vocabulary, words, reply["states"]) }),
    }),
  };
}

/** The answers for words in a reply. */
export function answersIn(
  { kind, alphabet, digits = mostDigits() }: Pick<Vocabulary, "kind" | "alphabet" | "digits">,
  words: readonly Word[],
  reply: Reply,
): readonly unknown[] {
  const values = reply[kind.reply];
  if (kind.weight !== undefined && kind.exact && Array.isArray(values)) {
    const at = firstBeyond(values, digits);
    if (at !== undefined && at < words.length) {
      const { length } = String(values[at]);
      const found =
        length > digits
          ? `its weight has ${length} characters, more than the ${digits} that are read in one message: `
          : "the weights of its message are too long to be read together: " +
            `at most as long as one number of ${digits} characters, or four of half of them: this one is `;
      throw new HankelError(
        "teacher",
        `the answer for ${alphabet.show(words[at], kind.terms)}: ${found}${quote(String(values[at]))} (--with digits=N allows more)`,
      );
    }
  }
  return readAnswers(kind, alphabet, words, values);
}

/** Weights of fewer characters are read at once, however many they are. */
const SHORT_WEIGHT = 1000;
/** How numbers and quaternions begin; other weights, such as those of a free group, are read in a time that grows with their length. */
const NUMBER = /^[+-]?(?:[\d.]|[ijk][+-])/u;

/** The place of the first weight that would make it take too long to read them: while they are read, nothing else happens. */
function firstBeyond(values: readonly unknown[], most: number): number | undefined {
  let squares = 0;
  for (const [i, value] of values.entries()) {
    if (typeof value !== "string" || value.length <= SHORT_WEIGHT || !NUMBER.test(value)) continue;
    squares += value.length ** 2;
    if (squares > most ** 2) return i;
  }
  return undefined;
}

/** What a reply says went wrong. `null` means that nothing did, as in JSON-RPC. */
export function problemIn(reply: Reply): unknown {
  return reply["error"] ?? undefined;
}

/** Reads the states of a black box after words; the error for a bad one names its word. */
function readStates(
  { alphabet, states: size = 0 }: Pick<Vocabulary, "alphabet" | "states">,
  words: readonly Word[],
  values: unknown,
): StateVector[] {
  if (!Array.isArray(values)) throw new HankelError("teacher", 'the answer has no array "states"');
  if (values.length !== words.length) {
    throw new HankelError("teacher", `asked for ${countOf(words.length, "state")}, got ${values.length}`);
  }
  return words.map((word, i) => {
    const state: unknown = values[i];
    const fail = (found: string) =>
      new HankelError(
        "teacher",
        `the state after ${alphabet.show(word)}: expected ${countOf(size, "number")}, got ${found}`,
      );
    if (!Array.isArray(state) && !(state instanceof Float64Array) && !(state instanceof Float32Array)) {
      throw fail(shown(state));
    }
    if (state.length !== size) throw fail(String(state.length));
    const wrong = Array.from(state as ArrayLike<unknown>).findIndex((number) => !Number.isFinite(number));
    if (wrong >= 0) throw fail(`${shown(state[wrong])} as the one at index ${wrong}`);
    return Float64Array.from(state as ArrayLike<number>);
  });
}

/** Asks a black box whether a conjecture is right. */
export function conjectureRequest<W>(
  { kind, alphabet }: { readonly kind: Kind<W>; readonly alphabet: Alphabet },
  hypothesis: Automaton<W>,
): Request<Word | null> {
  const conjecture = kind.conjecture(hypothesis);
  return {
    asked: { conjecture },
    body: (id) => `{"id":${id},"conjecture":${JSON.stringify(conjecture)}}`,
    decode({ counterexample }) {
      if (counterexample === null) return null;
      if (counterexample !== undefined) return readWord(alphabet, counterexample);
      throw new HankelError("teacher", 'the answer to a conjecture needs "counterexample": a word or null');
    },
  };
}

/** Asks a black box for words from its own distribution. */
export function sampleRequest(alphabet: Alphabet, count: number, seed: number): Request<Word[]> {
  return {
    asked: { sample: count, seed },
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
