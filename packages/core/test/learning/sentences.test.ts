/** What runs say of limits, of growth and of the rank, word by word. */

import {
  Alphabet,
  boolean,
  deterministicForm,
  gatherEvidence,
  HankelError,
  type Learner,
  linearForm,
  rational,
  timePassed,
  type Word,
  wasStopped,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { Contradiction } from "../../src/errors.ts";
import { evidenceOfGrowth, Growth } from "../../src/learning/evidence.ts";
import { outcomeOf } from "../../src/learning/learned.ts";
import { Limits } from "../../src/learning/limits.ts";

describe("limits", () => {
  const clock = (...times: number[]) => {
    let at = 0;
    return () => times[Math.min(at++, times.length - 1)];
  };

  it("of states are met by more, not by as many", () => {
    expect(new Limits({ maxStates: 3 }, { states: 3 }).reached()).toBeUndefined();
    expect(new Limits({ maxStates: 3 }, { states: 4 }).reached()).toBe(
      "the language has more than 3 states (4 told apart so far)",
    );
    expect(new Limits({ maxStates: 1 }, { states: 2, form: linearForm }).reached()).toBe(
      "the language has a rank above 1 (2 so far)",
    );
    expect(new Limits({ maxStates: 1 }, { states: 2, form: deterministicForm }).reached()).toBe(
      "the language has more than 1 state (2 told apart so far)",
    );
    expect(new Limits({}, { states: 1e9 }).reached()).toBeUndefined();
  });

  it("of time count from the start of the run, or from when the caller says", () => {
    const late = new Limits({ maxSeconds: 2, clock: clock(1000, 3000, 3001) }, { states: 1 });
    expect([late.late(), late.late()]).toEqual([undefined, "more than 2 seconds have passed"]);
    const early = new Limits({ maxSeconds: 2, started: 0, clock: clock(2001) }, { states: 1 });
    expect(early.reached()).toBe("more than 2 seconds have passed");
    expect(timePassed(1)).toBe("more than 1 second has passed");
    expect(new Limits({ clock: clock(0, 1e12) }, { states: 1 }).late()).toBeUndefined();
  });

  it("of memory are those of what is measured, or of what the learner says", () => {
    const said = "the run takes more than 1 KiB of memory, which is its limit (--max-memory)";
    const met = (memory: number, measured?: number) =>
      new Limits(
        { maxMemory: 1024, ...(measured !== undefined && { memory: () => measured }) },
        { states: 1, memory },
      ).reached();
    expect([met(1024), met(1025)]).toEqual([undefined, said]);
    expect([met(9999, 1024), met(0, 1025) === undefined]).toEqual([undefined, false]);
    expect(new Limits({ maxMemory: 1 }, { states: 1 }).reached()).toBeUndefined();
  });

  it("of memory leave room for the end of the run: 128 bytes for each weight of the automaton", () => {
    const met = (memory: number, form?: typeof deterministicForm | typeof linearForm) =>
      new Limits(
        { maxMemory: 128 * 100 },
        { states: 3, alphabet: { size: 2 }, memory, ...(form && { form }) },
      ).reached() !== undefined;
    // 3 · (2 + 1) weights, or 3 · (2 · 3 + 2) of an automaton that is not deterministic.
    expect([met(128 * 91), met(128 * 91 + 1), met(128 * 91 + 1, deterministicForm)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([met(128 * 76, linearForm), met(128 * 76 + 1, linearForm)]).toEqual([false, true]);
    let asked = 0;
    const memory = (limit: number) => {
      asked = limit;
      return 0;
    };
    new Limits({ maxMemory: 12_800, memory }, { states: 3, alphabet: { size: 2 } }).reached();
    expect(asked).toBe(128 * 91);
  });

  it("of the caller are asked last", () => {
    const limit = () => "the disk is full";
    expect(new Limits({ limit }, { states: 1 }).reached()).toBe("the disk is full");
    expect(new Limits({ limit, maxStates: 0 }, { states: 1 }).reached()).toContain("more than 0 states");
  });

  it("of questions have a default, and name what was asked", () => {
    expect(new Limits({}, { states: 1 }).maxQuestions).toBe(2 ** 24);
    expect(new Limits({ maxQuestions: 1 }, { states: 1 }).beyond(7)).toBe(
      "the next batch would go beyond 1 question (7 asked so far)",
    );
  });
});

describe("an error ends a run", () => {
  it.each([
    ["teacher", "failed", "failed"],
    ["system", "failed", "failed"],
    ["tolerance", "tolerance", "tolerance"],
    ["budget", "budget", "budget"],
    ["cancelled", "cancelled", "cancelled"],
    ["algebra", undefined, "tolerance"],
    ["automaton", undefined, "tolerance"],
    ["usage", undefined, undefined],
    ["parse", undefined, undefined],
  ] as const)("of code %s with %s, over rounded weights with %s", (code, exact, rounded) => {
    const error = new HankelError(code, "x");
    expect([outcomeOf(error, true), outcomeOf(error, false)]).toEqual([exact, rounded]);
  });

  it("that is a contradiction with one, and any other not at all", () => {
    expect(outcomeOf(new Contradiction("x"), true)).toBe("contradiction");
    expect(outcomeOf(new Error("x"), false)).toBeUndefined();
  });

  it("that only says that someone stopped it is known by its code or its name", () => {
    const abort = new Error("x");
    abort.name = "AbortError";
    const stopped = [new HankelError("cancelled", "x"), abort, { code: "cancelled" }];
    expect(stopped.map(wasStopped)).toEqual([true, true, true]);
    expect([new Error("x"), null, undefined, "AbortError"].some(wasStopped)).toBe(false);
  });
});

describe("the growth of a run", () => {
  it("is noted each time after half as many answers again", () => {
    const growth = new Growth();
    expect([growth.isDue(0), growth.isDue(1)]).toEqual([false, true]);
    growth.note(1, 1);
    expect([growth.isDue(1), growth.isDue(2)]).toEqual([false, true]);
    growth.note(10, 2);
    expect([growth.isDue(14), growth.isDue(15)]).toEqual([false, true]);
    growth.note(10, 3);
    expect(growth.points).toEqual([
      { answers: 1, states: 1 },
      { answers: 10, states: 3 },
    ]);
  });

  const said = (...points: [answers: number, states: number][]) =>
    evidenceOfGrowth(
      idle({}),
      points.map(([answers, states]) => ({ answers, states })),
    ).sentence;

  it("has no trend while a conjecture is tested", () => {
    const points = [
      { answers: 1, states: 1 },
      { answers: 3, states: 2 },
    ];
    expect(evidenceOfGrowth(idle({}), points, 500).sentence).toBe(
      "States told apart: 1 after 1 answer, 2 after 3 answers: no new one since, while 500 words of tests were asked.",
    );
  });

  it("is told in its last five points, with its trend", () => {
    expect(said([1, 1])).toBe("States told apart: 1 after 1 answer.");
    expect(said([1, 1], [3, 2])).toBe(
      "States told apart: 1 after 1 answer, 2 after 3 answers: still growing.",
    );
    expect(said([1, 1], [3, 2], [9, 2])).toBe(
      "States told apart: 1 after 1 answer, 2 after 3 answers, 2 after 9 answers: no new one since 3 answers.",
    );
    expect(said([1, 1], [2, 2], [3, 3], [4, 4], [6, 5], [9, 6])).toBe(
      "States told apart: 2 after 2 answers, 3 after 3 answers, 4 after 4 answers, 5 after 6 answers, 6 after 9 answers: still growing.",
    );
  });
});

/** A learner that has these answers, and does nothing. */
function idle<W>(some: Partial<Learner<W>> & { words?: readonly [Word, W][] }): Learner<W> {
  const { words = [], ...others } = some;
  return {
    states: 1,
    kind: weightsIn(rational),
    form: deterministicForm,
    alphabet: new Alphabet("ab"),
    algebra: rational,
    answers: () => words.values(),
    ...others,
  } as unknown as Learner<W>;
}

describe("evidence", () => {
  const growth = [
    { answers: 2, states: 3 },
    { answers: 4, states: 3 },
  ];

  it("of a learner over a field is its number of states, or what it concludes", () => {
    const field = { states: 3, form: linearForm as never } as const;
    expect(gatherEvidence(idle({ ...field }), growth).sentence).toBe(
      "Rank: 3 after 2 answers, 3 after 4 answers: no higher since 2 answers. Every automaton for the language, deterministic or not, has at least 3 states.",
    );
    const rounded = { ...rational, exact: false } as never;
    const learner = idle({ ...field, algebra: rounded, conclusion: () => "Three stand out." });
    expect(gatherEvidence(learner, growth).sentence).toMatch(/answers\. Three stand out\.$/u);
    expect(gatherEvidence(idle({ ...field, algebra: rounded }), growth).sentence).toMatch(/answers\.$/u);
  });

  /** Every word of up to so many letters over a and b, with the weight of its number of b's. */
  const counted = (longest: number) => {
    const words: [Word, number][] = [[[], 0]];
    for (const [word, count] of words) {
      if (word.length < longest) words.push([[...word, 0], count], [[...word, 1], count + 1]);
    }
    return words;
  };

  it("of a rank that stands still while classes grow suggests the learner for it", () => {
    const { sentence, suggests, blocks } = gatherEvidence(idle({ words: counted(7), states: 5 }), []);
    expect(blocks.map(({ rank }) => rank)).toEqual([2, 2]);
    expect(suggests).toBe("multiplicity");
    expect(sentence).toMatch(
      /and the rank is 2, as it was after half of the answers: the language may be regular but not deterministic\. /u,
    );
    const many = gatherEvidence(idle({ words: counted(7), states: 101 }), []).sentence;
    expect(many).toContain("the language looks regular but not deterministic");
    const few = gatherEvidence(idle({ words: counted(1), states: 5 }), []);
    expect([few.suggests, few.sentence]).toEqual([undefined, expect.stringContaining("has at least")]);
  });

  it("of all words with one weight is a rank of one, and suggests nothing", () => {
    const same = counted(7).map(([word]): [Word, number] => [word, 1]);
    const { suggests, sentence } = gatherEvidence(idle({ words: same }), []);
    expect(suggests).toBeUndefined();
    expect(sentence).toContain("deterministic or not, has at least 1 state.");
    expect(gatherEvidence(idle({ words: [] }), []).suggests).toBeUndefined();
  });

  it("without a field is the growth alone", () => {
    const evidence = gatherEvidence(idle({ algebra: boolean }), growth);
    expect(evidence.blocks).toEqual([]);
    expect(evidence.sentence).toBe(evidenceOfGrowth(idle({}), growth).sentence);
  });
});
