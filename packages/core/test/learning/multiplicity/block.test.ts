/** What the multiplicity learner conjectures, and what it has in between, agrees with the words that it has asked. */

import {
  type Automaton,
  fieldTeacher,
  primeField,
  Random,
  real,
  type Teacher,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { Observations } from "../../../src/answers/observations.ts";
import { Alphabet, floatingField, realWithin } from "../../../src/index.ts";
import { BlockWords } from "../../../src/learning/multiplicity/block-words.ts";
import { RealArithmetic } from "../../../src/learning/multiplicity/real-arithmetic.ts";
import { interviewOverField } from "../../support/multiplicity.ts";
import { wordsUpTo } from "../../support/reference.ts";
import { automatonOf } from "../../support/wfsas.ts";

/** A random automaton with two letters; weights are digits. */
function lines(seed: number, states: number): string {
  const random = new Random(seed, states);
  const digit = () => 1 + random.below(5);
  const arcs = Array.from(
    { length: 3 * states },
    () => `${random.below(states)} ${"ab"[random.below(2)]} ${digit()} ${random.below(states)}`,
  );
  return `> 0 1; ${arcs.join("; ")}; ${random.below(states)} ${digit()}; ${states - 1} 1`;
}

/** Finds the same counterexamples, with letters in front of them as long as they stay counterexamples. */
function withLongWords<W>(teacher: Teacher<W>): Teacher<W> {
  return {
    ...teacher,
    weigh: (words) => teacher.weigh(words),
    findCounterexample(hypothesis) {
      let word: Word | null = teacher.findCounterexample?.(hypothesis) ?? null;
      for (const letter of [0, 1, 1, 0, 1]) {
        if (word === null) return null;
        const longer: Word = [...word, letter];
        if (!teacher.kind.algebra.equals(teacher.weigh([longer])[0], hypothesis.weigh(longer))) word = longer;
      }
      return word;
    },
  };
}

describe("a conjecture", () => {
  it("weighs every word of the block as it was answered", () => {
    const seven = primeField(7);
    let conjectures = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const target = automatonOf(seven, lines(seed, 3 + (seed % 5)));
      interviewOverField(withLongWords(fieldTeacher(target)), (learner, question) => {
        if (question.kind !== "conjecture") return;
        conjectures++;
        const { words } = learner;
        for (let basis = 0; basis < words.size; basis++) {
          for (const suffix of words.suffixes) {
            const word = [...words.prefix(basis), ...suffix];
            expect(question.hypothesis.weigh(word), `seed ${seed}: ${word}`).toBe(target.weigh(word));
          }
        }
      });
    }
    expect(conjectures).toBeGreaterThan(60);
  });
});

describe("between two answers", () => {
  it("there is an automaton over the reals, too, which weighs the words of its basis right", () => {
    let compared = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const fading = lines(seed, 5).replaceAll(/ ([ab]) (\d)/gu, " $1 0.0$2");
      const target = automatonOf(real, fading);
      const teacher = {
        kind: weightsIn(real),
        alphabet: target.alphabet,
        weigh: (words: readonly Word[]) => words.map((word) => target.weigh(word)),
        findCounterexample: (hypothesis: Automaton<number>) =>
          [...wordsUpTo(2, 5)].find((word) => Math.abs(hypothesis.weigh(word) - target.weigh(word)) > 1e-9) ??
          null,
      };
      interviewOverField(teacher, (learner) => {
        const hypothesis = learner.hypothesis();
        expect(hypothesis.size).toBe(learner.states);
        for (let basis = 0; basis < learner.words.size; basis++) {
          const word = learner.words.prefix(basis);
          expect(hypothesis.weigh(word), `seed ${seed}: ${word}`).toBeCloseTo(target.weigh(word), 9);
          compared++;
        }
      });
    }
    expect(compared).toBeGreaterThan(100);
  });
});

it("the answers are those that were asked, in their order", () => {
  const target = automatonOf(primeField(7), lines(3, 4));
  const { learner, asked } = interviewOverField(fieldTeacher(target));
  expect([...learner.answers()]).toEqual(asked.map((word) => [word, target.weigh(word)]));
});

it("real weights agree within the tolerance of their factors, relative to the larger", () => {
  const floating = floatingField(realWithin(0.125));
  if (floating === undefined) throw new Error("real is a field of rounded numbers");
  const words = new BlockWords(new Observations<number>(floating.field, 1), new Alphabet("a"));
  const arithmetic = new RealArithmetic(floating, words);
  const { agree, distance } = arithmetic.coordinates.scalars;
  expect([agree(8, 7, 1), agree(-7, -8, 1), agree(8, 6, 1)]).toEqual([true, true, false]);
  expect([agree(8, 6, 2), agree(0, 0, 1), agree(0, 1e-9, 1)]).toEqual([true, true, false]);
  expect([distance(3, 5), distance(5, 3), arithmetic.renew()]).toEqual([2, 2, false]);
});
