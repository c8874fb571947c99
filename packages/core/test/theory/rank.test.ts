/** Propositions 2.5 and 2.6: states against rank, and what division is for. */

import {
  Alphabet,
  learn,
  observedBlock,
  primeField,
  rational,
  type Teacher,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** The language of one letter whose weights follow a linear recurrence with these coefficients, from 0, …, 0, 1. */
function recurrence(q: number, coefficients: readonly number[], length: number): number[] {
  const r = coefficients.length;
  const sequence: number[] = Array.from({ length: r }, (_, i) => (i === r - 1 ? 1 : 0));
  while (sequence.length < length) {
    const next = coefficients.reduce((sum, c, i) => sum + c * sequence[sequence.length - r + i], 0);
    sequence.push(next % q);
  }
  return sequence;
}

describe("the rank and the states of a language", () => {
  // xʳ = c₀ + c₁x + …: polynomials whose root generates the field with qʳ elements.
  it.each([
    { q: 2, coefficients: [1, 1] },
    { q: 2, coefficients: [1, 1, 0] },
    { q: 2, coefficients: [1, 1, 0, 0] },
    { q: 3, coefficients: [2] },
    { q: 3, coefficients: [1, 2] },
    { q: 3, coefficients: [2, 1, 0] },
    { q: 5, coefficients: [3, 4] },
  ])("over 𝔽$q, rank $coefficients.length, states are as many as can be", ({ q, coefficients }) => {
    const r = coefficients.length;
    const most = (q ** r - 1) / (q - 1);
    const algebra = primeField(q);
    const values = recurrence(q, coefficients, 4 * most + 4);
    const answers = new Map<number, number>();
    const teacher: Teacher<number> = {
      kind: weightsIn(algebra),
      alphabet: Alphabet.letters(1),
      weigh: (words) =>
        words.map((word) => {
          answers.set(word.length, values[word.length]);
          return values[word.length];
        }),
      findCounterexample: (hypothesis) => {
        const n = values.findIndex((value, i) => hypothesis.weigh(power(i)) !== value);
        return n < 0 || n > 2 * most ? null : power(n);
      },
    };
    expect(learn(teacher, { learner: "table" }).automaton.size).toBe(most);
    const all = values.map((value, n): [Word, number] => [power(n), value]);
    expect(observedBlock(algebra, all).rank).toBe(r);
    expect(answers.size).toBeGreaterThan(0);
  });

  it("over the rationals states can be without end at rank 2", () => {
    const values = Array.from({ length: 24 }, (_, n): [Word, number] => [power(n), n + 1]);
    const { rank, classes, prefixes } = observedBlock(rational, values as [Word, never][]);
    expect(rank).toBe(2);
    expect(classes).toBe(prefixes);
  });
});

function power(n: number): number[] {
  return new Array<number>(n).fill(0);
}
