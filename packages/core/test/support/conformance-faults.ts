/** A teacher that breaks the protocol causes an error with the code `teacher` that names the word, if there is one. */

import { type Automaton, exactTeacher, HankelError, type Teacher, type Wdfsa, type Word } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, exactCases } from "./cases.ts";
import { interview, type Subject } from "./interview.ts";
import { automatonOf, targets } from "./targets.ts";

/** A fault in the n-th batch of weights, or in the n-th verdict. */
interface Fault {
  readonly name: string;
  weights?(honest: ArrayLike<unknown>): unknown;
  verdict?(hypothesis: Automaton<unknown>): unknown;
  /** Does the message name the word? */
  readonly named: boolean;
}

/** The correct answers, with the last one replaced. */
function spoiled(wrong: unknown): (honest: ArrayLike<unknown>) => unknown {
  return (honest) => Array.from(honest, (weight, i) => (i === honest.length - 1 ? wrong : weight));
}

const faults: readonly Fault[] = [
  { name: "one weight too few", weights: (honest) => Array.from(honest).slice(1), named: false },
  { name: "one weight too many", weights: (honest) => [...Array.from(honest), 1], named: false },
  { name: "no weights", weights: () => undefined, named: false },
  { name: "null for weights", weights: () => null, named: false },
  { name: "NaN for a weight", weights: spoiled(Number.NaN), named: true },
  { name: "undefined for a weight", weights: spoiled(undefined), named: true },
  { name: "null for a weight", weights: spoiled(null), named: true },
  { name: "a text for a weight", weights: spoiled("banana^"), named: true },
  { name: "a strange object for a weight", weights: spoiled(Object.create(null)), named: true },
  { name: "a symbol for a weight", weights: spoiled(Symbol("w")), named: true },
  { name: "a big integer for a weight", weights: spoiled(3n), named: true },
  { name: "a letter beyond the alphabet", verdict: () => [0, 99], named: false },
  { name: "a negative letter", verdict: () => [-1], named: false },
  { name: "a letter that is no number", verdict: () => ["a"], named: false },
  { name: "half a letter", verdict: () => [0.5], named: false },
  { name: "a word with a hole", verdict: () => Object.assign([], { 1: 0 }), named: false },
  { name: "a text for a word", verdict: () => "a", named: false },
  { name: "undefined for a word", verdict: () => undefined, named: false },
  { name: "a strange object for a word", verdict: () => Object.create(null), named: false },
];

/** Correct except for the n-th batch or verdict. */
function faulty(
  target: Wdfsa<unknown>,
  fault: Fault,
  turn: number,
): { teacher: Teacher<unknown>; word(): Word | undefined } {
  const honest = exactTeacher(target);
  let batches = 0;
  let verdicts = 0;
  let spoiledWord: Word | undefined;
  return {
    word: () => spoiledWord,
    teacher: {
      ...honest,
      weigh(words) {
        const weights = honest.weigh(words);
        if (fault.weights === undefined || batches++ !== turn) return weights;
        spoiledWord = words.at(-1);
        return fault.weights(weights) as ArrayLike<unknown>;
      },
      findCounterexample(hypothesis) {
        if (fault.verdict === undefined || verdicts++ !== turn) return honest.findCounterexample(hypothesis);
        return fault.verdict(hypothesis) as Word;
      },
    },
  };
}

function failure(action: () => unknown): HankelError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(HankelError);
    return error as HankelError;
  }
  throw new Error("nothing was found wrong");
}

function everyFourth(from: number): readonly Case[] {
  return exactCases.filter((_, i) => i % 4 === from % 4);
}

export function conformanceOnFaults(subject: Subject): void {
  describe("against a teacher that gives", () => {
    // Each fault over every fourth algebra: the checks do not depend on it, and the faults cover all of them.
    it.each(faults.map((fault, i) => ({ ...fault, settings: everyFourth(i) })))("$name", (fault) => {
      for (const setting of fault.settings) {
        const target = automatonOf(setting, { shape: "dense", states: 8, letters: 2, seed: 5 });
        const { transcript } = interview(subject, exactTeacher(target));
        const kind = fault.weights === undefined ? "conjecture" : "weigh";
        const turns = transcript.filter((step) => step.startsWith(kind)).length;
        for (let turn = 0; turn < turns; turn++) {
          const { teacher, word } = faulty(target, fault, turn);
          const error = failure(() => interview(subject, teacher));
          expect(error.code).toBe("teacher");
          if (fault.named) expect(error.message).toContain(target.alphabet.show(word() ?? []));
        }
      }
    });

    it.each(exactCases)("the weights of one $name language and the verdicts of another", (setting) => {
      contradictions(subject, setting);
    });

    it.each(exactCases)("the same $name counterexample again and again", (setting) => {
      fc.assert(
        fc.property(targets(8), (drawn) => {
          const target = automatonOf(setting, drawn);
          const honest = exactTeacher(target);
          let first: Word | null = null;
          const teacher: Teacher<unknown> = {
            ...honest,
            findCounterexample: (hypothesis) => (first ??= honest.findCounterexample(hypothesis)),
          };
          // A learner that always gets the same counterexample eventually weighs it right, and reports that.
          const expected = interview(subject, honest).conjectures.length === 1;
          if (expected) return;
          const error = failure(() => interview(subject, teacher));
          expect(error.code).toBe("teacher");
          expect(error.message).toContain(target.alphabet.show(first ?? []));
        }),
        { seed: 1020, numRuns: 8 },
      );
    });
  });
}

function contradictions(subject: Subject, setting: Case): void {
  let found = 0;
  fc.assert(
    fc.property(targets(8), targets(8), (one, two) => {
      const letters = one.letters;
      const target = automatonOf(setting, one);
      const other = exactTeacher(automatonOf(setting, { ...two, letters }));
      if (other.findCounterexample(target) === null) return;
      let last: Word | null = null;
      const teacher: Teacher<unknown> = {
        ...exactTeacher(target),
        findCounterexample: (hypothesis) => (last = other.findCounterexample(hypothesis)),
      };
      let conjectures = 0;
      const error = failure(() =>
        interview(subject, teacher, {
          watch: (_, question) => {
            if (question.kind === "conjecture") conjectures++;
          },
        }),
      );
      expect(error.code).toBe("teacher");
      expect(error.message).toContain(`${target.alphabet.show(last ?? [])} was given as a counterexample`);
      expect(conjectures).toBeLessThanOrEqual(Math.max(1, target.size));
      found++;
    }),
    { seed: 1021, numRuns: 10 },
  );
  expect(found).toBeGreaterThan(3);
}
