/** Propositions 6.13 and 8.5: how many products and inverses the learners and `compare` need, counted. */

import {
  Alphabet,
  compare,
  defineGroupWithZero,
  exactTeacher,
  minimize,
  TableLearner,
  TreeLearner,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { interview, type Subject } from "../support/interview.ts";

const PRIME = 101;
const power = (base: number, exponent: number): number =>
  exponent === 0 ? 1 : (base * power(base, exponent - 1)) % PRIME;
const inverses = Array.from({ length: PRIME }, (_, weight) => power(weight, PRIME - 2));

/** The residues modulo 101 that count their products and inverses. */
function counting() {
  const steps = { count: 0 };
  const algebra = defineGroupWithZero<number>({
    name: "counted",
    zero: 0,
    one: 1,
    times: (a, b) => {
      steps.count++;
      return (a * b) % PRIME;
    },
    inverse: (a) => {
      steps.count++;
      return inverses[a];
    },
    isWeight: (value) => Number.isInteger(value),
    format: String,
    parse: Number,
  });
  return { algebra, steps };
}

type Counting = ReturnType<typeof counting>;

/** What a piece of work costs in products and inverses. */
function stepsOf({ steps }: Counting, work: () => unknown): number {
  const before = steps.count;
  work();
  return steps.count - before;
}

/** n states in a row on a, the last one final, with a loop on each of the other letters. */
function chain({ algebra }: Counting, n: number, loops: string, weights: readonly number[]): Wdfsa<number> {
  const builder = new WdfsaBuilder(algebra, new Alphabet(`a${loops}`));
  for (let i = 0; i < n; i++) builder.state(i === n - 1 ? 1 : 0);
  for (let i = 0; i < n; i++) {
    if (i + 1 < n) builder.arc(i, "a", 1, i + 1);
    [...loops].forEach((symbol, j) => builder.arc(i, symbol, weights[j], i));
  }
  return builder.build();
}

/**
 * A tree of two letters with many leaves. The i-th leaf is led to the (m - i)-th state of a chain, twice, by c and by d, and the
 * second time with another weight: each mismatch is shorter than the one before it, and none is among few links.
 */
function descending(world: Counting, height: number, second: number): Wdfsa<number> {
  const builder = new WdfsaBuilder(world.algebra, new Alphabet("abcd"));
  const leaves = 2 ** height;
  for (let i = 0; i < 2 * leaves - 1; i++) builder.state();
  for (let i = 0; i < leaves - 1; i++) builder.arc(i, "a", 1, 2 * i + 1).arc(i, "b", 1, 2 * i + 2);
  const first = 2 * leaves - 1;
  for (let i = 0; i <= leaves; i++) builder.state(i === leaves ? 1 : 0);
  for (let i = 0; i < leaves; i++) {
    builder.arc(first + i, "a", 1, first + i + 1);
    builder.arc(leaves - 1 + i, "c", 1, first + i).arc(leaves - 1 + i, "d", second, first + i);
  }
  return builder.build();
}

describe("8.5: compare", () => {
  /** The bound with a constant for the products of one claim. */
  const most = (letters: number, states: number) => 4 * letters * states * Math.ceil(Math.log2(states));

  it("takes no more than |Σ| n log n products where every state has two clashing ratios", () => {
    const world = counting();
    for (const n of [250, 500, 1000, 2000]) {
      const a = chain(world, n, "bc", [2, 3]);
      const b = chain(world, n, "bc", [3, 2]);
      let found: Word | undefined;
      const steps = stepsOf(world, () => (found = compare(a, b)?.word));
      expect(found?.length).toBe(n);
      expect(steps).toBeLessThan(most(3, 2 * n));
      expect(a.weigh(found as Word)).not.toBe(b.weigh(found as Word));
    }
  });

  it("takes no more where each mismatch is shorter than the one before", () => {
    const world = counting();
    for (const height of [5, 7, 9]) {
      const [a, b] = [descending(world, height, 5), descending(world, height, 7)];
      let found: Word | undefined;
      const steps = stepsOf(world, () => (found = compare(a, b)?.word));
      // The last leaf, d, and one letter to the final state.
      expect(found?.length).toBe(height + 2);
      expect(steps).toBeLessThan(most(4, a.size + b.size));
    }
  });

  it("takes no more for equal automata", () => {
    const world = counting();
    for (const n of [500, 2000]) {
      const [a, b] = [chain(world, n, "bc", [2, 3]), chain(world, n, "bc", [2, 3])];
      expect(stepsOf(world, () => expect(compare(a, b)).toBeUndefined())).toBeLessThan(most(3, 2 * n));
    }
  });
});

describe("6.13: the steps of a run, besides the letters asked", () => {
  const tree: Subject = {
    name: "tree",
    make: (algebra, alphabet) => new TreeLearner(algebra, alphabet, { prices: { word: 1, letter: 0 } }),
  };
  const table: Subject = {
    name: "table",
    make: (algebra, alphabet) => new TableLearner(algebra, alphabet, { counterexamples: "suffixes" }),
  };
  const SIZES = [6, 12, 24, 48];

  /** A cycle with different weights, in which one letter leads back to the beginning. */
  function target({ algebra }: Counting, n: number): Wdfsa<number> {
    const builder = new WdfsaBuilder(algebra, new Alphabet("ab"));
    for (let i = 0; i < n; i++) builder.state(i % 5 === 0 ? 2 + (i % 7) : 0);
    for (let i = 0; i < n; i++) builder.arc(i, "a", 1 + (i % 11), (i + 1) % n).arc(i, "b", 1 + (i % 3), 0);
    return minimize(builder.build());
  }

  /** The steps of the learner alone: those of the teacher do not count. */
  function run(subject: Subject, n: number) {
    const world = counting();
    const teacher = exactTeacher(target(world, n));
    let m = 1;
    const uncounted = <T>(work: () => T): T => {
      const before = world.steps.count;
      const done = work();
      world.steps.count = before;
      return done;
    };
    world.steps.count = 0;
    const { result, conjectures } = interview(subject, {
      ...teacher,
      weigh: (words) => uncounted(() => teacher.weigh(words)),
      findCounterexample: (hypothesis) => {
        const word = uncounted(() => teacher.findCounterexample?.(hypothesis) ?? null);
        m = Math.max(m, word?.length ?? 0);
        return word;
      },
    });
    return { steps: world.steps.count, N: result.size, m, conjectures };
  }

  it("the tree takes O(|Σ|N² + Nm)", () => {
    for (const n of SIZES) {
      const { steps, N, m } = run(tree, n);
      expect(N).toBe(n);
      expect(steps).toBeLessThan(6 * (2 * N * N + N * m));
    }
  });

  it("the table takes O(N·|Σ||P||S|)", () => {
    for (const n of SIZES) {
      const { steps, N, conjectures } = run(table, n);
      expect(N).toBe(n);
      const { prefixes, suffixes } = conjectures.at(-1)?.table ?? { prefixes: [], suffixes: [] };
      expect(steps).toBeLessThan(4 * N * 2 * prefixes.length * suffixes.length);
    }
  });
});
