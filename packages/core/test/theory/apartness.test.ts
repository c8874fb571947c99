/** Theorem 6.11: what every conjecture of the learner by apartness has. */

import { ApartLearner, type Learner, type Question, type Word } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { interview, type Subject } from "../support/interview.ts";
import { classesByPairs, plain } from "../support/reference.ts";
import { automatonOf, targets, windingTeacher } from "../support/targets.ts";

const makers: readonly Subject[] = [
  { name: "with probes", make: (algebra, alphabet) => new ApartLearner(algebra, alphabet) },
  { name: "without probes", make: (algebra, alphabet) => new ApartLearner(algebra, alphabet, { probes: 0 }) },
];

describe.each(makers)("the apart learner $name", (subject) => {
  it.each(exactCases)(
    "conjectures what agrees with every answer, with more states each time, over $name",
    (setting) => {
      const { algebra, arithmetic } = setting;
      fc.assert(
        fc.property(targets(10), (drawn) => {
          const target = automatonOf(setting, drawn);
          const N = classesByPairs(plain(target, arithmetic));
          const asked = new Set<Word>();
          let states = -1;
          const watch = (learner: Learner<unknown>, question: Question<unknown>) => {
            expect(learner.states).toBeLessThanOrEqual(N);
            if (question.kind === "weigh") {
              for (const word of question.batch.words) asked.add(word);
              return;
            }
            expect(learner.states).toBeGreaterThan(states);
            states = learner.states;
            expect(question.hypothesis.size).toBe(states);
            for (const word of asked) {
              expect(algebra.equals(question.hypothesis.weigh(word), target.weigh(word))).toBe(true);
            }
          };
          const { conjectures } = interview(subject, windingTeacher(target, drawn.seed), { watch });
          expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, N));
          expect(states).toBe(N);
        }),
        { seed: 6110, numRuns: 6 },
      );
    },
  );
});
