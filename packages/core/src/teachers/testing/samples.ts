import { type Rational, rationalToNumber } from "../../algebra/index.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import { Random } from "../../random.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { EquivalenceTest } from "./test.ts";

/** Words drawn from a hypothesis end here at the latest. */
const LONGEST = 10_000;
/** Rounds of the iteration for the masses, and how still it must stand at the end. */
const ROUNDS = 1000;
const STILL = 1e-9;

/**
 * Words drawn from an automaton taken as a distribution: a word as often as it weighs. The chance to stop in a state or
 * to take an arc is its weight times the mass behind it, masses being the sums of the weights of all suffixes, by
 * iteration; where these sums do not exist, weights are taken as they stand. The sign of a weight does not count.
 */
export function* drawFrom<W>(automaton: Wdfsa<W>, count: number, random: Random): Generator<Word> {
  const { size, target } = automaton;
  if (size === 0) return;
  const letters = automaton.alphabet.size;
  const number = toNumber(automaton.algebra.name);
  const arcs = Float64Array.from(automaton.arcWeight as ArrayLike<unknown>, number);
  const finals = Float64Array.from(automaton.finalWeight as ArrayLike<unknown>, number);
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

/** How a weight is a probability, by the name of its semifield. */
function toNumber(semifield: string): (weight: unknown) => number {
  const name = semifield.replace(/:.*/u, "");
  if (name === "rational" || name === "viterbi") {
    return (weight) => Math.abs(rationalToNumber(weight as Rational));
  }
  if (name === "real" || name === "viterbi-float64") return (weight) => Math.abs(weight as number);
  if (name === "log") return (weight) => Math.exp(-(weight as number));
  throw new HankelError(
    "unsupported",
    `samples need weights that are probabilities (rational, real, log, viterbi), not ${semifield}`,
  );
}

/** The sum of the weights of all suffixes of each state, or `undefined` where it does not settle. */
function masses<W>(
  { size, target, alphabet }: Wdfsa<W>,
  arcs: Float64Array,
  finals: Float64Array,
): Float64Array | undefined {
  const mass = Float64Array.from(finals);
  for (let round = 0; round < ROUNDS; round++) {
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
    if (moved < STILL) return mass.every((sum) => sum > 0) ? mass : undefined;
  }
  return undefined;
}

/** Words that the target itself draws, when it can; otherwise drawn from the hypothesis. */
export function samplesTest(count: number, seed: number, fromTarget: boolean): EquivalenceTest {
  return {
    text: `samples:${count}`,
    count: () => count,
    ...(fromTarget && { samples: () => count }),
    *words(hypothesis, equivalence, samples) {
      if (fromTarget) yield* samples;
      else yield* drawFrom(hypothesis, count, new Random(seed, equivalence));
    },
    claim: () => ({
      kind: "words",
      about: `${count} samples drawn from ${fromTarget ? "the target" : "the automaton"}`,
    }),
  };
}
