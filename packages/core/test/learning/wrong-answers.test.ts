/** Answers that are no weights, and what a run says of them. */

import {
  Alphabet,
  type AsyncTeacher,
  boolean,
  exactTeacher,
  type GroupWithZero,
  learn,
  rational,
  real,
  type Teacher,
  tropical,
  viterbi,
  Wdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { ended } from "../support/ended.ts";

const ab = new Alphabet("ab");

/** A run whose teacher gives one answer to everything. */
function runOn<W>(algebra: GroupWithZero<W>, answer: unknown) {
  const teacher = {
    ...exactTeacher(Wdfsa.zero(algebra, ab)),
    weigh: (words: readonly Word[]) => words.map(() => answer as W),
  };
  const { outcome, reason } = ended(() => learn(teacher, { learner: "table" }));
  return [outcome, reason];
}

describe("an answer that is no weight", () => {
  it.each<[unknown, string]>([
    [0.5, "0.5; write fraction(1, 2) for it, or use the rounded weights of real"],
    [1e300, "1e+300; write a fraction of integers for it, or use the rounded weights of real"],
    [Number.NaN, "NaN"],
    ["1", '"1"'],
    [null, "null"],
    [undefined, "undefined"],
  ])("%s ends a run over exact weights", (answer, text) => {
    expect(runOn(rational, answer)).toEqual(["failed", `the answer for ε is no rational weight: ${text}`]);
  });

  it.each<[unknown, string]>([
    [Number.NaN, "NaN"],
    ["1", '"1"'],
  ])("%s ends a run over rounded weights, too", (answer, text) => {
    expect(runOn(real, answer)).toEqual(["failed", `the answer for ε is no real weight: ${text}`]);
  });

  it("is told how to be written where another semifield with the same operations is rounded", () => {
    expect(runOn(tropical, 1.5)[1]).toBe(
      "the answer for ε is no tropical weight: 1.5; write fraction(3, 2) for it, or use the rounded weights of tropicalFloat64",
    );
    expect(runOn(viterbi, -0.5)[1]).toBe("the answer for ε is no viterbi weight: -0.5");
    expect(runOn(boolean, 0.5)[1]).toBe("the answer for ε is no boolean weight: 0.5");
  });

  it("and a promise names what promises are for", () => {
    expect(runOn(boolean, Promise.resolve(true))[1]).toBe(
      "the answer for ε is no boolean weight: it is a promise; a function that returns promises is for functionBox and learnAsync",
    );
  });

  it("and a teacher that takes its time is for learnAsync", () => {
    const teacher: AsyncTeacher<boolean> = {
      kind: weightsIn(boolean),
      alphabet: new Alphabet("ab"),
      weigh: async () => [true],
    };
    expect(() => learn(teacher as Teacher<boolean>)).toThrow(
      expect.objectContaining({
        code: "usage",
        message: "the teacher answers with a promise; learn from it with learnAsync",
      }),
    );
  });

  it("that is a number beyond the range of rounded weights is a matter of tolerance", () => {
    const [outcome, reason] = runOn(real, 1e-310);
    expect(outcome).toBe("tolerance");
    expect(reason).toBe(
      "the answer for ε, 1e-310, leaves the range of real: an exact semifield, or one of logarithms, has room for it",
    );
    expect(runOn(tropical, Number.NEGATIVE_INFINITY)[0]).toBe("failed");
  });
});

describe("the number of answers", () => {
  it.each([2, 4])("of %i for three words is refused", (count) => {
    const teacher = exactTeacher(Wdfsa.zero(rational, ab));
    const counting = { ...teacher, weigh: () => Array.from({ length: count }, () => 0) };
    const { outcome, reason } = ended(() => learn(counting, { learner: "table" }));
    expect(outcome).toBe("failed");
    expect(reason).toContain(`${count}`);
  });
});
