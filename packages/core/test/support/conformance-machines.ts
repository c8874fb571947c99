/** A learner that knows that a machine answers learns the same automaton, and asks nothing that an answer has shown. */

import {
  Contradiction,
  exactTeacher,
  freeLetters,
  freeWord,
  machineOf,
  machineToWdfsa,
  minimize,
  type Teacher,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectLanguage } from "./agreement.ts";
import { freeWords } from "./arithmetic.ts";
import { bytes } from "./drafts.ts";
import { interview, type Subject } from "./interview.ts";
import { randomMachine } from "./machines.ts";
import { classesByPairs, plain } from "./reference.ts";

const seeds = fc.nat(1e6);

/** Does one word begin another, or equal it? */
const begins = (prefix: Word, word: Word) => prefix.every((letter, i) => word[i] === letter);

/** A learner that can also do without knowing that a machine answers. */
export function conformanceOnMachines(subject: Subject): void {
  conformanceInformed(subject);
  describe("on machines", () => {
    it("learns the same automaton whether it knows that a machine answers or not", () => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const target = machineToWdfsa(randomMachine(seed));
          const informed = interview(subject, exactTeacher(target), { informed: true });
          const uninformed = interview(subject, exactTeacher(target));
          expect(bytes(informed.result)).toBe(bytes(uninformed.result));
          expect(informed.conjectures.length).toBeLessThanOrEqual(informed.result.size);
        }),
        { seed: 1010, numRuns: 60 },
      );
    });
  });
}

/** A learner that knows that a machine answers. */
export function conformanceInformed(subject: Subject): void {
  describe("informed of machines", () => {
    it("returns the language that the reference weighs, with its fewest states, in canonical form", () => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const target = machineToWdfsa(randomMachine(seed));
          const { result } = interview(subject, exactTeacher(target), { informed: true });
          const language = plain(target, freeWords);
          expectLanguage(result, language);
          expect(result.size).toBe(classesByPairs(language));
          expect(bytes(result)).toBe(bytes(minimize(target)));
        }),
        { seed: 1014, numRuns: 40 },
      );
    });

    it("asks no word that begins an earlier one, and longest first in a batch", () => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const teacher = exactTeacher(machineToWdfsa(randomMachine(seed)));
          const asked: Word[] = [];
          interview(subject, teacher, {
            informed: true,
            watch: (learner, question) => {
              expect(minimize(learner.hypothesis()).size).toBeLessThanOrEqual(learner.states);
              if (question.kind !== "weigh") return;
              const lengths = question.batch.words.map((word) => word.length);
              expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
              for (const word of question.batch.words) {
                expect(asked.filter((earlier) => begins(word, earlier))).toEqual([]);
                asked.push(word);
              }
            },
          });
        }),
        { seed: 1011, numRuns: 40 },
      );
    });

    it("conjectures machines, which agree with the answers when they are accepted", () => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const machine = randomMachine(seed);
          const run = interview(subject, exactTeacher(machineToWdfsa(machine)), { informed: true });
          for (const { hypothesis } of run.conjectures)
            expect(machineOf(hypothesis)?.kind).toBe(machine.kind);
          const last = run.conjectures.at(-1)?.hypothesis;
          for (const [word, weight] of run.answers) {
            expect(last?.weigh(word === "" ? [] : word.split(",").map(Number))).toBe(weight);
          }
        }),
        { seed: 1012, numRuns: 40 },
      );
    });

    it("ends with a contradiction that names two words if the outputs for a prefix change", () => {
      let found = 0;
      fc.assert(
        fc.property(seeds, (seed) => {
          const honest = exactTeacher(machineToWdfsa(randomMachine(seed)));
          const error = failure(subject, changing(honest, seed % 20));
          if (error === undefined) return;
          found++;
          expect(error).toBeInstanceOf(Contradiction);
          expect((error as Error).message).toMatch(/the answers contradict each other/u);
        }),
        { seed: 1013, numRuns: 60 },
      );
      expect(found).toBeGreaterThan(5);
    });
  });
}

/** A teacher whose first output becomes another one after some words. */
function changing(honest: Teacher<string>, after: number): Teacher<string> {
  let asked = 0;
  return {
    ...honest,
    weigh: (words) =>
      Array.from(honest.weigh(words), (weight) =>
        weight !== "1" && asked++ >= after ? freeWord("changed", ...freeLetters(weight).slice(1)) : weight,
      ),
  };
}

function failure(subject: Subject, teacher: Teacher<string>): unknown {
  try {
    interview(subject, teacher, { informed: true });
    return undefined;
  } catch (error) {
    return error;
  }
}
