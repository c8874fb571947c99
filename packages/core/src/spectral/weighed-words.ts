import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/** Answers questions about a language: the weight of each word, as a number. */
export type WeighWords = (words: readonly Word[]) => ArrayLike<number> | Promise<ArrayLike<number>>;

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
  readonly #weights: number[] = [];
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
    const nodes = Array.from({ length: this.tree.size }, (_, node) => node);
    return nodes.filter((node) => this.#weights[node] !== undefined).map((node) => this.tree.word(node));
  }

  /** Asks for the words among these nodes whose weights are not known. */
  async ask(nodes: Iterable<number>): Promise<void> {
    const { batch = 10_000, maxQuestions = Number.POSITIVE_INFINITY, progress } = this.#options;
    const missing = [...new Set(nodes)].filter((node) => this.#weights[node] === undefined);
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

  #checked(weight: number, word: Word): number {
    if (Number.isFinite(weight)) return weight;
    throw new HankelError(
      "teacher",
      `the weight of ${this.alphabet.show(word)} is ${weight}, and spectral learning needs finite numbers`,
    );
  }
}
