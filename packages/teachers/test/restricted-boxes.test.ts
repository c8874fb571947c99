/** Language models under a guide and in classes, as black boxes. */

import {
  Alphabet,
  boolean,
  determinize,
  fromExpression,
  type NextTeacher,
  runWeight,
  topRanks,
  type Word,
} from "@hankel/core";
import { classBox, guideBox, nextBox, nextOfBox } from "@hankel/teachers";
import { describe, expect, test } from "vitest";

const alphabet = new Alphabet("ab");

/** After a it says b, after b it says a; the end has a fifth. */
const turns: NextTeacher = {
  alphabet,
  next: (words) =>
    words.map((word) => (word.at(-1) === 0 ? Float64Array.of(0, 0.8, 0.2) : Float64Array.of(0.8, 0, 0.2))),
};

const language = (expression: string) => determinize(fromExpression(expression, boolean, { alphabet }));

describe("a box under a guide", () => {
  test("restricts answers, also those that arrive early", async () => {
    const box = guideBox(nextBox(turns), language("(ab)*"));
    expect(box.name).toBe("the language model under the guide");
    const arrived: [number, readonly Float64Array[]][] = [];
    const words: Word[] = [[], [0], [0, 1], [1]];
    const answers = await box.weigh(words, { arrived: (from, some) => arrived.push([from, some]) });
    expect(answers).toEqual([
      Float64Array.of(0.8, 0, 0.2),
      Float64Array.of(0, 1, 0),
      Float64Array.of(0.8, 0, 0.2),
      Float64Array.of(0, 0, 1),
    ]);
    expect(arrived).toEqual([[0, answers]]);
    expect(box.kind.header.next).toEqual({ prefixes: false, longest: undefined });
    expect(box.draw).toBeUndefined();
    expect(await nextOfBox(box).next([[0]])).toEqual([Float64Array.of(0, 1, 0)]);
  });

  test("tells once where the guide allows only what the model excludes", async () => {
    const told: string[] = [];
    const box = guideBox(nextBox(turns), language("aaa"), (notice) => told.push(notice));
    await box.weigh([[0], [0, 0]]);
    expect(told).toEqual(["the language model gives probability 0 to all that the guide allows after a"]);
  });
});

describe("a box of classes", () => {
  test("is a Moore machine, which hands its answers over in batches", async () => {
    const box = classBox(nextBox(turns), topRanks(1));
    expect(box.kind.header).toEqual({ machine: "moore" });
    expect([box.findCounterexample, box.draw]).toEqual([undefined, undefined]);
    const words: Word[] = Array.from({ length: 1500 }, (_, i) => [0, 1, 0, 1].slice(0, i % 5));
    const arrived: number[] = [];
    const answers = await box.weigh(words, { arrived: (from, some) => arrived.push(from, some.length) });
    expect(arrived).toEqual([0, 1000, 1000, 500]);
    expect(answers[4]).toBe(runWeight("moore", 4, ["a", "b", "a", "b", "a"]));
    expect(await box.weigh([[1, 0]])).toEqual([runWeight("moore", 2, ["a", "impossible", "impossible"])]);
    await box.close?.();
  });
});
