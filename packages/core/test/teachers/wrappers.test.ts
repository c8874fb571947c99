/** Teachers around teachers: cached and counted. */

import {
  Alphabet,
  breadthFirst,
  cached,
  counted,
  exactTeacher,
  functionTeacher,
  learn,
  minimize,
  quaternion,
  type Teacher,
  tropical,
  Wdfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runWeight } from "../../src/kinds/runs.ts";
import { exactCases } from "../support/cases.ts";
import { build, bytes } from "../support/drafts.ts";
import { ended } from "../support/ended.ts";
import { refusal } from "../support/refusal.ts";

/** A teacher that records the words that reach it. */
function recorded<W>(teacher: Teacher<W>): { teacher: Teacher<W>; batches: Word[][] } {
  const batches: Word[][] = [];
  return {
    batches,
    teacher: {
      ...teacher,
      weigh(words) {
        batches.push([...words]);
        return teacher.weigh(words);
      },
    },
  };
}

describe("wrappers", () => {
  const target = build(exactCases[8], {
    states: 2,
    letters: 2,
    initial: 3,
    finals: [1, 2],
    arcs: [{ to: 1, weight: 3 }, { to: 0, weight: 4 }, null, { to: 1, weight: 2 }],
  });

  it("pass on the words that a teacher draws, which its examinations may ask for", () => {
    const words: Word[] = [[0], [1, 1]];
    const drawing: Teacher<unknown> = {
      ...exactTeacher(target),
      draw: (count, seed) => words.slice(seed, seed + count),
    };
    expect(counted(cached(drawing)).draw?.(1, 1)).toEqual([[1, 1]]);
    expect(counted(cached(exactTeacher(target))).draw).toBeUndefined();
  });

  it("cached asks no word twice, within a batch or across batches, and answers the same", () => {
    const words = fc.array(fc.array(fc.array(fc.nat(1), { maxLength: 3 }), { maxLength: 6 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, (rounds) => {
        const behind = recorded(exactTeacher(target));
        const teacher = cached(behind.teacher);
        for (const round of rounds) {
          expect(Array.from(teacher.weigh(round))).toEqual(Array.from(exactTeacher(target).weigh(round)));
        }
        const asked = behind.batches.flat().map(String);
        expect(new Set(asked).size).toBe(asked.length);
        expect(behind.batches.every((batch) => batch.length > 0)).toBe(true);
        expect(new Set(asked)).toEqual(new Set(rounds.flat().map(String)));
      }),
      { seed: 131, numRuns: 100 },
    );
  });

  it("cached passes conjectures on", () => {
    expect(cached(exactTeacher(target)).findCounterexample(target)).toBeNull();
    expect(
      cached(exactTeacher(target)).findCounterexample(Wdfsa.zero(target.algebra, target.alphabet)),
    ).toEqual([]);
  });

  it.each([-1, 1])("cached does not hide a wrong number of weights: %d too many", (surplus) => {
    const wrong: Teacher<unknown> = {
      ...exactTeacher(target),
      weigh: (words) => Array.from({ length: words.length + surplus }, () => quaternion.one),
    };
    const { outcome, reason, error } = ended(() => learn(cached(wrong), { learner: "table" }));
    expect([outcome, error]).toMatchObject(["failed", { code: "teacher" }]);
    expect(reason).toMatch(/asked for 3 weights, got [24]/u);
  });

  it("counted counts the words that pass; cached inside or outside changes which words pass", () => {
    const outside = counted(cached(exactTeacher(target)));
    const inside = counted(exactTeacher(target));
    const teacher = cached(inside);
    for (const words of [
      [[], [0]],
      [[0], [0, 1]],
    ]) {
      outside.weigh(words);
      teacher.weigh(words);
    }
    outside.findCounterexample(target);
    expect(outside.counts).toEqual({ questions: 4, rounds: 2, symbols: 4, equivalences: 1 });
    expect(inside.counts).toEqual({ questions: 3, rounds: 2, symbols: 3, equivalences: 0 });
  });

  it("counted agrees with the statistics of a run", () => {
    const teacher = counted(exactTeacher(target));
    const { automaton, statistics } = learn(teacher);
    expect(bytes(automaton)).toBe(bytes(minimize(target)));
    expect(statistics).toMatchObject({ ...teacher.counts, states: automaton.size, arcs: automaton.arcs });
  });

  it("accepts the zero of any algebra as an answer", () => {
    const zero = cached(exactTeacher(Wdfsa.zero(tropical, new Alphabet("a"))));
    expect(zero.weigh([[0], [0]])).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});

/** What an examination finds that is told the weights of the teacher. */
function examined<W>(teacher: Teacher<W>, hypothesis: Wdfsa<W>) {
  const examination = teacher.examine?.(hypothesis, 0);
  let step = examination?.next();
  while (step?.done === false) {
    const { value: question } = step;
    if (question.kind !== "test") throw new Error(`asked for ${question.kind}`);
    step = examination?.next({ kind: "weights", weights: teacher.weigh(question.batch.words) });
  }
  return step?.value;
}

describe("examinations", () => {
  const teacher = functionTeacher({
    algebra: tropical,
    alphabet: "ab",
    weigh: (word) => word.length,
    equivalence: breadthFirst(3),
  });
  const zero = Wdfsa.zero(tropical, teacher.alphabet);

  it("are passed on, counted and through a memory", () => {
    const around = counted(cached(teacher));
    const examination = around.examine?.(zero, 0);
    const question = examination?.next().value;
    expect(question).toMatchObject({ kind: "test" });
    expect(around.counts.equivalences).toBe(1);
    around.findCounterexample(zero);
    expect(around.counts.equivalences).toBe(2);
    expect(counted(exactTeacher(zero)).examine).toBeUndefined();
    expect(cached(exactTeacher(zero)).examine).toBeUndefined();
  });

  it("find the same counterexample as a search", () => {
    expect(examined(teacher, zero)).toEqual(teacher.findCounterexample(zero));
    const { automaton } = learn(teacher, { learner: "table" });
    expect(examined(teacher, automaton)).toBeNull();
  });

  it("need an answer to go on", () => {
    const examination = teacher.examine?.(zero, 0);
    examination?.next();
    expect(refusal(() => examination?.next({ kind: "weights", weights: [] }))).toBe(
      "teacher: asked for 15 weights, got none",
    );
  });
});

describe("the weight of a run", () => {
  it.each([
    ["mealy", 2, ["x", "y"], "x y"],
    ["moore", 1, ["x", "y"], "x y"],
    ["mealy", 0, [], "1"],
  ] as const)("of a %s machine on %i letters is the product of its outputs", (kind, length, run, weight) => {
    expect(runWeight(kind, length, run)).toBe(weight);
  });

  it.each([
    ["mealy", "x y", 'expected an array of 2 outputs (one for each input), got "x y"'],
    [
      "moore",
      ["x", "y"],
      'expected 3 outputs (one for the initial state and one for each input), got 2: ["x","y"]',
    ],
    ["mealy", ["x", 7], 'output 2 is 7: outputs are strings, so write "7"'],
    ["mealy", ["x", null], "output 2 is null: outputs are strings"],
  ] as const)("of a %s machine is none of %j", (kind, run, message) => {
    expect(refusal(() => runWeight(kind, 2, run))).toBe(`teacher: ${message}`);
  });
});
