import { freeGroup } from "../../../algebra/free-group.ts";
import { type GroupWithZero, isSemifield } from "../../../algebra/semifield.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { countOf, HankelError } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";

/** Words drawn from a hypothesis have at most this many letters. */
const LONGEST = 10_000;
/** The iteration for the masses has converged when it changes by less than this; it gives up after this many rounds. */
const CONVERGED = 1e-9;
const MAX_ROUNDS = 1000;

/**
 * Words drawn from an automaton taken as a distribution, each in proportion to its weight. In a state, the probability
 * to stop or to take an arc is its weight times the mass behind it, where the mass is the sum of the weights of all
 * suffixes. A hypothesis need not be a distribution: where the masses do not converge, weights count as they are, and
 * signs never count.
 */
function* drawFrom<W>(automaton: Wdfsa<W>, count: number, random: Random): Generator<Word> {
  const { size, target } = automaton;
  if (size === 0) return;
  const letters = automaton.alphabet.size;
  const number = absolute(automaton.algebra);
  const arcs = Float64Array.from(automaton.arcWeight, number);
  const finals = Float64Array.from(automaton.finalWeight, number);
  const mass = masses(automaton, arcs, finals) ?? new Float64Array(size).fill(1);
  for (let i = 0; i < count; i++) {
    const word: Letter[] = [];
    for (let state = 0; word.length < LONGEST; ) {
      const base = state * letters;
      let total = finals[state];
      for (let a = 0; a < letters; a++)
        if (target[base + a] >= 0) total += arcs[base + a] * mass[target[base + a]];
      let left = random.real() * total - finals[state];
      let letter = 0;
      for (; left >= 0 && letter < letters; letter++) {
        if (target[base + letter] >= 0) left -= arcs[base + letter] * mass[target[base + letter]];
      }
      if (letter === 0 || !(total > 0)) break;
      word.push(letter - 1);
      state = target[base + letter - 1];
    }
    yield word;
  }
}

/** The number that a weight stands for, without its sign. */
function absolute<W>(algebra: GroupWithZero<W>): (weight: W) => number {
  const toNumber = isSemifield(algebra) ? algebra.toNumber : undefined;
  if (toNumber !== undefined) return (weight) => Math.abs(toNumber(weight));
  const found = algebra.name === freeGroup.name ? "outputs" : algebra.name;
  throw new HankelError(
    "unsupported",
    `samples need weights that are probabilities (rational, real, log, viterbi), not ${found}`,
  );
}

/** For each state the sum of the weights of all suffixes, or `undefined` where the iteration does not converge. */
function masses<W>(
  { size, target, alphabet }: Wdfsa<W>,
  arcs: Float64Array,
  finals: Float64Array,
): Float64Array | undefined {
  const mass = Float64Array.from(finals);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = 0;
    for (let state = size - 1; state >= 0; state--) {
      let sum = finals[state];
      for (let arc = state * alphabet.size; arc < (state + 1) * alphabet.size; arc++) {
        if (target[arc] >= 0) sum += arcs[arc] * mass[target[arc]];
      }
      moved = Math.max(moved, Math.abs(sum - mass[state]) / (sum || 1));
      mass[state] = sum;
    }
    if (!mass.every((sum) => Number.isFinite(sum))) return undefined;
    if (moved < CONVERGED) return mass.every((sum) => sum > 0) ? mass : undefined;
  }
  return undefined;
}

/**
 * Tests words that the target draws, or that are drawn from the hypothesis, taken as a distribution.
 *
 * @example
 * console.log(sampledWords(100, "hypothesis").text); // samples:100
 */
export function sampledWords(count: number, from: "target" | "hypothesis", seed = 1): EquivalenceTest {
  wholeNumber(count, 1, "samples");
  const fromTarget = from === "target";
  return {
    text: `samples:${count}`,
    count: () => count,
    ...(fromTarget && { samples: () => count }),
    *words(hypothesis, equivalence, samples) {
      if (fromTarget) yield* samples;
      else yield* drawFrom(withStates(hypothesis, "samples"), count, new Random(seed, equivalence));
    },
    claim: (_, { automaton } = LANGUAGE_TERMS) =>
      agreedOn(`${countOf(count, "sample")} drawn from the ${fromTarget ? "target" : automaton}`),
  };
}
