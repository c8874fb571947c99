import { type CounterexampleUse, createLearner, exactTeacher, learn, weightsIn } from "@hankel/core";
import { expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { conformance } from "../support/conformance.ts";
import { automatonOf } from "../support/targets.ts";

conformance({
  name: "table (prefixes)",
  make: (algebra, alphabet, kind = weightsIn(algebra)) =>
    createLearner({ kind, alphabet }, { learner: "table" }),
});

conformance({
  name: "table (suffixes)",
  make: (algebra, alphabet, kind = weightsIn(algebra)) =>
    createLearner({ kind, alphabet }, { learner: "table", counterexamples: "suffixes" }),
});

conformance({
  name: "table (Rivest–Schapire)",
  make: (algebra, alphabet, kind = weightsIn(algebra)) =>
    createLearner({ kind, alphabet }, { learner: "table", counterexamples: "rivest-schapire" }),
});

it.each<[CounterexampleUse, number, number]>([
  ["prefixes", 3013, 58],
  ["suffixes", 3524, 35],
  ["rivest-schapire", 2348, 55],
])("with %s asks no more questions than recorded here", (counterexamples, questions, equivalences) => {
  const asked = { questions: 0, equivalences: 0 };
  for (let seed = 0; seed < 10; seed++) {
    const target = automatonOf(exactCases[2], { shape: "dense", states: 30, letters: 2, seed });
    const { statistics } = learn(exactTeacher(target), { learner: "table", counterexamples });
    asked.questions += statistics.questions;
    asked.equivalences += statistics.equivalences;
  }
  expect(asked.questions).toBeLessThanOrEqual(questions);
  expect(asked.equivalences).toBeLessThanOrEqual(equivalences);
});

it("says why it asks: to begin, for a counterexample, and for rows that are not closed or not consistent", () => {
  const reasons = new Set<string>();
  for (let seed = 0; seed < 6; seed++) {
    const target = automatonOf(exactCases[2], { shape: "sparse", states: 8, letters: 2, seed });
    learn(exactTeacher(target), {
      learner: "table",
      announce: (question) => question.kind === "weigh" && reasons.add(question.why.kind),
    });
  }
  expect([...reasons].sort()).toEqual(["counterexample", "inconsistent", "revived", "start", "unclosed"]);
});
