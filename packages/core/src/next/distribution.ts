import type { AnswerType } from "../algebra/answer-type.ts";
import { countOf, HankelError, quote } from "../errors.ts";

/**
 * What a language model says comes next after a word: one probability for each letter, in the alphabet's order, and last
 * that of the end. An answer with prefixes holds such a row for each prefix of its word, ε first; the last row is the
 * word's own.
 */
export type Distribution = Float64Array;

/** The distribution of the word itself, in an answer that may hold those of its prefixes too. */
export function distributionOf(answer: Distribution, letters: number): Distribution {
  return answer.length === letters + 1 ? answer : answer.subarray(answer.length - letters - 1);
}

/** The batch that a word is in changes the last bits of what a network says; this is far more than that. */
const DEFAULT_TOLERANCE = 1e-4;

/** A number that is not negative, as JavaScript writes it. */
const NUMBER = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/**
 * Distributions as answers: equal if no probability differs by more than the tolerance. They are written as numbers
 * separated by spaces, row after row. With the number of letters, `parse` refuses what is not made of whole rows.
 */
export function distributions(tolerance = DEFAULT_TOLERANCE, letters?: number): AnswerType<Distribution> {
  return {
    name: "distribution",
    exact: false,
    equals: (a, b) => a.length === b.length && distanceOfRows(a, b) <= tolerance,
    isWeight: (value): value is Distribution =>
      value instanceof Float64Array && value.length > 0 && value.every((p) => p >= 0 && p < Infinity),
    parse(text) {
      const numbers = text.split(" ");
      const bad = numbers.find((number) => !NUMBER.test(number) || Number(number) === Infinity);
      if (bad !== undefined)
        throw new HankelError("parse", `expected probabilities separated by spaces, got ${quote(text)}`);
      if (letters !== undefined && numbers.length % (letters + 1) !== 0) {
        const expected = `${countOf(letters + 1, "probability", "probabilities")} in each row`;
        throw new HankelError("parse", `expected ${expected}, got ${numbers.length} in all: ${quote(text)}`);
      }
      return Float64Array.from(numbers, Number);
    },
    format: (answer) => answer.join(" "),
  };
}

/** The largest difference between two probabilities at the same place; the arrays have the same length. */
export function distanceOfRows(a: Distribution, b: Distribution): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

/** The total variation ½ Σ |p − q| between two rows of this width, which begin at these places. */
export function totalVariation(
  p: Float64Array,
  at: number,
  q: Float64Array,
  from: number,
  width: number,
): number {
  let sum = 0;
  for (let i = 0; i < width; i++) sum += Math.abs(p[at + i] - q[from + i]);
  return sum / 2;
}

/** A row for a message: four digits are enough to see a difference that matters. */
export function showRow(row: Distribution): string {
  return Array.from(row, (p) => Number(p.toPrecision(4))).join(" ");
}
