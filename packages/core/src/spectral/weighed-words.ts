import type { GroupWithZero } from "../algebra/semifield.ts";
import { requireNumbers } from "../automata/requirements.ts";
import { HankelError } from "../errors.ts";
import { WeightAnswers } from "../kinds/weights.ts";
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

/**
 * The weights of words, each asked once.
 *
 * @example
 * const alphabet = new Alphabet("a");
 * const words = new WeighedWords(alphabet, (asked) => asked.map((word) => 0.5 ** (word.length + 1)));
 * await words.ask(Int32Array.of(words.tree.insert([0]), words.tree.insert([0])));
 * console.log(words.asked, words.weight(words.tree.insert([0]))); // 1 0.25
 */
export class WeighedWords {
  readonly alphabet: Alphabet;
  readonly tree: PrefixTree;
  readonly #answers: WeightAnswers<number>;
  readonly #weigh: WeighWords;
  readonly #options: AskOptions;
  #asked = 0;

  constructor(alphabet: Alphabet, weigh: WeighWords, options: AskOptions = {}) {
    this.alphabet = alphabet;
    this.tree = new PrefixTree(alphabet.size);
    this.#answers = new WeightAnswers(this.tree);
    this.#weigh = weigh;
    this.#options = options;
  }

  /** How many words were asked. */
  get asked(): number {
    return this.#asked;
  }

  /** The weight of a node that was asked. */
  weight(node: number): number {
    return this.#answers.answer(node);
  }

  /** Every word that was asked. */
  words(): Word[] {
    const words: Word[] = [];
    for (let node = 0; node < this.tree.size; node++) {
      if (this.#answers.knows(node)) words.push(this.tree.word(node));
    }
    return words;
  }

  /** Asks for the words among these nodes whose weights are not known. */
  async ask(...lists: readonly Int32Array[]): Promise<void> {
    const { batch = 10_000, maxQuestions = Number.POSITIVE_INFINITY, progress } = this.#options;
    const wanted = new Set<number>();
    for (const nodes of lists) for (const node of nodes) wanted.add(node);
    const missing = this.#answers.missing(wanted).sort((a, b) => a - b);
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
        this.#answers.tell(node, this.#checked(weights[i], words[i]));
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
