/**
 * What every learner must satisfy, whatever its algorithm: the paper's theorems as properties over every exact semifield:
 * Theorems 2.1, 4.3, 4.4, 4.8, 4.9 and 4.11, and 9.4 for the canonical form.
 * A new learner is one line in a test: `conformance({ name, make })`.
 */

import { Alphabet, exactTeacher, minimize, TableLearner, type Wdfsa } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectLanguage, expectReferenceWeights } from "./agreement.ts";
import { type Case, exactCases } from "./cases.ts";
import { conformanceOnFaults } from "./conformance-faults.ts";
import { conformanceOnLimits } from "./conformance-limits.ts";
import { conformanceOnMachines } from "./conformance-machines.ts";
import { conformanceOnNearness } from "./conformance-nearness.ts";
import { disguise } from "./disguise.ts";
import { build, bytes, drafts } from "./drafts.ts";
import { type Conjecture, type Interview, interview, type Subject } from "./interview.ts";
import { sketched, sketches } from "./languages.ts";
import { classesByPairs, type Plain, plain } from "./reference.ts";
import { automatonOf, type Target, targets, windingTeacher } from "./targets.ts";

/** A target, what the reference says of it, and its canonical form. */
interface Known {
  readonly target: Wdfsa<unknown>;
  readonly language: Plain<unknown>;
  readonly classes: number;
  readonly canonical: string;
}

/** All learners get the same targets, so what is known of a target is computed once. */
const known = new Map<string, Known>();

