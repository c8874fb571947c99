/** What it would bring if idle workers asked ahead. */

import { type Family, nameOf, target } from "../support/families.ts";
import type { Cell } from "../support/result.ts";
import { progress, type Section } from "../support/section.ts";
import { type Guess, runAhead } from "./ahead.ts";
import { FLEETS, families, MINUTE, weighted } from "./contenders.ts";
import { guessForTable } from "./guess-for-table.ts";
import { guessForTree } from "./guess-for-tree.ts";
import { recordRun } from "./recorded-run.ts";
import { secondsOf } from "./schedule.ts";

const SIZES = [100, 1000];
const guesses: Readonly<Record<string, Guess>> = { tree: guessForTree, table: guessForTable };

function rowsOf(family: Family, size: number, notes: string[]): Cell[][] {
  const automaton = target(family, size, 1);
  const rows: Cell[][] = [];
  for (const [learner, guess] of Object.entries(guesses)) {
    progress(`fleet-simulation/ahead ${nameOf(family)}, ${size} states, ${learner}`);
    const plain = recordRun(automaton, weighted[learner]);
    for (const workers of FLEETS) {
      const run = runAhead(automaton, weighted[learner], workers, guess);
      if (typeof plain === "string" || typeof run === "string") {
        notes.push(`${nameOf(family)}, ${size} states, ${learner}: ${String(run)}`);
        continue;
      }
      const { seconds, words, guessed, used } = run;
      const before = secondsOf(plain.rounds, workers);
      rows.push([
        nameOf(family),
        size,
        learner,
        workers,
        before / MINUTE,
        seconds / MINUTE,
        before / seconds,
        guessed,
        guessed === 0 ? null : used / guessed,
        (words + guessed - used) / words,
      ]);
    }
  }
  return rows;
}

export const aheadSection: Section = {
  name: "ahead",
  title: "Asking ahead",
  about:
    "Workers that would idle in the last wave of a round ask words that the learner may need next. *Tree*: the other words of a search for a " +
    "breakpoint, what the nodes below a word would ask, and what follows if the word becomes a state. *Table*: the rows of all prefixes that are not " +
    "closed, not only of the first. *Used*: the share of the guesses that the learner asked for later. *All words*: with the guesses, as a multiple of the " +
    "words without. One target each.",
  measure({ quick }) {
    const notes: string[] = [];
    const rows = families.flatMap((family) =>
      (quick ? [100] : SIZES).flatMap((size) => rowsOf(family, size, notes)),
    );
    return {
      columns: [
        { name: "family" },
        { name: "states", digits: 0 },
        { name: "learner" },
        { name: "workers", digits: 0 },
        { name: "minutes", digits: 1 },
        { name: "ahead", digits: 1 },
        { name: "faster", digits: 1 },
        { name: "guesses", digits: 0 },
        { name: "used", digits: 2 },
        { name: "all words", digits: 2 },
      ],
      rows,
      shown: rows.flatMap(([, size], i) => (quick || size === 1000 ? [i] : [])),
      notes,
    };
  },
};
