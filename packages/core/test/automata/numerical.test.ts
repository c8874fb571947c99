/** Nondeterministic automata over the reals: compared and reduced numerically. */

import {
  Alphabet,
  compare,
  Forward,
  Random,
  rational,
  real,
  realWithin,
  reduceNumerically,
  SpectralFit,
  union,
  WeighedWords,
  Wfsa,
  WfsaBuilder,
  weighedBlock,
  wordsUpTo,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { automatonOf } from "../support/wfsas.ts";

type Dense = readonly (readonly number[])[];

interface Linear {
  readonly initial: readonly number[];
  readonly matrices: readonly Dense[];
  readonly final: readonly number[];
}

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

const times = (a: Dense, b: Dense): number[][] =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, entry, k) => sum + entry * b[k][j], 0)));

const signed = (random: Random) => 2 * random.real() - 1;

function drawn(states: number, letters: number, random: Random): Linear {
  const vector = () => Array.from({ length: states }, () => signed(random));
  const matrices = Array.from({ length: letters }, () => Array.from({ length: states }, vector));
  return { initial: vector(), matrices, final: vector() };
}

function automaton({ initial, matrices, final }: Linear, algebra = real): Wfsa<number> {
  const builder = new WfsaBuilder<number>(algebra, Alphabet.letters(matrices.length));
  for (const [state, weight] of final.entries()) builder.initial(builder.state(weight), initial[state]);
  for (const [letter, matrix] of matrices.entries()) {
    for (const [from, row] of matrix.entries())
      for (const [to, weight] of row.entries()) builder.arcOn(from, letter, weight, to);
  }
  return builder.build();
}

/** The same language in another basis: shears, one after the other, each with its inverse. */
function turned(linear: Linear, random: Random): Linear {
  const size = linear.final.length;
  let { initial, matrices, final } = linear;
  for (let step = 0; step < 3 * size; step++) {
    const [row, column, share] = [random.below(size), random.below(size), signed(random)];
    if (row === column) continue;
    const shear = (by: number) =>
      Array.from({ length: size }, (_, i) =>
        Array.from({ length: size }, (__, j) => (i === j ? 1 : i === row && j === column ? by : 0)),
      );
    const [there, back] = [shear(share), shear(-share)];
    initial = times([initial], there)[0];
    matrices = matrices.map((matrix) => times(times(back, matrix), there));
    final = times(
      back,
      final.map((entry) => [entry]),
    ).map(([entry]) => entry);
  }
  return { initial, matrices, final };
}

/** Adds a state that no word reaches and one that leads to no final weight, with arcs from and to the others. */
function redundant({ initial, matrices, final }: Linear, random: Random): Linear {
  return {
    initial: [...initial, 0, signed(random)],
    matrices: matrices.map((matrix) => [
      ...matrix.map((row) => [...row, 0, signed(random)]),
      [...matrix[0].map(() => signed(random)), signed(random), signed(random)],
      [...matrix[0].map(() => 0), 0, signed(random)],
    ]),
    final: [...final, signed(random), 0],
  };
}

/** The largest difference of two automata for words of each length, beside the largest weight for that length. */
function relativeError(a: Wfsa<number>, b: Wfsa<number>, length: number): number {
  const words = wordsUpTo(a.alphabet, length);
  const [x, y] = [a, b].map((one) => new Forward(one, "test").weighAll(words));
  const [most, error] = [new Float64Array(length + 1), new Float64Array(length + 1)];
  for (const [i, word] of words.entries()) {
    most[word.length] = Math.max(most[word.length], Math.abs(x[i]));
    error[word.length] = Math.max(error[word.length], Math.abs(x[i] - y[i]));
  }
  return error.reduce((worst, one, i) => Math.max(worst, one / most[i]), 0);
}

