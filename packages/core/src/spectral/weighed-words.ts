import type { GroupWithZero } from "../algebra/semifield.ts";
import { requireNumbers } from "../automata/requirements.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/** Answers questions about a language: the weight of each word, as a number. */
export type WeighWords = (words: readonly Word[]) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** What turns weights into numbers; an error if they are none. */
export function numbersOf<W>(algebra: GroupWithZero<W>): (weight: W) => number {
  return requireNumbers(algebra, "spectral learning").toNumber;
}

/** How a language is asked. */
export interface AskOptions {
  /** How many words at once; 10,000 by default. */
  readonly batch?: number | undefined;
  /** How many different words in all. */
  readonly maxQuestions?: number | undefined;
  readonly progress?: ((asked: number, known: number) => void) | undefined;
}

/** The weights of words, each asked once. */
export class WeighedWords {
  readonly alphabet: Alphabet;
  readonly tree: PrefixTree;
  readonly #weigh: WeighWords;
  readonly #options: AskOptions;
  /** By node; NaN if it was not asked. */
  #weights = new Float64Array(16).fill(Number.NaN);
  #asked = 0;

  constructor(alphabet: Alphabet, weigh: WeighWords, options: AskOptions = {}) {
    this.alphabet = alphabet;
    this.tree = new PrefixTree(alphabet.size);
    this.#weigh = weigh;
    this.#options = options;
  }

  /** How many words were asked. */
  get asked(): number {
    return this.#asked;
  }

  /** The weight of a node that was asked. */
  weight(node: number): number {
    return this.#weights[node];
  }

  /** Every word that was asked. */
  words(): Word[] {
    const words: Word[] = [];
    for (let node = 0; node < Math.min(this.tree.size, this.#weights.length); node++) {
      if (!Number.isNaN(this.#weights[node])) words.push(this.tree.word(node));
    }
    return words;
  }

  /** Asks for the words among these nodes whose weights are not known. */
  async ask(...lists: readonly Int32Array[]): Promise<void> {
    const { batch = 10_000, maxQuestions = Number.POSITIVE_INFINITY, progress } = this.#options;
    const missing = this.#missing(lists);
    if (this.#asked + missing.length > maxQuestions) {
      throw new HankelError(
        "budget",
        `the block needs ${this.#asked + missing.length} questions, and ${maxQuestions} are allowed`,
      );
    }
    for (let from = 0; from < missing.length; from += batch) {
      const some = missing.slice(from, from + batch);
      const words = some.map((node) => this.tree.word(node));
      const weights = await this.#weigh(words);
      some.forEach((node, i) => {
        this.#weights[node] = this.#checked(weights[i], words[i]);
      });
      this.#asked += some.length;
      progress?.(this.#asked, this.#asked + missing.length - from - some.length);
    }
  }

  /** The nodes without a weight, each once. */
  #missing(lists: readonly Int32Array[]): number[] {
    const { size } = this.tree;
    if (this.#weights.length < size) {
      const longer = new Float64Array(Math.max(size, 2 * this.#weights.length)).fill(Number.NaN);
      longer.set(this.#weights);
      this.#weights = longer;
    }
    const wanted = new Uint8Array(size);
    for (const nodes of lists) for (let i = 0; i < nodes.length; i++) wanted[nodes[i]] = 1;
    const missing: number[] = [];
    for (let node = 0; node < size; node++) {
      if (wanted[node] === 1 && Number.isNaN(this.#weights[node])) missing.push(node);
    }
    return missing;
  }

  #checked(weight: number, word: Word): number {
    if (Number.isFinite(weight)) return weight;
    throw new HankelError(
      "teacher",
      `the weight of ${this.alphabet.show(word)} is ${weight}, and spectral learning needs finite numbers`,
    );
  }
}
