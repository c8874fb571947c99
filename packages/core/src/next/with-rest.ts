import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { lengthened } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";
import { type Distribution, rowAt } from "./distribution.ts";
import type { Arriving, NextTeacher } from "./next-teacher.ts";

/** Answers hold at most about so many probabilities at a time. */
const MOST_NUMBERS = 2 ** 24;

/** A language model over some of its symbols, and one for the rest. */
export interface RestTeacher<Options extends Arriving<Distribution>> extends NextTeacher<Options> {
  /** The symbol that stands for all that are not kept; it is the last one. */
  readonly rest: string;
  next(words: readonly Word[], options?: Options): Promise<readonly Distribution[]>;
  /** How many questions these words take at most. */
  questions(words: readonly Word[]): number;
}

/**
 * A language model with a large vocabulary over some of its symbols, in this order; all others are one symbol, the rest.
 * Nothing is lost in a row: the probability of the rest is the sum of theirs, so the row sums to 1 as before. What comes
 * next after a word with the rest in it is what the model says where, in its place, the likeliest of the others is read.
 * That token depends on the word before it only, and is remembered. A place whose row is not known yet takes a question.
 *
 * @example
 * const model = nextTeacherOf(minimize(fromExpression("(<1/2>a|<1/8>b|<1/8>c)*<1/4>", rational)));
 * const small = withRest(model, ["a"]);
 * const [row] = await small.next([[]]);
 * console.log(small.alphabet.symbols.join(" "), row.join(" ")); // a <rest> 0.5 0.25 0.25
 */
export function withRest<Options extends Arriving<Distribution>>(
  next: NextTeacher<Options>,
  kept: readonly string[],
): RestTeacher<Options> {
  const { alphabet: full, prefixes, longest } = next;
  const rest = restSymbol(full);
  const alphabet = new Alphabet([...kept, rest]);
  const spelling = new Spelling(full, kept);
  const ask = async (words: readonly Word[], options?: Options): Promise<readonly Distribution[]> =>
    next.next(words, options && { ...options, arrived: undefined });

  /** The words with tokens in the place of rests, which are found as far as their rows tell them. */
  async function spelled(words: readonly Word[], options?: Options): Promise<Word[]> {
    for (;;) {
      const open = new Map<number, Word>();
      const found = words.map((word) => {
        const { node, tokens } = spelling.tokens(word);
        if (tokens.length < word.length) open.set(node, tokens);
        return tokens;
      });
      if (open.size === 0) return found;
      const answers = await ask([...open.values()], options);
      [...open.keys()].forEach((node, i) => {
        spelling.note(node, answers[i]);
      });
    }
  }

  return {
    alphabet,
    prefixes,
    longest,
    rest,
    questions: (words) => spelling.unknown(words) + words.length,
    async next(words, options) {
      const all: Distribution[] = [];
      for (const part of parts(words, full.size + 1)) {
        const answers = await ask(await spelled(part, options), options);
        const folded = answers.map((answer, i) => spelling.folded(part[i], answer));
        options?.arrived?.(all.length, folded);
        all.push(...folded);
      }
      return all;
    },
  };
}

/** What stands for the rest: no symbol of the model. */
export function restSymbol(alphabet: Alphabet): string {
  let rest = "<rest>";
  while (alphabet.letter(rest) >= 0) rest = `<${rest}>`;
  return rest;
}

/** Words in parts whose answers are not too large. */
function* parts(words: readonly Word[], width: number): Generator<readonly Word[]> {
  let [from, rows] = [0, 0];
  for (let to = 0; to < words.length; to++) {
    rows += words[to].length + 1;
    if (rows * width < MOST_NUMBERS && to + 1 < words.length) continue;
    yield words.slice(from, to + 1);
    [from, rows] = [to + 1, 0];
  }
}

/** Words over the kept symbols and the rest, as words of the model, and its rows as theirs. */
class Spelling {
  readonly #width: number;
  /** The token of each letter but the last, which is the rest. */
  readonly #kept: readonly Letter[];
  /** 1 for each token that is kept. */
  readonly #isKept: Uint8Array;
  readonly #tree: PrefixTree;
  /** Behind each word, one more than the token that a rest stands for there; 0 if it is not known. */
  #restToken = new Int32Array(64);

  constructor(full: Alphabet, kept: readonly string[]) {
    const unknown = kept.find((symbol) => full.letter(symbol) < 0);
    if (unknown !== undefined)
      throw new HankelError("usage", `the model has no symbol ${quote(unknown)} to keep`);
    if (kept.length >= full.size)
      throw new HankelError("usage", `of ${full.size} symbols all are kept, and there is no rest`);
    this.#width = full.size + 1;
    this.#kept = kept.map((symbol) => full.letter(symbol));
    this.#isKept = new Uint8Array(full.size);
    for (const token of this.#kept) this.#isKept[token] = 1;
    this.#tree = new PrefixTree(kept.length + 1);
  }

  /** The tokens of a word, up to the first rest whose token is not known, and the node of the word before it. */
  tokens(word: Word): { readonly node: number; readonly tokens: Letter[] } {
    const tokens: Letter[] = [];
    let node = 0;
    for (const letter of word) {
      const token = this.#kept[letter] ?? this.#restAt(node) - 1;
      if (token < 0) break;
      tokens.push(token);
      node = this.#tree.extend(node, letter);
    }
    return { node, tokens };
  }

  /** How many places before rests are not known. */
  unknown(words: readonly Word[]): number {
    const places = new Set<number>();
    for (const word of words) {
      this.#tree.path(word).forEach((node, length) => {
        if (word[length] === this.#kept.length && this.#restAt(node) === 0) places.add(node);
      });
    }
    return places.size;
  }

  /** Takes the token of a rest behind a word from the model's answer to that word. */
  note(node: number, answer: Distribution): void {
    this.#noteRow(node, answer.subarray(answer.length - this.#width));
  }

  /** The model's answer with its probabilities of tokens that are not kept as one. */
  folded(word: Word, answer: Distribution): Distribution {
    const [width, letters] = [this.#width, this.#kept.length];
    const rows = answer.length / width;
    const folded = new Float64Array(rows * (letters + 2));
    const nodes = this.#tree.path(word);
    for (let row = 0; row < rows; row++) {
      const from = rowAt(answer, row, width);
      const to = rowAt(folded, row, letters + 2);
      for (let letter = 0; letter < letters; letter++) to[letter] = from[this.#kept[letter]];
      to[letters] = this.#noteRow(nodes[word.length + 1 - rows + row], from);
      to[letters + 1] = from[width - 1];
    }
    return folded;
  }

  #restAt(node: number): number {
    return node < this.#restToken.length ? this.#restToken[node] : 0;
  }

  /** Notes the likeliest of the other tokens, of equal ones the first, and returns how likely they are in all. */
  #noteRow(node: number, row: Distribution): number {
    let [sum, likeliest] = [0, -1];
    for (let token = 0; token < this.#isKept.length; token++) {
      if (this.#isKept[token] === 1) continue;
      sum += row[token];
      if (likeliest < 0 || row[token] > row[likeliest]) likeliest = token;
    }
    if (node >= this.#restToken.length)
      this.#restToken = lengthened(this.#restToken, Math.max(node + 1, 2 * this.#restToken.length));
    if (this.#restToken[node] === 0) this.#restToken[node] = likeliest + 1;
    return sum;
  }
}
