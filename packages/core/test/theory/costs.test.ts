/** Theorems 4.12 and 6.11, Proposition 6.12: bounds on words, their letters, and rounds. */

import {
  ApartLearner,
  type CounterexampleUse,
  minimize,
  TableLearner,
  type Teacher,
  type Wdfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { type Interview, interview, type Subject } from "../support/interview.ts";
import { automatonOf, targets, windingTeacher } from "../support/targets.ts";

/** What the bounds are made of: states, letters of the alphabet, the longest counterexample, conjectures. */
interface Figures {
  readonly N: number;
  readonly sigma: number;
  readonly m: number;
  readonly k: number;
}

interface Bounds {
  readonly words: number;
  readonly letters: number;
  readonly rounds: number;
}

const log2 = (n: number) => Math.ceil(Math.log2(n));

/** How many suffixes `apart` makes longer by a letter at most: `EXTENDED` in suffix-choice.ts. */
const EXTENDED = 40;

const table = (use: CounterexampleUse, bounds: (figures: Figures) => Bounds) => ({
  name: `table, ${use}`,
  make: ((algebra, alphabet) =>
    new TableLearner(algebra, alphabet, { counterexamples: use })) satisfies Subject["make"],
  bounds,
});

const learners: readonly (Subject & { bounds(figures: Figures): Bounds })[] = [
  table("prefixes", ({ N, sigma, m, k }) => ({
    words: (1 + sigma * (N + m * (k - 1))) * N,
    letters: m + 2 * N - 1,
    rounds: 1 + N + 2 * (k - 1),
  })),
  table("suffixes", ({ N, sigma, m, k }) => ({
    words: (1 + sigma * N) * (1 + m * (N - 1)),
    letters: m + N,
    rounds: 1 + N + 2 * (k - 1),
  })),
  table("rivest-schapire", ({ N, sigma, m, k }) => ({
    words: (1 + sigma * N) * (1 + m * (N - 1)) + (k - 1) * (1 + log2(m)),
    letters: m + N,
    rounds: 1 + N + (k - 1) * (2 + log2(m)),
  })),
  {
    name: "apart",
    make: (algebra, alphabet) => new ApartLearner(algebra, alphabet),
    bounds: ({ N, sigma, m }) => {
      const longest = N + Math.max(m, 1 + Math.floor(Math.log2(N)));
      const words = (1 + sigma * N) * (1 + EXTENDED * sigma + N) + N * (1 + log2(longest));
      return { words, letters: longest, rounds: words };
    },
  },
];

/** Learns, and keeps the length of the longest counterexample. */
function measured(
  subject: Subject,
  target: Wdfsa<unknown>,
  teacher: Teacher<unknown>,
): Figures & { run: Interview<unknown> } {
  let m = 1;
  const run = interview(subject, {
    ...teacher,
    findCounterexample: (hypothesis) => {
      const word = teacher.findCounterexample?.(hypothesis) ?? null;
      m = Math.max(m, word?.length ?? 0);
      return word;
    },
  });
  return { N: run.result.size, sigma: target.alphabet.size, m, k: run.conjectures.length, run };
}

describe.each(learners)("the $name learner", ({ bounds, ...subject }) => {
  it.each(exactCases)("stays within its bounds over $name", (setting) => {
    fc.assert(
      fc.property(targets(10), (drawn) => {
        const target = minimize(automatonOf(setting, drawn));
        const { run, ...figures } = measured(subject, target, windingTeacher(target, drawn.seed));
        fc.pre(figures.N > 0);
        const { words, letters, rounds } = bounds(figures);
        expect(run.asked.length).toBeLessThanOrEqual(words);
        expect(Math.max(...run.asked.map((word) => word.length))).toBeLessThanOrEqual(letters);
        expect(run.transcript.length - run.conjectures.length).toBeLessThanOrEqual(rounds);
      }),
      { seed: 4110, numRuns: 6 },
    );
  });
});
