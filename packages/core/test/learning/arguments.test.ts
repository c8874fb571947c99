/** Numbers and names that are none are refused before a run: it would accept what nothing tested, or never end. */

import {
  Alphabet,
  boolean,
  breadthFirst,
  functionTeacher,
  guidedWords,
  HankelError,
  learn,
  loopWords,
  pac,
  randomWalks,
  randomWords,
  runLearner,
  sampledWords,
  shortWords,
  stateRegression,
  stateTests,
  TableLearner,
  wMethod,
  wpMethod,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

const usage = expect.objectContaining({ code: "usage" });
const teacher = functionTeacher({
  algebra: boolean,
  alphabet: "ab",
  weigh: (word) => word.length % 2 === 0,
  equivalence: wpMethod(1),
});

describe.each(
  Object.entries({
    randomWords,
    randomWalks,
    stateTests,
    loopWords,
    wMethod,
    wpMethod,
    breadthFirst,
    shortWords,
    guidedWords,
    stateRegression,
    sampledWords: (count: number) => sampledWords(count, "target"),
    lengths: (max: number) => randomWords(1, max),
    "lengths of pac": (max: number) => pac(0.1, 0.1, { max }),
  }),
)("%s", (_name, test) => {
  it.each([Number.NaN, -1, -5, 1.5, Number.POSITIVE_INFINITY])("refuses %d", (wrong) => {
    expect(() => test(wrong)).toThrow(usage);
    expect(() => test(wrong)).toThrow(/expects a whole number, [01] or more, not /u);
  });

  it("takes a whole number", () => {
    expect(test(3).text).toContain(_name === "lengths of pac" ? "max=3" : "3");
  });
});

it("refuses mean lengths that are none", () => {
  for (const mean of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
    expect(() => randomWords(5, { mean })).toThrow(usage);
    expect(() => pac(0.1, 0.1, { mean })).toThrow(usage);
  }
});

describe.each(["maxQuestions", "maxStates", "maxSeconds", "maxMemory"])("%s", (limit) => {
  it.each([Number.NaN, -1])("is not %d", (wrong) => {
    const message = `${limit} expects a number that is 0 or more, not ${wrong}`;
    expect(() => learn(teacher, { [limit]: wrong })).toThrow(new HankelError("usage", message));
    expect(() =>
      runLearner(new TableLearner(boolean, new Alphabet("ab")), teacher, { [limit]: wrong }),
    ).toThrow(message);
  });

  it("may be infinite", () => {
    expect(learn(teacher, { [limit]: Number.POSITIVE_INFINITY }).outcome).toBe("accepted");
  });
});

it("refuses options that there are not", () => {
  const wrong: object = { maxQuestion: 5 };
  expect(() => learn(teacher, wrong)).toThrow(usage);
  expect(() => learn(teacher, wrong)).toThrow(/^learn has no option "maxQuestion"; it has .*maxQuestions/u);
});
