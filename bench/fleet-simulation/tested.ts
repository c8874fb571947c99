/** The same with the tests that a black box needs: nobody knows the target, and conjectures are tested with words. */

import { parseEquivalence } from "@hankel/core";
import { nameOf, target } from "../support/families.ts";
import type { Cell } from "../support/result.ts";
import { progress, type Section } from "../support/section.ts";
import { bits, dense, MINUTE, weighted } from "./contenders.ts";
import { recordRun } from "./recorded-run.ts";
import { secondsOf, secondsWithWideTests, wordsOf } from "./schedule.ts";

/** What `hankel learn` does unless told otherwise. */
const TESTS = "short:500+states:5+loops:100+walk:200";
const SIZES = [100, 300, 1000];
const WORKERS = [100, 1000];

export const testedSection: Section = {
  name: "tested",
  title: "With the tests of conjectures",
  about:
    `The tests of \`hankel learn\` (\`${TESTS}\`); what they miss is found by a teacher who knows the target, at once. A test sends 16 words, ` +
    "then 32, and so on up to 2,048, and ends with the first wrong one. *Wide*: it sends as many as there are workers at least.",
  measure({ quick }) {
    const tests = parseEquivalence(TESTS, { seed: 1, words: () => [], box: "none", samples: false });
    const rows: Cell[][] = [];
    const notes: string[] = [];
    for (const family of [dense, bits]) {
      for (const size of quick ? [100] : SIZES) {
        for (const [learner, options] of Object.entries(weighted)) {
          progress(`fleet-simulation/tested ${nameOf(family)}, ${size} states, ${learner}`);
          const run = recordRun(target(family, size, 1), options, tests);
          if (typeof run === "string") {
            notes.push(`${nameOf(family)}, ${size} states, ${learner}: ${run}`);
            continue;
          }
          const { rounds } = run;
          const asked = rounds.filter(({ purpose }) => purpose === "learn");
          const tested = rounds.filter(({ purpose }) => purpose === "test");
          rows.push([
            nameOf(family),
            size,
            learner,
            wordsOf(asked),
            asked.length,
            wordsOf(tested),
            tested.length,
            wordsOf(rounds) / MINUTE,
            ...WORKERS.flatMap((workers) => [
              secondsOf(rounds, workers) / MINUTE,
              secondsWithWideTests(rounds, workers) / MINUTE,
            ]),
          ]);
        }
      }
    }
    return {
      columns: [
        { name: "family" },
        { name: "states", digits: 0 },
        { name: "learner" },
        { name: "words", digits: 0 },
        { name: "rounds", digits: 0 },
        { name: "test words", digits: 0 },
        { name: "test rounds", digits: 0 },
        { name: "minutes, 1 worker", digits: 1 },
        ...WORKERS.flatMap((workers) => [
          { name: `${workers.toLocaleString("en-US")} workers`, digits: 1 },
          { name: "wide", digits: 1 },
        ]),
      ],
      rows,
      notes,
    };
  },
};
