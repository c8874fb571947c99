/** Over floats a learner finds as many states as over the exact algebra of the same numbers, and weights near the exact ones. */

import {
  exactTeacher,
  log,
  minimize,
  Random,
  real,
  runLearner,
  type Teacher,
  viterbiFloat64,
  type Wdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectReferenceWeights } from "./agreement.ts";
import { exactCases } from "./cases.ts";
import { dice } from "./disguise.ts";
import { interview, type Subject } from "./interview.ts";
import { classesByPairs, type Plain, plain, wordsUpTo } from "./reference.ts";
import { targets, windingTeacher } from "./targets.ts";
import { automatonOver, twins } from "./twins.ts";

/** The target's weights with an error of up to `noise` that depends only on the word. */
function noisyTeacher(target: Wdfsa<number>, noise: number): Teacher<number> {
  const { algebra, alphabet } = target;
  const weigh = (word: Word) => {
    const weight = target.weigh(word);
    const error = noise * (new Random(...word).real() - 0.5);
    return algebra.isZero(weight) ? weight : algebra.one === 1 ? weight * (1 + error) : weight + error;
  };
  return {
    kind: weightsIn(algebra),
    alphabet,
    weigh: (words) => words.map(weigh),
    findCounterexample(hypothesis) {
      for (const word of wordsUpTo(alphabet.size, alphabet.size === 1 ? 12 : 6)) {
        if (!algebra.equals(weigh(word), hypothesis.weigh(word))) return word;
      }
      return null;
    },
  };
}

/** The language of an automaton over an exact algebra, for the reference. */
function languageOf(truth: Wdfsa<unknown>): Plain<unknown> {
  const setting = exactCases.find(({ name }) => name === truth.algebra.name);
  if (setting === undefined) throw new Error(`the reference has no arithmetic of ${truth.algebra.name}`);
  return plain(truth, setting.arithmetic);
}

export function conformanceOnNearness(subject: Subject): void {
  it.each([real, viterbiFloat64, log])(
    "learns from probabilities whose long products $name cannot represent",
    (near) => {
      const pool = near === log ? ["6.9", "5.5", "3.9"] : ["0.001", "0.004", "0.02"];
      for (const shape of ["dense", "few-final", "all-final"] as const) {
        const target = automatonOver(near, pool, { shape, states: 60, letters: 3, seed: 7 });
        const { result } = interview(subject, exactTeacher(target), { maxStates: 60 });
        expect(result.size).toBe(minimize(target).size);
      }
    },
  );

  describe.each(twins)("over $name", ({ near, exact, pool }) => {
    it.each(["shortest", "winding"])(
      "finds the states of the exact twin, from %s counterexamples",
      (kind) => {
        fc.assert(
          fc.property(targets(20), fc.nat(1e6), (drawn, seed) => {
            const target = automatonOver(near, pool, drawn);
            const truth = automatonOver(exact, pool, drawn);
            const teacher = kind === "winding" ? windingTeacher(target, seed) : exactTeacher(target);
            const { result, asked } = interview(subject, teacher);
            const language = languageOf(truth);
            expect(result.size).toBe(classesByPairs(language));
            expect(new Set(asked.map(String)).size).toBe(asked.length);
            const roll = dice(seed);
            for (let i = 0; i < 30; i++) {
              const word = Array.from({ length: roll(20) }, () => roll(drawn.letters));
              const weight = truth.weigh(word);
              expectReferenceWeights(exact, [[word, weight]], language);
              const expected = near.parse(exact.format(weight));
              const [got, zero] = [result.weigh(word), near.isZero(expected)];
              expect(near.isZero(got)).toBe(zero);
              if (!zero)
                expect(Math.abs(got - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
            }
          }),
          { seed: 1010, numRuns: 8 },
        );
      },
    );

    it("is not disturbed by noise well below the tolerance", () => {
      fc.assert(
        fc.property(targets(6), (drawn) => {
          const target = automatonOver(near, pool, drawn);
          const quiet = interview(subject, noisyTeacher(target, 0));
          expect(interview(subject, noisyTeacher(target, 1e-12)).result.size).toBe(quiet.result.size);
        }),
        { seed: 1011, numRuns: 8 },
      );
    });

    it.each([1e-10, 3e-10, 1e-9, 1e-8, 1e-6])("ends, whatever the effect of noise of %d", (noise) => {
      fc.assert(
        fc.property(targets(8), (drawn) => {
          const teacher = noisyTeacher(automatonOver(near, pool, drawn), noise);
          const learner = subject.make(near, teacher.alphabet);
          const learned = runLearner(learner, teacher, { maxStates: 20, maxQuestions: 3000 });
          expect(["accepted", "budget", "tolerance"]).toContain(learned.outcome);
          if (learned.outcome === "tolerance") {
            expect(learned.error).toMatchObject({ code: "tolerance", name: "HankelError" });
          }
        }),
        { seed: 1012, numRuns: 4 },
      );
    });
  });
}