describe("compare over the reals", () => {
  it.each(SEEDS)("finds automata equal in another basis, with more states, too (seed %i)", (seed) => {
    const random = new Random(seed);
    const linear = drawn(2 + random.below(6), 1 + random.below(3), random);
    const other = automaton(turned(redundant(linear, random), random));
    expect(compare(automaton(linear), other)).toBeUndefined();
    expect(compare(other, automaton(linear))).toBeUndefined();
  });

  it.each(SEEDS)("finds a change of 0.001 in one arc, in another basis (seed %i)", (seed) => {
    const random = new Random(seed);
    const linear = drawn(2 + random.below(6), 1 + random.below(3), random);
    const [letter, from] = [random.below(linear.matrices.length), random.below(linear.final.length)];
    const changed = linear.matrices.map((matrix, a) =>
      matrix.map((row, q) =>
        row.map((entry, to) => entry + (a === letter && q === from && to === 0 ? 1e-3 : 0)),
      ),
    );
    const [left, right] = [automaton(linear), automaton(turned({ ...linear, matrices: changed }, random))];
    const found = compare(left, right);
    if (found === undefined) throw new Error("no difference was found");
    expect(found.left).toBeCloseTo(left.weigh(found.word), 10);
    expect(found.right).toBeCloseTo(right.weigh(found.word), 10);
    expect(Math.abs(found.left - found.right)).toBeGreaterThan(1e-9);
    // No shorter word differs by more than rounding.
    if (found.word.length > 0) expect(relativeError(left, right, found.word.length - 1)).toBeLessThan(1e-9);
  });

  it("does not take nearly parallel vectors of long words for dependent ones", () => {
    // The powers of 1, 0.1, 0.01, …: after a few letters the first one is all that a vector shows.
    const powers = (last: number) => {
      const values = [1, 0.1, 0.01, 1e-3, 1e-4, last];
      const diagonal = values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));
      const ones = values.map(() => 1);
      return automaton({ initial: ones, matrices: [diagonal], final: ones });
    };
    expect(compare(powers(1e-5), powers(1e-5))).toBeUndefined();
    expect(compare(powers(1e-5), powers(2e-5))?.word).toEqual([0]);
    expect(reduceNumerically(powers(1e-5)).size).toBe(6);
  });

  it("does not depend on the scale of one of them, and heeds the tolerance", () => {
    const random = new Random(3);
    const linear = drawn(4, 2, random);
    const scaled = (by: number): Linear => ({
      ...linear,
      initial: linear.initial.map((weight) => weight * by),
      final: linear.final.map((weight) => weight / by),
    });
    expect(compare(automaton(linear), automaton(scaled(2 ** 60)))).toBeUndefined();
    const near = { ...linear, final: linear.final.map((weight) => weight * (1 + 1e-5)) };
    expect(compare(automaton(linear), automaton(near))?.word).toEqual([]);
    const loose = realWithin(1e-4);
    expect(compare(automaton(linear, loose), automaton(near, loose))).toBeUndefined();
  });

  it("matches symbols by name, and knows ε arcs and the empty language", () => {
    const twoPaths = automatonOf(real, "> 0 1; 0 a 0.5 1; 0 - 1 2; 2 a 0.25 1; 1 1");
    const onePath = automatonOf(real, "> 0 1; 0 a 0.75 1; 1 1");
    expect(compare(twoPaths, onePath)).toBeUndefined();
    const nothing = automatonOf(real, "> 0 1; > 1 1; 0 b 1 1");
    const found = compare(twoPaths, nothing);
    expect(found && [found.alphabet.spell(found.word), found.left, found.right]).toEqual([["a"], 0.75, 0]);
    expect(compare(nothing, nothing)).toBeUndefined();
  });

  it("stops at its budget, and says where weights leave the range", () => {
    const large = automaton(drawn(6, 2, new Random(1)));
    expect(() => compare(large, large, { maxProducts: 5 })).toThrow(/compare stopped at its budget/u);
    const grows = automatonOf(real, "> 0 1; 0 a 1e200 1; 0 a 1 2; 1 a 1e200 2; 2 1; 2 a 1 0");
    expect(() => compare(grows, grows)).toThrow(
      /the weight of a word of 2 letters leaves the range of real/u,
    );
  });

  it("finds the spectral result of an automaton equal to it", async () => {
    const target = automatonOf(real, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1");
    const words = new WeighedWords(target.alphabet, (list) => list.map((word) => target.weigh(word)));
    const all = wordsUpTo(target.alphabet, 2);
    const block = await weighedBlock(words, { prefixes: all, suffixes: all });
    const learned = new SpectralFit(block, { maxRank: 5 }).automaton(2);
    expect(compare(target, learned)).toBeUndefined();
    expect(compare(target, new SpectralFit(block, { maxRank: 5 }).automaton(1))).toBeDefined();
  });
});

describe("reduceNumerically", () => {
  it.each(SEEDS)("leaves out redundant states and keeps the weights (seed %i)", (seed) => {
    const random = new Random(seed);
    const linear = drawn(2 + random.below(5), 1 + random.below(2), random);
    const target = automaton(turned(redundant(linear, random), random));
    const small = reduceNumerically(target);
    expect(small.size).toBe(linear.final.length);
    expect(relativeError(target, small, 12)).toBeLessThan(1e-8);
    expect(compare(target, small)).toBeUndefined();
  });

  it.each(SEEDS.slice(0, 5))("an automaton beside itself becomes one again (seed %i)", (seed) => {
    const random = new Random(seed);
    const linear = drawn(4, 2, random);
    const twice = union(automaton(linear), automaton(turned(linear, random)));
    const small = reduceNumerically(twice);
    expect(small.size).toBe(4);
    expect(relativeError(twice, small, 12)).toBeLessThan(1e-8);
  });

  it("keeps what is as small as it can be, and gives no states to the empty language", () => {
    const small = automatonOf(real, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1");
    expect(reduceNumerically(small)).toEqual(small);
    const cancels = automatonOf(real, "> 0 1; > 1 -1; 0 a 2 0; 1 a 2 1; 0 1; 1 1");
    expect(reduceNumerically(cancels).size).toBe(0);
    expect(reduceNumerically(cancels).weigh([0, 0])).toBe(0);
  });

  it("refuses exact weights, and stops at its budget", () => {
    const exact = automatonOf(rational, "> 0 1; 0 a 1 0; 0 1");
    expect(() => reduceNumerically(exact)).toThrow(
      /needs a field of floats, such as real, and rational is none/u,
    );
    const large = automaton(drawn(6, 2, new Random(1)));
    expect(() => reduceNumerically(large, { maxProducts: 5 })).toThrow(
      /stopped at its budget of 5 products/u,
    );
  });
});
