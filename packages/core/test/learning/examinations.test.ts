/** What a driver permits, counts and passes on while a conjecture is examined. */

import {
  Alphabet,
  Batch,
  type Examination,
  HankelError,
  learn,
  type Purpose,
  type Rational,
  rational,
  type Teacher,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { learnLater } from "../support/learn-later.ts";

const alphabet = new Alphabet("ab");
const WORDS: readonly Word[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];

/** Weighs all words by 1, and examines each conjecture by one question. */
function teacherOf(
  examine: (hypothesis: never) => Examination<Rational, Rational>,
  others: Partial<Teacher<Rational>> = {},
) {
  const asked: string[] = [];
  const note = (words: readonly Word[], purpose = "states") => {
    asked.push(`${purpose}: ${words.map((word) => alphabet.show(word)).join(" ")}`);
    return words.map((): Rational => 1);
  };
  const teacher: Teacher<Rational> = {
    kind: weightsIn(rational),
    alphabet,
    weigh: (words) => note(words, "alone"),
    answer({ words }, purpose, states) {
      if (states === true) throw new HankelError("usage", "the teacher gives no states");
      return { weights: note(words, purpose) };
    },
    findCounterexample: () => null,
    examine: (hypothesis) => examine(hypothesis as never),
    ...others,
  };
  return { teacher, asked, note };
}

function* testing(states?: true): Examination<Rational, Rational> {
  const answer = yield { kind: "test", batch: Batch.of(WORDS), ...(states && { states }) };
  if (answer.kind !== "weights") throw new Error("no weights");
  if (states && answer.states === undefined) throw new Error("no states");
  return null;
}

function* rechecking(): Examination<Rational, Rational> {
  yield { kind: "recheck", batch: Batch.of(WORDS) };
  return null;
}

describe("a test of a conjecture", () => {
  it("is counted apart from the words of the learner", () => {
    const { teacher, asked } = teacherOf(() => testing());
    const { tests, statistics, outcome } = learn(teacher, { learner: "table" });
    expect(asked).toEqual(["learn: ε a b", "test: aa ab ba bb"]);
    expect([outcome, tests, statistics.questions, statistics.rounds, statistics.symbols]).toEqual([
      "accepted",
      4,
      3,
      1,
      2,
    ]);
    expect([statistics.equivalences, statistics.cost]).toEqual([1, 5]);
  });

  it("tries as many words as the budget allows, and a batch of one at least", () => {
    const cut = (maxQuestions: number) => {
      const { teacher, asked } = teacherOf(() => testing());
      const { outcome, tests } = learn(teacher, { learner: "table", maxQuestions });
      return [asked[1], outcome, tests];
    };
    expect(cut(7)).toEqual(["test: aa ab ba bb", "accepted", 4]);
    expect(cut(6)).toEqual(["test: aa ab ba", "accepted", 3]);
    expect(cut(4)).toEqual(["test: aa", "accepted", 1]);
    expect(cut(3)).toEqual([undefined, "budget", 0]);
  });

  it("may ask for states, which may cost more", () => {
    const states = [0, 1, 2, 3].map((state) => [state]);
    const paid: [number, Purpose, boolean | undefined][] = [];
    const { teacher, asked, note } = teacherOf(() => testing(true), {
      answer: ({ words }, purpose, withStates) =>
        withStates === true
          ? { weights: note(words), states: states as never }
          : { weights: note(words, purpose) },
      cost({ length }, purpose, withStates) {
        paid.push([length, purpose, withStates]);
        return (withStates === true ? 2 : 1) * length;
      },
    });
    expect(learn(teacher, { learner: "table", maxQuestions: 11 }).outcome).toBe("accepted");
    expect(asked).toEqual(["learn: ε a b", "states: aa ab ba bb"]);
    expect(paid).toEqual([
      [3, "learn", false],
      [4, "test", true],
    ]);
    asked.length = 0;
    expect(learn(teacher, { learner: "table", maxQuestions: 8 }).tests).toBe(2);
    expect(asked[1]).toBe("states: aa ab");
  });

  it("cannot ask for states that the teacher does not give", () => {
    const { teacher } = teacherOf(() => testing(true));
    expect(() => learn(teacher, { learner: "table" })).toThrow("the teacher gives no states");
  });
});

describe("a recheck", () => {
  it("is asked as a whole or not at all, and counts as neither", () => {
    const { teacher, asked } = teacherOf(() => rechecking());
    const { tests, statistics } = learn(teacher, { learner: "table", maxQuestions: 7 });
    expect([asked[1], tests, statistics.questions]).toEqual(["recheck: aa ab ba bb", 0, 3]);
    const { outcome, reason } = learn(teacher, { learner: "table", maxQuestions: 6 });
    expect([outcome, reason]).toEqual([
      "budget",
      "the next batch would go beyond 6 questions (3 asked so far)",
    ]);
  });
});

it("a teacher that takes its time is asked the same, with states and draws", async () => {
  function* drawing(): Examination<Rational, Rational> {
    const drawn = yield { kind: "sample", count: 2, seed: 9 };
    if (drawn.kind !== "samples") throw new Error("no samples");
    yield { kind: "test", batch: Batch.of(drawn.words), states: true };
    return null;
  }
  const { teacher, asked, note } = teacherOf(() => drawing());
  const slow = {
    ...teacher,
    answer: async ({ words }: Batch, purpose: Purpose, states?: boolean) =>
      states === true ? { weights: note(words), states: [] as never } : { weights: note(words, purpose) },
    draw: async (count: number, seed: number) => Array.from({ length: count }, () => [seed % 2]),
  };
  const { outcome, tests } = await learnLater(slow, { learner: "table" });
  expect([outcome, tests, ...asked]).toEqual(["accepted", 2, "learn: ε a b", "states: b b"]);
});
