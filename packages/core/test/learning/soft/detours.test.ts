/** What changes when words take other ways: several states in one pass, against one at a time, word by word. */

import { Random } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { CANDIDATES, Costs } from "../../../src/learning/soft/costs.ts";
import { Detours } from "../../../src/learning/soft/detours.ts";
import { type Sample, statesIn, sumsOf } from "../../../src/learning/soft/sample.ts";
import { drawnSample, naturalModel } from "../../support/drawn-samples.ts";

/** −share · Σ p log row, in 32 bits, where a row is the mean of its state with one step of the mean of all. */
function costByDefinition(sample: Sample, state: Int32Array, size: number) {
  const { width, values, row, share, step } = sample;
  const sums = Array.from({ length: size }, () => new Array<number>(width).fill(0));
  for (const [x, q] of state.entries())
    for (let j = 0; j < width; j++) sums[q][j] += share[x] * values[row[x] + j];
  const whole = Array.from({ length: width }, (_, j) => sums.reduce((sum, each) => sum + each[j], 0));
  const rows = sums.map((each) => {
    const total = each.reduce((sum, value) => sum + value, step);
    return each.map((value, j) => (value + step * whole[j]) / total);
  });
  return (x: number, q: number) => {
    let cost = 0;
    for (let j = 0; j < width; j++) cost -= values[row[x] + j] * Math.log(rows[q][j]);
    return Math.fround(share[x] * cost);
  };
}

/** The same for one state: a word and all that begin with it, each once. */
function changeByDefinition(
  { parent, letter, letters, end }: Sample,
  words: readonly number[],
  to: number,
  ways: { state: Int32Array; target: Int32Array; instead: number },
  cost: (x: number, q: number) => number,
): number {
  const seen = new Set<number>();
  const children = (x: number) =>
    Array.from({ length: end[x] - x - 1 }, (_, i) => x + 1 + i).filter((c) => parent[c] === x);
  let change = 0;
  const follow = (x: number, q: number) => {
    seen.add(x);
    if (q === ways.state[x]) return;
    change += cost(x, q) - cost(x, ways.state[x]);
    for (const c of children(x)) {
      const next = ways.target[q * letters + letter[c]];
      follow(c, next === ways.instead ? to : next);
    }
  };
  for (const first of words) if (!seen.has(first)) follow(first, to);
  return change;
}

/** An automaton with random arcs, of which some lead to no state yet, and the states of words where these lead to state 0. */
function randomWays(sample: Sample, size: number, seed: number, instead: number) {
  const random = new Random(seed);
  const target = Int32Array.from({ length: size * sample.letters }, () => random.below(size));
  const state = statesIn(sample, target);
  if (instead < 0) for (let i = 0; i < 3; i++) target[random.below(target.length)] = instead;
  return { random, state, target, instead };
}

describe("detours", () => {
  it.each([
    { seed: 1, size: 3, instead: -1 },
    { seed: 2, size: 20, instead: -1 },
    { seed: 3, size: 9, instead: 4 },
    { seed: 4, size: 30, instead: 7 },
  ])("change the loss as each state does alone, to the bit: seed $seed", async ({ seed, size, instead }) => {
    const sample = await drawnSample(naturalModel(3, seed), 40, seed);
    const { random, ...ways } = randomWays(sample, size, seed, instead);
    const costs = new Costs(sample).take(sumsOf(sample, ways.state, size), size);
    const cost = costByDefinition(sample, ways.state, size);
    const detours = new Detours(sample);
    for (let round = 0; round < 6; round++) {
      const words = [...sample.row.keys()].filter(() => random.below(6) === 0);
      const to = Array.from({ length: Math.min(size, CANDIDATES) }, (_, q) => (q + round) % size);
      const changes = detours.changes(words, to, ways, costs);
      for (const [i, q] of to.entries())
        expect(changes[i]).toBe(changeByDefinition(sample, words, q, ways, cost));
    }
  });

  it("try those states that cost least by themselves", async () => {
    const sample = await drawnSample(naturalModel(3, 5), 60, 5);
    const size = 19;
    const { state } = randomWays(sample, size, 5, -1);
    const costs = new Costs(sample).take(sumsOf(sample, state, size), size);
    const cost = costByDefinition(sample, state, size);
    for (const words of [[3], [1, 4, 9], [...sample.row.keys()].slice(5, 30)]) {
      const alone = Array.from({ length: size }, (_, q) => words.reduce((sum, x) => sum + cost(x, q), 0));
      const least = [...alone.keys()].sort((p, q) => alone[p] - alone[q]).slice(0, CANDIDATES);
      expect(costs.nearest(words)).toEqual(least.sort((p, q) => p - q));
    }
  });
});
