import { createHash } from "node:crypto";
import { type Automaton, type LearnOptions, learn, type Question, type Teacher } from "@hankel/core";
import { expect } from "vitest";

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
    this.#words += question.batch.length;
    for (const word of question.batch.words) this.#letters += word.length;
    this.#digest.update(`${JSON.stringify(question.batch.words)}\n`);
  };

  get line(): string {
    const digest = this.#digest.digest("hex").slice(0, 12);
    return `${this.#words} words, ${this.#letters} letters, ${this.#batches} batches, ${this.#conjectures} conjectures: ${digest}`;
  }
}

/** What a learner asks of teachers, one after the other, until each accepts. */
export function askedOf(teachers: readonly Teacher<unknown>[], options: LearnOptions<unknown>): string {
  const transcript = new Transcript();
  for (const teacher of teachers) {
    expect(learn(teacher, { ...options, observe: transcript.observe }).outcome).toBe("accepted");
  }
  return transcript.line;
}
