/** Black boxes that contradict themselves. */

import {
  createLearner,
  exactTeacher,
  learn,
  parseEquivalence,
  Random,
  randomAutomaton,
  rational,
  realWithin,
  type Wdfsa,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import {
  automatonBox,
  type BlackBox,
  Journal,
  type LiveEvent,
  type LiveOptions,
  learnLive,
} from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { headerFor } from "./simulation/process-run.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const target = randomAutomaton({
  algebra: rational,
  states: 4,
  letters: 2,
  seed: 5,
}) as unknown as Wdfsa<unknown>;
const right = writeHankel(learn(exactTeacher(target)).automaton);

/** A black box that sometimes answers wrongly. Its seed decides when, so that repeated questions get different answers. */
function noisy(
  automaton: Wdfsa<unknown>,
  spoil: (weight: unknown, random: Random, word: string) => unknown,
): BlackBox<unknown> {
  const random = new Random(99);
  const box = automatonBox(automaton);
  return {
    ...box,
    async weigh(words, options) {
      const weights = words.map((word) =>
        spoil(automaton.weigh(word), random, automaton.alphabet.show(word)),
      );
      options?.arrived?.(0, weights);
      return weights;
    },
  };
}

function run(box: BlackBox<unknown>, options: Partial<LiveOptions<unknown>> = {}) {
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
  return learnLive(box, {
    createLearner: (setting) => createLearner(setting),
    tests: parseEquivalence("random:60+wp:1", setting),
    ...options,
  });
}

/** Spoils a tenth of the answers. */
const tenth = (weight: unknown, random: Random) => (random.below(10) === 0 ? rational.parse("7/3") : weight);

describe("repeat", () => {
  it("takes the majority of exact weights and reports the words in conflict", async () => {
    const events: LiveEvent[] = [];
    const result = await run(noisy(target, tenth), { repeat: 9, onEvent: (event) => events.push(event) });
    expect(writeHankel(result.automaton)).toBe(right);
    expect(result.conflicts.length).toBeGreaterThan(0);
    expect(result.spread).toBe(Number.POSITIVE_INFINITY);
    expect(events.filter(({ event }) => event === "conflict")).toHaveLength(result.conflicts.length);
  });

  it("stops on request, and names the word and its answers", async () => {
    const stopped = await run(noisy(target, tenth), { repeat: 3, onConflict: "stop" });
    expect(stopped.outcome).toBe("contradiction");
    expect(stopped.reason).toMatch(/contradicts itself: \S+ weighs .*7\/3/u);
  });

  it("can keep the first answer instead", async () => {
    const result = await run(
      noisy(target, (weight, random, word) => (word === "ab" && random.below(2) === 0 ? 5 : weight)),
      {
        repeat: 2,
        onConflict: "keep-first",
        maxQuestions: 400,
      },
    );
    for (const { answers, used } of result.conflicts) expect(used).toBe(answers[0]);
  });

  it("takes the mean of inexact weights", async () => {
    const algebra = realWithin(0.02);
    const floats = randomAutomaton({
      algebra,
      states: 3,
      letters: 2,
      seed: 4,
      weight: (random) => 1 + random.below(4),
    });
    const shaky = noisy(floats, (weight, random) => (weight as number) * (1 + (random.real() - 0.5) / 500));
    const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
    const result = await run(shaky, { repeat: 25, tests: parseEquivalence("bfs:4", setting) });
    expect(result.automaton.size).toBe(learn(exactTeacher(floats)).automaton.size);
    expect(result.spread).toBeGreaterThan(0);
    expect(result.spread).toBeLessThan(0.01);
    expect(result.margins?.tolerance).toBe(0.02);
    expect(result.margins?.equal).toBeLessThan(0.02);
    expect(result.margins?.apart).toBeGreaterThan(0.02);
    expect(result.statement).toMatch(/within a tolerance of 0.02/u);
  });
});

