/** What runs say of limits, of growth and of the rank, word by word, and from which number on. */

import {
  type Advice,
  Alphabet,
  adviceOn,
  adviceOnGrowth,
  adviser,
  boolean,
  type Costs,
  gatherEvidence,
  HankelError,
  type Learner,
  rational,
  timePassed,
  type Word,
  wasStopped,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { Contradiction } from "../../src/errors.ts";
import { evidenceOfGrowth, Growth } from "../../src/learning/evidence.ts";
import { outcomeOf } from "../../src/learning/learned.ts";
import { Limits } from "../../src/learning/limits.ts";

const costs = (some: Partial<Costs>): Costs => ({
  questions: 0,
  rounds: 0,
  symbols: 0,
  cost: 0,
  equivalences: 0,
  tests: 0,
  ...some,
});

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
    expect(new Limits({ maxStates: 1 }, { states: 2, deterministic: false }).reached()).toBe(
      "the language has a rank above 1 (2 so far)",
    );
    expect(new Limits({ maxStates: 1 }, { states: 2, deterministic: true }).reached()).toBe(
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
    evidenceOfGrowth(points.map(([answers, states]) => ({ answers, states }))).sentence;

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
    const field = { states: 3, deterministic: false } as const;
    expect(gatherEvidence(idle({ ...field }), growth).sentence).toBe(
      "Rank: 3 after 2 answers, 3 after 4 answers: no higher since 2 answers. Every automaton for the language, deterministic or not, has at least 3 states.",
    );
    const rounded = { ...rational, exact: false } as never;
    const learner = idle({ ...field, algebra: rounded, conclusion: () => "Three stand out." });
    expect(gatherEvidence(learner, growth).sentence).toMatch(/answers\. Three stand out\.$/u);
    expect(gatherEvidence(idle({ ...field, algebra: rounded }), growth).sentence).toMatch(/answers\.$/u);
  });

  it("without a field is the growth alone", () => {
    const evidence = gatherEvidence(idle({ algebra: boolean as never }), growth);
    expect(evidence.blocks).toEqual([]);
    expect(evidence.sentence).toBe(evidenceOfGrowth(growth).sentence);
  });
});

describe("advice", () => {
  const said = (advice: Advice | undefined) => advice && `${advice.kind}: ${advice.sentence}`;

  it("on growth comes at 100 states if they are hard to find, else at 500", () => {
    const easy = costs({ equivalences: 1, questions: 900, symbols: 900 });
    expect(adviceOnGrowth({ states: 499 }, easy)).toBeUndefined();
    expect(said(adviceOnGrowth({ states: 500 }, easy))).toBe(
      "size: 500 states after 900 questions, and their number grows: the language is large, or it has no finite automaton, and " +
        "then only a limit ends the run: --max-states, --max-questions, --max-seconds or --max-memory",
    );
    const many = costs({ equivalences: 50, questions: 900, symbols: 900 });
    expect(adviceOnGrowth({ states: 99 }, many)).toBeUndefined();
    expect(adviceOnGrowth({ states: 100 }, many)?.kind).toBe("size");
    expect(adviceOnGrowth({ states: 101 }, many)).toBeUndefined();
    const long = costs({ questions: 10, symbols: 500 });
    expect(adviceOnGrowth({ states: 100 }, long)?.kind).toBe("size");
    expect(adviceOnGrowth({ states: 100 }, costs({ questions: 10, symbols: 499 }))).toBeUndefined();
  });

  it("on size comes when every word of some length has a state: 511 words of up to 8 letters over two", () => {
    const advised = (states: number, letters = 2) =>
      adviceOn({ states, alphabet: Alphabet.letters(letters) }, undefined)?.sentence;
    expect([advised(510), advised(513), advised(511, 1)]).toEqual([undefined, undefined, undefined]);
    expect(advised(511)).toBe(
      "each of the 511 words of up to 8 letters has a state of its own: the language is very large or not regular, or the " +
        "answers are noisy; against noise, --repeat helps",
    );
    expect(advised(512)).toBe(advised(511));
    expect(advised(256, 2)).toBeUndefined();
    const field = { states: 511, alphabet: Alphabet.letters(2), algebra: rational };
    expect(adviceOn(field, undefined)?.sentence).toMatch(/, and --learner multiplicity needs only as many/u);
    expect(adviceOn({ ...field, deterministic: false }, undefined)?.sentence).not.toMatch(/multiplicity/u);
    const far = { tolerance: 1e-9, apart: 1, equal: 0 };
    expect(adviceOn(field, far)?.sentence).toContain("a larger --tolerance helps");
  });

  it("on noise comes when distances lie on both sides of the tolerance, or far too close together", () => {
    const advised = (states: number, apart: number, equal: number) =>
      adviceOn({ states, alphabet: Alphabet.letters(2) }, { tolerance: 1e-6, apart, equal })?.sentence;
    expect(advised(2, 5e-6, 5e-7)).toBe(
      "some answers differ by about the tolerance of 0.000001: 5e-7 counted as equal, 0.000005 did not; if the answers are " +
        "noisy, --tolerance 0.0001 or larger helps, or --repeat",
    );
    expect([advised(2, 1e-5, 5e-7), advised(2, 5e-6, 1e-7)]).toEqual([undefined, undefined]);
    expect([advised(7, 1.1e-5, 0), advised(8, 1.6e-5, 0)]).toEqual([undefined, undefined]);
    expect(advised(8, 1.5e-5, 0)).toBe(
      "8 states so far, and some differ by as little as 0.000015: the answers look noisy, and every one may make a new state; " +
        "--tolerance 0.01 or larger counts such differences as equal",
    );
  });

  it("on growth is told once, and only of languages that may have no finite automaton", () => {
    const told = (finite: boolean) => {
      const sentences: string[] = [];
      const learner = { states: 600, alphabet: Alphabet.letters(1) };
      const watch = adviser(
        learner,
        () => undefined,
        (sentence) => sentences.push(sentence),
        finite,
      );
      watch(undefined, costs({ questions: 9 }));
      watch(undefined, costs({ questions: 9 }));
      watch();
      return sentences.length;
    };
    expect([told(false), told(true)]).toEqual([1, 0]);
  });

  it("on the rank looks at learners of deterministic automata over a field that show their answers", () => {
    const looks = (some: Partial<Learner<unknown>>) => {
      let looked = 0;
      const learner = {
        states: 128,
        alphabet: Alphabet.letters(1),
        algebra: rational,
        answers: () => {
          looked++;
          return [].values();
        },
        ...some,
      } as unknown as Learner<unknown>;
      const watch = adviser(
        learner,
        () => undefined,
        () => {},
        false,
      );
      watch();
      watch();
      return looked;
    };
    expect(looks({})).toBe(1);
    expect(looks({ states: 127 })).toBe(0);
    expect(looks({ deterministic: false })).toBe(0);
    expect(looks({ algebra: boolean as never })).toBe(0);
    expect(looks({ algebra: undefined as never })).toBe(0);
    expect(looks({ answers: undefined as never })).toBe(0);
  });
});
