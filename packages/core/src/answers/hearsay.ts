import type { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import type { Answers } from "./answers.ts";

/** What a model makes of the words of which nothing is said. */
export interface Guesses<A> {
  /** The answer to a word, if the model has one. */
  of(word: Word): A | undefined;
  /** The target answers this word otherwise than the model, and shorter ones, as far as an answer tells them, do not differ. */
  refute(word: Word): void;
  /** The target answers a word otherwise than a log: does the model still agree with it? */
  doubt(): void;
}

/**
 * What a log says of a target's answers. A learner believes it as long as the target does not say otherwise; no test of a conjecture rests on it.
 */
export class Hearsay<A> {
  /** What the target itself has answered. */
  readonly own: Answers<A>;
  /** Answered words whose answers the target never gave. */
  readonly believed = new Set<number>();
  /** What is said and not refuted. */
  private readonly said: Answers<A>;
  /** The words of which something is said, without those that begin others. */
  #words: number[] = [];
  readonly #guesses: Guesses<A>[] = [];

  constructor(own: Answers<A>, said: Answers<A>) {
    this.own = own;
    this.said = said;
  }

  get #tree(): PrefixTree {
    return this.said.tree;
  }

  /** A log says something: `tell` puts it into a memory, and returns the words of which something is said. */
  say(tell: (said: Answers<A>) => readonly number[]): void {
    for (const word of tell(this.said)) this.#words.push(word);
  }

  /** A model explains what is said; the first that has an answer is believed. */
  guess(guesses: Guesses<A>): void {
    this.#guesses.push(guesses);
  }

  #guessed(node: number): A | undefined {
    if (this.#guesses.length === 0) return undefined;
    const word = this.#tree.word(node);
    for (const guesses of this.#guesses) {
      const answer = guesses.of(word);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** What is said of a word, or follows from it, if that does not contradict what is known. */
  of(node: number, known: Answers<A>): A | undefined {
    // The first output of a Moore machine belongs to no input, and logs often leave it out.
    if (known.tellsPrefixes && !known.knows(0)) return undefined;
    const answer = this.#said(node, known) ?? this.#guessed(node);
    if (answer === undefined) return undefined;
    const clash = known.clash(node, answer);
    return clash === undefined || clash.prefix === 0 ? known.kept(node, answer) : undefined;
  }

  #said(node: number, known: Answers<A>): A | undefined {
    const { said } = this;
    if (said.tellsPrefixes && !said.knows(0)) said.tell(0, known.answer(0));
    return said.knows(node) ? said.answer(node) : undefined;
  }

  /** The target says otherwise of a word: nothing is believed that rests on it. */
  refute(word: number): void {
    const { said } = this;
    if (said.knows(word)) {
      this.#forget(word);
      for (const guesses of this.#guesses) guesses.doubt();
    } else for (const guesses of this.#guesses) guesses.refute(this.#tree.word(word));
  }

  #forget(from: number): void {
    const { said } = this;
    this.#words = this.#words.flatMap((word) => {
      if (!this.#concerns(from, word)) return [word];
      return said.tellsPrefixes && from > 0 ? [this.#tree.parent(from)] : [];
    });
    said.keepOnly(said.tellsPrefixes ? this.#tree.longest(this.#words) : this.#words);
  }

  /** Does an answer to the word rest on that to `from`? */
  #concerns(from: number, word: number): boolean {
    return this.said.tellsPrefixes ? this.#tree.begins(from, word) : from === word;
  }
}