describe("recheck", () => {
  /** Answers wrongly once, on the first word. */
  const liesOnce = () => {
    let lied = false;
    return (weight: unknown, _random: Random, word: string) => {
      if (lied || word !== "ε") return weight;
      lied = true;
      return rational.parse("41");
    };
  };

  it("finds a box that changed its mind", async () => {
    const stopped = await run(noisy(target, liesOnce()), { recheck: 50 });
    expect(stopped.outcome).toBe("contradiction");
    expect(stopped.reason).toMatch(/contradicts itself: ε weighs 41, then/u);
    expect(stopped.automaton.size).toBeGreaterThan(0);
  });

  it("only reports the conflict when the first answer is kept", async () => {
    const result = await run(noisy(target, liesOnce()), { recheck: 50, onConflict: "keep-first" });
    expect(result.conflicts[0].used).toBe(41);
    expect(result.automaton.weigh([])).toBe(41);
  });

  it("lets the majority decide and starts again with the corrected answer", async () => {
    const main = new MemoryStorage();
    const journal = () =>
      new Journal("j", headerFor(target, "tree", "x"), { main, early: new MemoryStorage() });
    const events: string[] = [];
    const result = await run(noisy(target, liesOnce()), {
      recheck: 50,
      onConflict: "majority",
      journal: journal(),
      onEvent: ({ event }) => events.push(event),
    });
    expect(writeHankel(result.automaton)).toBe(right);
    expect(events).toContain("restart");
    expect(main.text).toContain('{"correction":[],');
    // The journal with its correction gives the same automaton without a question.
    const before = main.text;
    const mute = noisy(target, () => {
      throw new Error("nobody should ask");
    });
    const again = await run(mute, { recheck: 50, onConflict: "majority", journal: journal() });
    expect(writeHankel(again.automaton)).toBe(right);
    expect(again.statistics.asked).toBe(0);
    expect(main.text).toBe(before);
  });

  it("writes down the votes that uphold an answer, so that a resumed run does not ask for them again", async () => {
    const main = new MemoryStorage();
    const journal = () =>
      new Journal("j", headerFor(target, "tree", "x"), { main, early: new MemoryStorage() });
    let asked = 0;
    const liesAgain = (weight: unknown, _random: Random, word: string) =>
      word === "ε" && ++asked === 2 ? 41 : weight;
    const options = { recheck: 50, onConflict: "majority" } as const;
    const whole = await run(noisy(target, liesAgain), { ...options, journal: journal() });
    expect(whole.conflicts).toHaveLength(1);
    const weight = rational.format(target.weigh([]) as never);
    expect(main.text).toContain(
      `{"recheck":[],"weight":"41","conjecture":0,"answers":${JSON.stringify(["41", weight, weight, weight])},`,
    );
    const before = main.text;
    const mute = noisy(target, () => {
      throw new Error("nobody should ask");
    });
    const again = await run(mute, { ...options, journal: journal(), maxQuestions: whole.statistics.asked });
    expect([again.outcome, again.statistics.asked]).toEqual(["accepted", 0]);
    expect(main.text).toBe(before);
  });

  it("costs only its own questions when all answers agree", async () => {
    const result = await run(
      noisy(target, (weight) => weight),
      { recheck: 5 },
    );
    expect(writeHankel(result.automaton)).toBe(right);
    expect(result.conflicts).toEqual([]);
  });
});

describe("combine", () => {
  it.each([
    [["1", "1", "1"], "majority", "1", false, true],
    [["1", "2", "2"], "majority", "2", true, true],
    [["1", "2"], "majority", "1", true, false],
    [["1", "2", "2"], "keep-first", "1", true, true],
  ] as const)("%j by %s", (answers, rule, weight, conflict, decided) => {
    const combined = weightsIn(rational).combine(
      answers.map((text) => rational.parse(text)),
      rule,
    );
    expect(combined).toMatchObject({ answer: rational.parse(weight), conflict, decided });
  });

  it("takes the mean of floats, but never mixes zeros with other weights", () => {
    const algebra = realWithin(0.1);
    expect(weightsIn(algebra).combine([1, 1.02, 1.04], "majority")).toMatchObject({
      answer: 1.02,
      conflict: false,
    });
    expect(weightsIn(algebra).combine([1, 3], "majority")).toMatchObject({ answer: 2, conflict: true });
    expect(weightsIn(algebra).combine([0, 0, 3], "majority")).toMatchObject({ answer: 0, conflict: true });
    expect(weightsIn(algebra).combine([0.1, 0.1, 0.1], "majority")).toMatchObject({ answer: 0.1, spread: 0 });
  });
});
