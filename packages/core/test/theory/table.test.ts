/** Lemma 4.6 and Theorem 4.7: classes of rows are never lost, each repair adds one, and there are at most N repairs. */

import { type CounterexampleUse, type Learner, type Question, TableLearner } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Arithmetic } from "../support/arithmetic.ts";
import { exactCases } from "../support/cases.ts";
import { interview } from "../support/interview.ts";
import { classesByPairs, type Plain, plain, weighByDefinition } from "../support/reference.ts";
import { automatonOf, targets, windingTeacher } from "../support/targets.ts";

const uses: readonly CounterexampleUse[] = ["prefixes", "suffixes", "rivest-schapire"];
const repairs = ["revived", "inconsistent", "unclosed"];

/** The row divided from the left by its first entry that is not zero; `undefined` if all are zero. */
function normalised<R>(k: Arithmetic<R>, row: readonly R[]): R[] | undefined {
  const first = row.find((weight) => !k.isZero(weight));
  return first === undefined ? undefined : row.map((weight) => k.times(k.inverse(first), weight));
}

/** n(H): how many classes the live rows of P have on S. */
function classesOfRows<R>(target: Plain<R>, { hankel }: TableLearner<unknown>): number {
  const { k } = target;
  const classes: R[][] = [];
  for (const prefix of hankel.prefixes.map((row) => hankel.word(row))) {
    const row = hankel.suffixes.map((suffix) => weighByDefinition(target, [...prefix, ...suffix]));
    const key = normalised(k, row);
    if (key === undefined || classes.some((other) => other.every((entry, i) => k.equals(entry, key[i]))))
      continue;
    classes.push(key);
  }
  return classes.length;
}

describe.each(uses)("the table learner with %s", (counterexamples) => {
  it.each(exactCases)("gains a class by every repair over $name", (setting) => {
    fc.assert(
      fc.property(targets(8), (drawn) => {
        const target = automatonOf(setting, drawn);
        const reference = plain(target, setting.arithmetic);
        const N = classesByPairs(reference);
        let [size, classes, made] = [0, 0, 0];
        const watch = (learner: Learner<unknown>, question: Question<unknown>) => {
          if (!(learner instanceof TableLearner)) throw new Error("a table learner was made");
          const grown = learner.hankel.prefixes.length + learner.hankel.suffixes.length;
          const now = classesOfRows(reference, learner);
          expect(now).toBeGreaterThanOrEqual(classes);
          expect(now).toBeLessThanOrEqual(N);
          if (question.kind === "weigh" && repairs.includes(question.why.kind) && grown > size) {
            expect(now).toBeGreaterThan(classes);
            made++;
          }
          [size, classes] = [grown, now];
        };
        interview(
          {
            name: "table",
            make: (algebra, alphabet) => new TableLearner(algebra, alphabet, { counterexamples }),
          },
          windingTeacher(target, drawn.seed),
          { watch },
        );
        expect(made).toBeLessThanOrEqual(N);
        expect(classes).toBe(N);
      }),
      { seed: 4070, numRuns: 5 },
    );
  });
});