function knownOf(setting: Case, recipe: unknown, make: () => Wdfsa<unknown>): Known {
  const key = `${setting.name} ${JSON.stringify(recipe)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const target = make();
  const language = plain(target, setting.arithmetic);
  const canonical = bytes(minimize(target));
  const found = { target, language, classes: classesByPairs(language), canonical };
  known.set(key, found);
  return found;
}

/** The result must be the language of the target by the reference, minimal by the reference, and in our canonical form. */
function expectLearned(result: Wdfsa<unknown>, { language, classes, canonical }: Known): void {
  expectLanguage(result, language);
  expect(result.size).toBe(classes);
  expect(bytes(result)).toBe(canonical);
}

export function conformance(subject: Subject): void {
  describe(`the ${subject.name} learner`, () => {
    describe.each(exactCases)("over $name", (setting) => conformanceOver(subject, setting));
    conformanceOnNearness(subject);
    conformanceOnFaults(subject);
    conformanceOnLimits(subject);
    conformanceOnMachines(subject);
  });
}

const RUNS = { seed: 1000, numRuns: 12 };
/** So many of the last answers are compared with the reference: those to the longest words. */
const SOME_ANSWERS = 50;

function conformanceOver(subject: Subject, setting: Case): void {
  const { algebra, arithmetic } = setting;
  // Quaternions of long words have long coordinates.
  const large = algebra.name === "quaternion" ? 15 : 32;
  const drawnTarget = (drawn: Target) => knownOf(setting, drawn, () => automatonOf(setting, drawn));

  // The same seed draws the same targets for every property: each is learned once.
  const interviews = new Map<string, Interview<unknown>>();
  const learned = (drawn: Target) => {
    const key = JSON.stringify(drawn);
    const before = interviews.get(key) ?? interview(subject, exactTeacher(drawnTarget(drawn).target));
    interviews.set(key, before);
    return before;
  };
  const check = (holds: (run: Interview<unknown>, target: Known) => void) =>
    fc.assert(
      fc.property(targets(30), (drawn) => holds(learned(drawn), drawnTarget(drawn))),
      RUNS,
    );

  it("returns the language that the reference weighs, with a state for every class of residuals, in canonical form", () => {
    check(({ result, answers }, target) => {
      expectLearned(result, target);
      const weighed = Array.from(answers, ([word, weight]) => [letters(word), weight] as const);
      expectReferenceWeights(algebra, weighed.slice(-SOME_ANSWERS), target.language);
    });
  });

  it("conjectures at most max(1, N) times, and every counterexample adds a state by the next conjecture", () => {
    check(({ conjectures, result }) => {
      expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, result.size));
      const sizes = conjectures.map(({ hypothesis }) => hypothesis.size);
      expect(sizes.every((count, i) => i === 0 || count > sizes[i - 1])).toBe(true);
      expect(conjectures.at(-1)?.states).toBe(result.size);
    });
  });

  it("conjectures automata that agree with the known answers", () => {
    check(({ conjectures, result, answers }) => {
      const last = conjectures.at(-1)?.hypothesis ?? result;
      const known = Array.from(answers);
      expect(known.filter(([word, weight]) => !algebra.equals(last.weigh(letters(word)), weight))).toEqual(
        [],
      );
      for (const { hypothesis, states, table } of conjectures) {
        expect(minimize(hypothesis).size).toBeLessThanOrEqual(states);
        expect(states).toBeLessThanOrEqual(result.size);
        if (table !== undefined) expect(hypothesis.size).toBe(states);
      }
    });
  });

  it("asks no word twice, and only words", () => {
    check(({ asked }, { target: { alphabet } }) => {
      expect(new Set(asked.map(String)).size).toBe(asked.length);
      expect(
        asked.flat().every((letter) => Number.isInteger(letter) && letter >= 0 && letter < alphabet.size),
      ).toBe(true);
    });
  });

  it("asks the same questions for the same answers, whatever the form of the target", () => {
    fc.assert(
      fc.property(targets(15), fc.nat(1e6), (target, seed) => {
        const automaton = automatonOf(setting, target);
        const { transcript } = interview(subject, exactTeacher(automaton));
        expect(interview(subject, exactTeacher(automaton)).transcript).toEqual(transcript);
        const hidden = exactTeacher(disguise(setting, automaton, seed));
        expect(interview(subject, hidden).transcript).toEqual(transcript);
      }),
      { seed: 1001, numRuns: 4 },
    );
  });

  it("learns from long and redundant counterexamples", () => {
    fc.assert(
      fc.property(targets(12), fc.nat(1e6), (drawn, seed) => {
        const target = drawnTarget(drawn);
        const { result, conjectures, asked } = interview(subject, windingTeacher(target.target, seed));
        expectLearned(result, target);
        expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, result.size));
        expect(new Set(asked.map(String)).size).toBe(asked.length);
      }),
      { seed: 1002, numRuns: 8 },
    );
  });

  it("learns targets that are neither trim nor minimal, over 0 to 3 letters, and has a hypothesis at every step", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 6, maxLetters: 3 }), (draft) => {
        const target = knownOf(setting, draft, () => build(setting, draft));
        const { result } = interview(subject, exactTeacher(target.target), {
          watch: (learner) => {
            expect(minimize(learner.hypothesis()).size).toBeLessThanOrEqual(learner.states);
            expect(learner.states).toBeLessThanOrEqual(target.classes);
          },
        });
        expectLearned(result, target);
      }),
      { seed: 1003, numRuns: 20 },
    );
  });

  it("learns larger targets", () => {
    for (const shape of ["dense", "few-final", "sparse"] as const) {
      const target = drawnTarget({ shape, states: large, letters: 3, seed: 6 });
      const { result, conjectures, asked } = interview(subject, exactTeacher(target.target), {
        maxStates: large,
      });
      expectLearned(result, target);
      expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, result.size));
      expect(new Set(asked.map(String)).size).toBe(asked.length);
    }
  });

  it.each(sketches)("learns $name", (sketch) => {
    const target = knownOf(setting, sketch, () => sketched(setting, sketch));
    const { result, conjectures } = interview(subject, exactTeacher(target.target));
    expectLearned(result, target);
    expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, result.size));
    if (result.size === 0) expect(algebra.isZero(result.initialWeight)).toBe(true);
  });

  if (!(subject.make(algebra, Alphabet.letters(1)) instanceof TableLearner)) return;

  it("has tables with P closed under prefixes, S under suffixes, and rows P ∪ PΣ", () => {
    check(({ conjectures }, { target: { alphabet } }) => {
      for (const { table } of conjectures) {
        if (table === undefined) throw new Error("a table learner shows its table");
        const prefixes = new Set(table.prefixes.map(String));
        const suffixes = new Set(table.suffixes.map(String));
        expect(
          table.prefixes.every((word) => word.length === 0 || prefixes.has(String(word.slice(0, -1)))),
        ).toBe(true);
        expect(table.suffixes.every((word) => word.length === 0 || suffixes.has(String(word.slice(1))))).toBe(
          true,
        );
        const rows = new Set(prefixes);
        for (const word of table.prefixes) {
          for (let letter = 0; letter < alphabet.size; letter++) rows.add(String([...word, letter]));
        }
        expect(new Set(table.rows.map(String))).toEqual(rows);
      }
    });
  });

  it("conjectures automata that are trim and minimal and contain the matrix", () => {
    check(({ conjectures, answers }) => {
      for (const { hypothesis, table } of conjectures) {
        expect(classesByPairs(plain(hypothesis, arithmetic))).toBe(hypothesis.size);
        expect(misses({ hypothesis, table, states: 0 }, answers)).toEqual([]);
      }
    });
  });
}

/** The words of the matrix on which a hypothesis and the answers differ. */
function misses(
  { hypothesis, table }: Conjecture<unknown>,
  answers: ReadonlyMap<string, unknown>,
): (readonly number[])[] {
  const { algebra } = hypothesis;
  const words = (table?.rows ?? []).flatMap((row) =>
    (table?.suffixes ?? []).map((suffix) => [...row, ...suffix]),
  );
  return words.filter((word) => !algebra.equals(hypothesis.weigh(word), answers.get(word.join())));
}

function letters(word: string): number[] {
  return word === "" ? [] : word.split(",").map(Number);
}
