/** Symbols of probabilistic automata that behave alike. */

import { Alphabet, evaluateExactly, groupSymbols, isStochastic, Random, real, Wdfsa } from "@hankel/core";
import { describe, expect, test } from "vitest";

/** An automaton whose symbols belong to classes: all of a class lead to one state, with ratios that hardly depend on the state. */
function classModel(seed: number, { states = 4, classes = 3, each = 4, noise = 0 } = {}): Wdfsa<number> {
  const random = new Random(seed);
  const letters = classes * each;
  const target = new Int32Array(states * letters);
  const arcWeight = new Float64Array(states * letters);
  const finalWeight = new Float64Array(states);
  const ratio = Array.from({ length: letters }, () => 0.2 + random.real());
  for (let state = 0; state < states; state++) {
    const share = Array.from({ length: classes }, () => 0.1 + random.real());
    const leads = share.map(() => random.below(states));
    let sum = (finalWeight[state] = 0.3 + random.real());
    for (let letter = 0; letter < letters; letter++) {
      const at = state * letters + letter;
      target[at] = leads[letter % classes];
      sum += arcWeight[at] =
        share[letter % classes] * ratio[letter] * Math.exp(noise * (random.real() - 0.5));
    }
    for (let letter = 0; letter < letters; letter++) arcWeight[state * letters + letter] /= sum;
    finalWeight[state] /= sum;
  }
  const alphabet = Alphabet.letters(letters);
  return new Wdfsa({ algebra: real, alphabet, target, arcWeight, initialWeight: 1, finalWeight });
}

/** The divergence of a model from the one in which two symbols that lead alike have a fixed ratio, by the definition. */
function joinedAlone(model: Wdfsa<number>, first: number, second: number): number {
  const { size, alphabet, arcWeight } = model;
  const mass = (letter: number) => {
    let [sum, visits] = [0, Float64Array.from({ length: size }, (_, state) => (state === 0 ? 1 : 0))];
    for (let step = 0; step < 400; step++) {
      const next = new Float64Array(size);
      visits.forEach((share, state) => {
        sum += share * arcWeight[state * alphabet.size + letter];
        for (let other = 0; other < alphabet.size; other++) {
          const arc = state * alphabet.size + other;
          next[model.target[arc]] += share * arcWeight[arc];
        }
      });
      visits = next;
    }
    return sum;
  };
  const share = mass(first) / (mass(first) + mass(second));
  const weights = Float64Array.from(arcWeight);
  for (let state = 0; state < size; state++) {
    const [a, b] = [first, second].map((letter) => state * alphabet.size + letter);
    const both = arcWeight[a] + arcWeight[b];
    [weights[a], weights[b]] = [share * both, (1 - share) * both];
  }
  const joined = new Wdfsa({ ...model, algebra: real, alphabet, arcWeight: weights });
  return evaluateExactly(model, joined).divergence.mean;
}

