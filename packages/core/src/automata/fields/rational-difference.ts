import type { Rational } from "../../algebra/fraction.ts";
import type { Word } from "../../words/word.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { Wfsa } from "../wfsa.ts";
import { liftedBasis } from "./lifted-basis.ts";
import { Modulus } from "./modular-rows.ts";
import { type ModularAutomaton, ModularSpace } from "./modular-space.ts";
import { type Heights, heightsOf, imageModulo, primesBelow } from "./rational-image.ts";
import { wordBasis } from "./word-basis.ts";

/** Primes of 26 bits. */
const LARGEST = 2 ** 26;
const BITS = 25.9;

/**
 * A shortest word with a non-zero weight modulo a prime, if there is one of fewer than `below` letters.
 */
export function modularDifference(
  automaton: ModularAutomaton,
  budget: OperationBudget,
  below = Number.POSITIVE_INFINITY,
): Word | undefined {
  const space = new ModularSpace(automaton, budget, false);
  const { basis, stopped } = wordBasis(space, (vector) => space.weight(vector) !== 0, below - 1);
  return stopped ? basis.word(basis.size - 1) : undefined;
}

/**
 * A shortest word to which an automaton over the rational numbers gives a weight other than zero, or `undefined`. A word
 * that has such a weight modulo a prime has one. If there is none modulo the first prime, `isZero` may know a quick proof, and
 * otherwise the exact word basis decides.
 *
 * A shorter word could have a weight that the prime divides. So the search is repeated modulo more primes, until their product
 * exceeds what a shorter word can weigh; then all shorter words weigh zero. With `proven` false, one prime has to do: then
 * the word is a shortest one unless a prime of 26 bits happens to divide the weight of a shorter one.
 */
export function rationalDifference(
  automaton: Wfsa<Rational>,
  budget: OperationBudget,
  { proven = true, isZero = () => false }: { proven?: boolean; isZero?: () => boolean } = {},
): Word | undefined {
  let found: Word | undefined;
  let bits = 0;
  let heights: Heights | undefined;
  for (const prime of primesBelow(LARGEST)) {
    const image = imageModulo(automaton, new Modulus(prime));
    if (image === undefined) continue;
    found = modularDifference(image, budget, found?.length) ?? found;
    if (found === undefined) return isZero() ? undefined : firstWord(automaton, budget);
    bits += BITS;
    if (!proven || found.length === 0) return found;
    heights ??= heightsOf(automaton);
    if (bits > heights.initial + (found.length - 1) * heights.arcs + heights.final) return found;
  }
  throw new RangeError("there are not enough primes");
}

/** The first word of the exact word basis that has a weight other than zero. */
function firstWord(automaton: Wfsa<Rational>, budget: OperationBudget): Word | undefined {
  const { from, by, weights } = liftedBasis(automaton, budget);
  const first = weights.findIndex((weight) => weight !== 0);
  if (first < 0) return undefined;
  const word: number[] = [];
  for (let at = first; from[at] >= 0; at = from[at]) word.push(by[at]);
  return word.reverse();
}
