/** How far a fleet helps each learner: the rounds of its runs on random targets. */

import { type Family, nameOf, target } from "../support/families.ts";
import { average } from "../support/measure.ts";
import type { Cell, Column } from "../support/result.ts";
import { progress, type Section } from "../support/section.ts";
import { FLEETS, families, MINUTE, weighted } from "./contenders.ts";
import { type RecordedRun, recordRun } from "./recorded-run.ts";
import { secondsOf, wordsOf } from "./schedule.ts";

const SIZES = [100, 300, 1000, 3000, 10_000];
const SHOWN = [1000, 10_000];
/** Fractions grow with their words: larger targets take too long. */
const LARGEST_RATIONAL = 1000;
/** Apart, and on sparse targets the table, would take many minutes for the largest targets. */
function takesTooLong({ letters, sparse, weights }: Family, size: number, learner: string): boolean {
  if (size < 10_000 || letters < 10 || learner === "tree") return false;
  return sparse === true || (weights === "boolean" && learner === "apart");
}
/** Larger targets are drawn once. */
const ONE_SEED = 1000;

interface Row {
  readonly family: Family;
  readonly learner: string;
  readonly size: number;
  readonly words: number;
  readonly rounds: number;
  /** Seconds of 10, 100 and 1,000 workers. */
  readonly seconds: readonly number[];
}

export const roundsColumns: readonly Column[] = [
  { name: "words", digits: 0 },
  { name: "rounds", digits: 0 },
  { name: "words a round", digits: 1 },
  { name: "minutes, 1 worker", digits: 1 },
  ...FLEETS.map((workers) => ({ name: `${workers.toLocaleString("en-US")} workers`, digits: 1 })),
  ...FLEETS.map((workers) => ({ name: `speed-up, ${workers.toLocaleString("en-US")}`, digits: 1 })),
];

/** The cells of `roundsColumns`. */
export function roundsCells(words: number, rounds: number, seconds: readonly number[]): Cell[] {
  return [
    words,
    rounds,
    words / rounds,
    words / MINUTE,
    ...seconds.map((time) => time / MINUTE),
    ...seconds.map((time) => words / time),
  ];
}

function measure(family: Family, size: number, learner: string, seeds: number): Row | string {
  progress(`fleet-simulation/rounds ${nameOf(family)}, ${size} states, ${learner}`);
  const runs: RecordedRun[] = [];
  for (let seed = 1; seed <= (size > ONE_SEED ? 1 : seeds); seed++) {
    const run = recordRun(target(family, size, seed), weighted[learner]);
    if (typeof run === "string") return run;
    runs.push(run);
  }
  const found = runs.map(({ rounds }) => ({
    words: wordsOf(rounds),
    rounds: rounds.length,
    ...Object.fromEntries(FLEETS.map((workers) => [`with${workers}`, secondsOf(rounds, workers)])),
  }));
  const { words, rounds, ...times } = average(found as Record<string, number>[], [
    "words",
    "rounds",
    ...FLEETS.map((workers) => `with${workers}`),
  ]);
  return { family, learner, size, words, rounds, seconds: Object.values(times) };
}

export const roundsSection: Section = {
  name: "rounds",
  title: "Rounds of each learner",
  about:
    "A question takes one second, and nothing else takes any time; a round begins when the one before is answered. Equivalence " +
    "questions are answered by a teacher who knows the target, at once. Means of three targets, of one from 3,000 states on. Left out, since they take many minutes: 10,000 states that are " +
    "sparse, but for the tree; 10,000 states with Booleans and 10 letters for apart; more than 1,000 states with rationals.",
  measure({ quick, seeds }) {
    const rows: Row[] = [];
    const notes: string[] = [];
    for (const family of families) {
      for (const size of quick ? [100] : SIZES) {
        if (family.weights === "rational" && size > LARGEST_RATIONAL) continue;
        for (const learner of Object.keys(weighted)) {
          if (takesTooLong(family, size, learner)) continue;
          const row = measure(family, size, learner, seeds);
          if (typeof row !== "string") rows.push(row);
          else notes.push(`${nameOf(family)}, ${size} states, ${learner}: ${row}`);
        }
      }
    }
    return {
      columns: [{ name: "family" }, { name: "states", digits: 0 }, { name: "learner" }, ...roundsColumns],
      rows: rows.map(({ family, size, learner, words, rounds, seconds }) => [
        nameOf(family),
        size,
        learner,
        ...roundsCells(words, rounds, seconds),
      ]),
      shown: rows.flatMap(({ size }, i) => (SHOWN.includes(size) ? [i] : [])),
      notes,
    };
  },
};