describe("groups of symbols", () => {
  test("are the classes, if symbols of a class have the same ratios in all states, and cost nothing", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const model = classModel(seed);
      const { groups, automaton, expanded, divergence } = groupSymbols(model, { loss: 1e-9, rare: 0 });
      const classes = groups.map(({ symbols }) => symbols.map((symbol) => model.alphabet.letter(symbol) % 3));
      for (const members of classes) expect(new Set(members).size).toBe(1);
      expect(groups.length).toBeLessThanOrEqual(3);
      expect(divergence).toBeLessThan(1e-12);
      expect(isStochastic(automaton)).toBe(true);
      expect(automaton.size).toBe(model.size);
      Array.from(expanded.arcWeight).forEach((weight, i) =>
        expect(weight).toBeCloseTo(model.arcWeight[i], 10),
      );
      const sum = groups.reduce((total, { probability }) => total + probability, 0);
      expect(sum).toBeLessThan(1);
      for (const { shares } of groups) expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    }
  });

  test("cost what the exact divergence of the two distributions says, and no more than allowed", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const model = classModel(seed, { states: 5, classes: 4, each: 6, noise: 1 });
      for (const rare of [0, 0.05, 0.3]) {
        const { divergence, expanded } = groupSymbols(model, { loss: 0.02, rare });
        expect(divergence).toBeCloseTo(evaluateExactly(model, expanded).divergence.mean, 10);
        // Without rare symbols, which may lead elsewhere, the losses of joining add up to the divergence.
        if (rare === 0) expect(divergence).toBeLessThanOrEqual(0.02);
      }
    }
  });

  test("are as few as asked for, and the more the less they cost", () => {
    const model = classModel(3, { states: 5, classes: 4, each: 6, noise: 2 });
    let before = Number.POSITIVE_INFINITY;
    for (const count of [2, 4, 8, 24]) {
      const { groups, divergence } = groupSymbols(model, { groups: count, loss: 0, rare: 0 });
      expect(groups).toHaveLength(count);
      expect(divergence).toBeLessThanOrEqual(before + 1e-12);
      before = divergence;
    }
    expect(before).toBe(0);
  });

  test("need not lead alike where they hardly occur, and what leads elsewhere costs", () => {
    // In state 0, x and y lead alike and z does not; in state 1, which is rare, x and y lead to different states.
    const alphabet = new Alphabet(["x", "y", "z"]);
    const model = new Wdfsa({
      algebra: real,
      alphabet,
      target: Int32Array.from([0, 0, 1, 0, 1, 0]),
      arcWeight: Float64Array.from([0.5, 0.3, 0.01, 0.5, 0.3, 0.1]),
      initialWeight: 1,
      finalWeight: Float64Array.from([0.19, 0.1]),
    });
    const { groups, divergence } = groupSymbols(model, { groups: 2, loss: 0, rare: 0 });
    expect(groups.map(({ name }) => name)).toEqual(["x|y", "z"]);
    expect(divergence).toBeGreaterThan(0);
    expect(groupSymbols(model, { loss: 2 * divergence, rare: 0 }).groups).toHaveLength(2);
    expect(groupSymbols(model, { loss: divergence / 2, rare: 0 }).groups).toHaveLength(3);
  });

  test("are joined at least cost each time, as all pairs say", () => {
    const model = classModel(7, { states: 4, classes: 3, each: 5, noise: 3 });
    const costOf = (groups: number) => groupSymbols(model, { groups, loss: 0, rare: 0 }).divergence;
    // Greedy as it is, it is far from what a bad choice costs: every pair of first groups is tried.
    const least = costOf(14);
    for (let first = 0; first < 15; first++) {
      for (let second = first + 1; second < 15; second++) {
        const alike = [0, 1, 2, 3].every(
          (state) => model.target[15 * state + first] === model.target[15 * state + second],
        );
        if (alike) expect(least).toBeLessThanOrEqual(joinedAlone(model, first, second) + 1e-12);
      }
    }
  });

  test("of rare symbols are one, which leads where most of them lead", () => {
    const model = classModel(5, { states: 3, classes: 5, each: 8 });
    const { groups, automaton } = groupSymbols(model, { rare: 0.2 });
    const rest = groups.findIndex(({ isRest }) => isRest);
    expect(groups[rest].name).toBe("otherwise");
    expect(groups[rest].symbols.length).toBeGreaterThan(1);
    for (let state = 0; state < 3; state++) {
      const leads = new Map<number, number>();
      for (const symbol of groups[rest].symbols) {
        const arc = state * 40 + model.alphabet.letter(symbol);
        leads.set(model.target[arc], (leads.get(model.target[arc]) ?? 0) + model.arcWeight[arc]);
      }
      const most = [...leads].sort((a, b) => b[1] - a[1])[0][0];
      expect(automaton.target[state * groups.length + rest]).toBe(most);
    }
  });

  test("have names that no other symbol has", () => {
    const weights = [0.3, 0.2, 0.1, 0.3];
    const alphabet = new Alphabet(["a", "b", "c", "a|b|c"]);
    const model = new Wdfsa({
      algebra: real,
      alphabet,
      target: Int32Array.from([0, 0, 0, 1, -1, -1, -1, -1]),
      arcWeight: Float64Array.from([...weights, 0, 0, 0, 0]),
      initialWeight: 1,
      finalWeight: Float64Array.from([0.1, 1]),
    });
    const { groups } = groupSymbols(model, { rare: 0 });
    expect(groups.map(({ name }) => name)).toEqual(["<a|b|c>", "a|b|c"]);
  });

  test("refuse what is no number", () => {
    const model = classModel(1);
    expect(() => groupSymbols(model, { groups: 0 })).toThrow("groups is a whole number from 1 on, not 0");
    expect(() => groupSymbols(model, { loss: Number.NaN })).toThrow("loss is a number from 0 on, not NaN");
  });
});
