import { createHash } from "node:crypto";
import type { Automaton, Question } from "@hankel/core";

/** Counts, and a digest of every question in order. */
export class Transcript {
  #words = 0;
  #letters = 0;
  #batches = 0;
  #conjectures = 0;
  readonly #digest = createHash("sha256");

  readonly observe = (question: Question<unknown, Automaton<unknown>>): void => {
    if (question.kind === "conjecture") {
      this.#conjectures++;
      this.#digest.update(`conjecture ${question.hypothesis.size}\n`);
      return;
    }
    this.#batches++;
    this.#words += question.words.length;
    for (const word of question.words) this.#letters += word.length;
    this.#digest.update(`${JSON.stringify(question.words)}\n`);
  };

  get line(): string {
    const digest = this.#digest.digest("hex").slice(0, 12);
    return `${this.#words} words, ${this.#letters} letters, ${this.#batches} batches, ${this.#conjectures} conjectures: ${digest}`;
  }
}
