import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { lengthened } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Letter, Word } from "../words/word.ts";
import { type Distribution, rowAt } from "./distribution.ts";
import type { Arriving, FoldedAnswer, GuessedWord, NextTeacher } from "./next-teacher.ts";

/** Answers hold at most about so many probabilities at a time. */
const MOST_NUMBERS = 2 ** 24;
/** Answers are handed over after so many words. */
const MOST_WORDS = 512;

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
 * That token depends on the word before it only, and is remembered. A place whose row is not known yet takes a question at most.
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
  const ask = async (words: readonly GuessedWord[], options?: Options): Promise<readonly FoldedAnswer[]> => {
    const own = options && { ...options, arrived: undefined };
    if (next.folded !== undefined) return next.folded(words, spelling.kept, own);
    const answers = await next.next(
      words.map(({ word }) => word),
      own,
    );
    return answers.map((answer, i) => spelling.folded(words[i], answer));
  };

  /**
   * Asks whole words, with guesses in the places of rests that are not known: the answer tells the first wrong one, and the word is
   * asked again. Without answers to prefixes, the word before such a place is asked.
   */
  async function answered(words: readonly Word[], options?: Options): Promise<readonly Distribution[]> {
    const answers = new Array<Distribution>(words.length);
    for (let open = [...words.keys()]; open.length > 0; ) {
      const asked: { readonly index: number; readonly spelled: Spelled }[] = [];
      const waiting: number[] = [];
      const places = new Set<number>();
      for (const index of open) {
        const spelled = spelling.spelled(words[index], prefixes === true);
        // Another word tells what stands there.
        if (spelled.open >= 0 && places.has(spelled.open)) waiting.push(index);
        else asked.push({ index, spelled });
        if (spelled.open >= 0) places.add(spelled.open);
      }
      const found = await ask(
        asked.map(({ spelled }) => spelled),
        options,
      );
      for (const [i, { index, spelled }] of asked.entries()) {
        const rows = spelling.note(words[index], spelled, found[i]);
        if (rows === undefined) waiting.push(index);
        else answers[index] = rows;
      }
      open = waiting;
    }
    return answers;
  }

  return {
    alphabet,
    prefixes,
    longest,
    rest,
    questions: (words) => spelling.unknown(words) + words.length,
    async next(words, options) {
      const all: Distribution[] = [];
      for (const part of parts(words, next.folded === undefined ? full.size + 1 : kept.length + 2)) {
        const answers = await answered(part, options);
        options?.arrived?.(all.length, answers);
        all.push(...answers);
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

/** Words in parts whose answers are not too large, nor too many. */
function* parts(words: readonly Word[], width: number): Generator<readonly Word[]> {
  let [from, rows] = [0, 0];
  for (let to = 0; to < words.length; to++) {
    rows += words[to].length + 1;
    if (rows * width < MOST_NUMBERS && to + 1 < words.length && to + 1 - from < MOST_WORDS) continue;
    yield words.slice(from, to + 1);
    [from, rows] = [to + 1, 0];
  }
}

/** A word of the model, which stands for one with rests, and the node of what stands before the first guess in it; -1 if there is none. */
interface Spelled extends GuessedWord {
  readonly open: number;
}

/** Words over the kept symbols and the rest, as words of the model, and its rows as theirs. */
class Spelling {
  readonly #width: number;
  /** The token of each letter but the last, which is the rest. */
  readonly kept: readonly Letter[];
  /** 1 for each token that is kept. */
  readonly #isKept: Uint8Array;
  readonly #tree: PrefixTree;
  /** Behind each word, one more than the token that a rest stands for there; 0 if it is not known. */
  #restToken = new Int32Array(64);
  /** The token that a rest last stood for behind each token: a guess for other words. */
  readonly #guess = new Map<Letter | undefined, Letter>();
  /** The first token that is not kept. */
  readonly #first: Letter;

  constructor(full: Alphabet, kept: readonly string[]) {
    const unknown = kept.find((symbol) => full.letter(symbol) < 0);
    if (unknown !== undefined)
      throw new HankelError("usage", `the model has no symbol ${quote(unknown)} to keep`);
    if (kept.length >= full.size)
      throw new HankelError("usage", `of ${full.size} symbols all are kept, and there is no rest`);
    this.#width = full.size + 1;
    this.kept = kept.map((symbol) => full.letter(symbol));
    this.#isKept = new Uint8Array(full.size);
    for (const token of this.kept) this.#isKept[token] = 1;
    this.#tree = new PrefixTree(kept.length + 1);
    this.#first = this.#isKept.indexOf(0);
  }

  /** A word with tokens in the place of rests. From the first of them on that is not known they are guesses, or without these the word ends there. */
  spelled(word: Word, guesses: boolean): Spelled {
    const tokens: Letter[] = [];
    const guessed: number[] = [];
    let [node, open] = [0, -1];
    for (const [at, letter] of word.entries()) {
      let token = this.kept[letter] ?? this.#restAt(node) - 1;
      if (token < 0) {
        if (open < 0) open = node;
        if (!guesses) break;
        guessed.push(at);
        token = this.#guess.get(tokens.at(-1)) ?? this.#first;
      }
      tokens.push(token);
      node = this.#tree.extend(node, letter);
    }
    return { word: tokens, guesses: guessed, open };
  }

  /** How many places before rests are not known. */
  unknown(words: readonly Word[]): number {
    const places = new Set<number>();
    for (const word of words) {
      this.#tree.path(word).forEach((node, length) => {
        if (word[length] === this.kept.length && this.#restAt(node) === 0) places.add(node);
      });
    }
    return places.size;
  }

  /** Takes what rests stand for from the model's answer to a word that was spelled so. Returns the rows of the word, if it was asked as it is. */
  note(word: Word, { word: tokens, guesses }: Spelled, answer: FoldedAnswer): Distribution | undefined {
    const nodes = this.#tree.path(word);
    if ("place" in answer) {
      for (const place of guesses) {
        if (place < answer.place) this.#noteAt(nodes[place], tokens[place - 1], tokens[place]);
      }
      this.#noteAt(nodes[answer.place], tokens[answer.place - 1], answer.letter);
      return undefined;
    }
    const { rows, likeliest } = answer;
    // Without the answers to prefixes, there is the last row only.
    const first = tokens.length + 1 - likeliest.length;
    for (const [row, letter] of likeliest.entries())
      this.#noteAt(nodes[first + row], tokens[first + row - 1], letter);
    return tokens.length === word.length ? rows : undefined;
  }

  /** The model's answer with its probabilities of tokens that are not kept as one. */
  folded({ word, guesses }: GuessedWord, answer: Distribution): FoldedAnswer {
    const [width, letters] = [this.#width, this.kept.length];
    const count = answer.length / width;
    for (const place of guesses) {
      const letter = this.#likeliest(rowAt(answer, place, width));
      if (letter !== word[place]) return { place, letter };
    }
    const rows = new Float64Array(count * (letters + 2));
    const likeliest: Letter[] = [];
    for (let row = 0; row < count; row++) {
      const from = rowAt(answer, row, width);
      const to = rowAt(rows, row, letters + 2);
      for (let letter = 0; letter < letters; letter++) to[letter] = from[this.kept[letter]];
      for (let token = 0; token < width - 1; token++)
        if (this.#isKept[token] === 0) to[letters] += from[token];
      to[letters + 1] = from[width - 1];
      likeliest.push(this.#likeliest(from));
    }
    return { rows, likeliest };
  }

  /** The likeliest of the other tokens, of equal ones the first. */
  #likeliest(row: Distribution): Letter {
    let likeliest = -1;
    for (let token = 0; token < this.#isKept.length; token++) {
      if (this.#isKept[token] === 1) continue;
      if (likeliest < 0 || row[token] > row[likeliest]) likeliest = token;
    }
    return likeliest;
  }

  #restAt(node: number): number {
    return node < this.#restToken.length ? this.#restToken[node] : 0;
  }

  /** What a rest stands for at a node, behind a token. */
  #noteAt(node: number, before: Letter | undefined, token: Letter): void {
    if (node >= this.#restToken.length)
      this.#restToken = lengthened(this.#restToken, Math.max(node + 1, 2 * this.#restToken.length));
    if (this.#restToken[node] === 0) this.#restToken[node] = token + 1;
    this.#guess.set(before, token);
  }
}
