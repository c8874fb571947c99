/** `testTarget`: a system that takes its time, against a model or a suite. */

import { setTimeout as later } from "node:timers/promises";
import {
  Alphabet,
  boolean,
  fromExpression,
  machineToWdfsa,
  minimize,
  real,
  runsOf,
  testSuite,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { functionBox, TestsStopped, testTarget } from "../src/live.ts";

const alphabet = new Alphabet(["coin", "button", "return"]);

/** One coin, or none: a button gives coffee for it. */
const coffee = machineToWdfsa({
  kind: "mealy",
  alphabet,
  target: [1, 0, 0, 1, 0, 0],
  output: ["click", "-", "-", "full", "coffee", "back"],
});

/** The same as a function; `change` sees the inputs so far and the right output. */
function box(
  change: (inputs: readonly string[], output: string) => string = (_, output) => output,
  symbols = alphabet,
) {
  const asked: string[] = [];
  const run = (word: readonly string[]) => {
    asked.push(word.join(" "));
    let paid = false;
    return word.map((input, i) => {
      const was = paid;
      paid = input === "coin";
      const right = was ? { coin: "full", button: "coffee", return: "back" } : { coin: "click" };
      return change(word.slice(0, i + 1), new Map(Object.entries(right)).get(input) ?? "-");
    });
  };
  return { asked, ...functionBox({ alphabet: symbols, kind: runsOf("mealy"), answer: run, concurrency: 4 }) };
}

const error = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

describe("testTarget", () => {
  it("passes a right system, and asks each word once", async () => {
    const target = box();
    const result = await testTarget(target, coffee, { method: "wp:1" });
    expect(result).toMatchObject({ outcome: "passed", reason: "", failures: [], shortest: undefined });
    expect(result.run).toBe(result.suite.tests.length);
    expect(new Set(target.asked).size).toBe(target.asked.length);
    expect(result.counts.asked).toBe(target.asked.length);
  });

  it("finds a shortest trace of a fault that needs five inputs", async () => {
    const faulty = box((inputs, output) =>
      inputs.slice(-5).join(" ") === "coin coin coin coin button" ? "tea" : output,
    );
    const result = await testTarget(faulty, coffee, { method: "random:200", shorten: 1000 });
    expect(result.outcome).toBe("failed");
    expect(alphabet.format(result.shortest?.word ?? [])).toBe("coin coin coin coin button");
    expect(result.shortest).toMatchObject({
      shortness: "shortest",
      expected: ["click", "full", "full", "full", "coffee"],
      seen: ["click", "full", "full", "full", "tea"],
    });
  });

  it("stops at the first failure, or runs all", async () => {
    const faulty = () => box((inputs, output) => (inputs.at(-1) === "return" ? "kept" : output));
    const first = await testTarget(faulty(), coffee, { method: "random:300" });
    const all = await testTarget(faulty(), coffee, { method: "random:300", all: true });
    expect(first.run).toBeLessThan(all.run);
    expect(all.run).toBe(all.suite.tests.length);
    expect(all.failures.length).toBeGreaterThan(first.failures.length);
    expect(alphabet.format(all.shortest?.word ?? [])).toBe("return");
  });

  it("tests by a suite alone, and does not go beyond it", async () => {
    const suite = testSuite(coffee, { method: "wp" });
    const faulty = box((inputs, output) => (inputs.join(" ").endsWith("coin return") ? "kept" : output));
    const result = await testTarget(faulty, suite);
    expect(result.outcome).toBe("failed");
    expect(alphabet.format(result.shortest?.word ?? [])).toBe("coin return");
    const known = new Set(
      suite.tests.flatMap(({ word }) => word.map((_, i) => alphabet.format(word.slice(0, i + 1)))),
    );
    for (const word of faulty.asked) expect(known.has(word)).toBe(true);
  });

  it("refuses a suite that was made of another model", async () => {
    const suite = testSuite(coffee);
    const other = machineToWdfsa({ kind: "mealy", alphabet, target: [0, 0, 0], output: ["click", "-", "-"] });
    expect(await error(testTarget(box(), suite, { model: other }))).toMatchObject({
      code: "usage",
      message: expect.stringContaining("the tests were made of another model"),
    });
  });

  it("calls a second, different answer nondeterminism, and no failure", async () => {
    let times = 0;
    const unsteady = box((inputs, output) =>
      inputs.join(" ") === "coin button" && times++ === 0 ? "tea" : output,
    );
    const thrown = await error(testTarget(unsteady, coffee));
    expect(thrown).toBeInstanceOf(TestsStopped);
    expect(thrown).toMatchObject({ code: "teacher", result: { failures: [] } });
    expect((thrown as Error).message).toMatch(
      /not deterministic: in the trace coin button the output for input 2, button, was "tea", and when it was asked again "coffee"; what usually causes this/u,
    );
  });

  it("takes the majority where the user says so", async () => {
    let times = 0;
    const unsteady = () =>
      box((inputs, output) => (inputs.join(" ") === "coin button" && times++ % 7 === 0 ? "tea" : output));
    expect((await testTarget(unsteady(), coffee, { onConflict: "majority" })).outcome).toBe("passed");
    times = 0;
    expect((await testTarget(unsteady(), coffee, { repeat: 3 })).outcome).toBe("passed");
  });

  it("says how far it came when it is stopped or a limit is met", async () => {
    const limited = await testTarget(box(), coffee, { method: "random:500", maxQuestions: 40 });
    expect(limited).toMatchObject({ outcome: "budget", reason: expect.stringContaining("40 questions") });
    expect(limited.run).toBeGreaterThan(0);
    expect(limited.run).toBeLessThanOrEqual(40);
    const stop = new AbortController();
    const slow = functionBox({
      alphabet,
      kind: runsOf("mealy"),
      answer: async (word, signal) => {
        await later(5, undefined, { signal: signal as AbortSignal });
        return box()
          .weigh([alphabet.word(word)])
          .then(([run]) => run);
      },
    });
    const stopped = await testTarget(slow, coffee, {
      method: "random:500",
      signal: stop.signal,
      onProgress: ({ asked }) => {
        if (asked === 20) stop.abort();
      },
    });
    expect(stopped).toMatchObject({ outcome: "cancelled", failures: [] });
    expect(stopped.run).toBeGreaterThanOrEqual(12);
    expect(stopped.run).toBeLessThanOrEqual(20);
  });

  it("counts every answer that a limit allowed, and finds the failure among them", async () => {
    const faulty = box((inputs, output) => (inputs.join(" ") === "coin return" ? "kept" : output));
    const { suite } = await testTarget(faulty, coffee, { all: true });
    const first = suite.tests.findIndex(({ word }) =>
      alphabet.spell(word).join(" ").startsWith("coin return"),
    );
    expect(first).toBeGreaterThan(1);
    for (const more of [1, 2, 3]) {
      const limited = await testTarget(faulty, coffee, { maxQuestions: first + more, shorten: 0 });
      expect(limited.outcome).toBe("failed");
      expect(limited.failures.map(({ test }) => test)).toContain(first);
      expect(limited.counts.asked).toBeLessThanOrEqual(first + more);
    }
    const passed = await testTarget(faulty, coffee, { maxQuestions: first });
    expect(passed).toMatchObject({ outcome: "budget", run: first, failures: [] });
  });

  it("asks a slow target few words at a time, but never fewer than it answers at once", async () => {
    for (const [concurrency, most] of [
      [undefined, 4],
      [7, 7],
    ] as const) {
      let now = 0;
      const batches: number[] = [];
      const right = box();
      const slow: typeof right = {
        ...right,
        weigh(words) {
          batches.push(words.length);
          now += 1000 * words.length;
          return right.weigh(words);
        },
      };
      const clock = { now: () => now, after: () => () => {} };
      const { outcome } = await testTarget(slow, coffee, {
        method: "random:40",
        clock,
        ...(concurrency && { concurrency }),
      });
      expect([outcome, Math.max(...batches)]).toEqual(["passed", most]);
    }
  });

  it("says which inputs the target does not know", async () => {
    const less = box(undefined, new Alphabet(["coin", "button", "kick"]));
    expect(await error(testTarget(less, coffee))).toMatchObject({
      code: "usage",
      message:
        'the function does not know the input "return" of the model; it knows the inputs "coin", "button", "kick"',
    });
    const more = box(undefined, new Alphabet(["kick", "return", "button", "coin"]));
    expect((await testTarget(more, coffee)).outcome).toBe("passed");
  });

  it("tests languages and weights, within their tolerance", async () => {
    const even = minimize(fromExpression("(aa)*", boolean));
    const accepts = (answer: (word: readonly string[]) => boolean) =>
      functionBox({ alphabet: "a", kind: weightsIn(boolean), answer });
    expect(
      (
        await testTarget(
          accepts((word) => word.length % 2 === 0),
          even,
        )
      ).outcome,
    ).toBe("passed");
    const wrong = await testTarget(
      accepts((word) => word.length % 2 === 0 && word.length < 4),
      even,
      { method: "wp:3" },
    );
    expect(wrong.outcome).toBe("failed");
    expect(wrong.shortest).toMatchObject({ word: [0, 0, 0, 0], shortness: "shortest" });
    const half = minimize(fromExpression("(<0.5>a)*", real));
    const near = functionBox({
      alphabet: "a",
      kind: weightsIn(real),
      answer: (word) => 0.5 ** word.length * (1 + 1e-12),
    });
    expect((await testTarget(near, half)).outcome).toBe("passed");
    const far = functionBox({
      alphabet: "a",
      kind: weightsIn(real),
      answer: (word) => 0.5 ** word.length * 1.01,
    });
    expect((await testTarget(far, half)).outcome).toBe("failed");
  });

  it("refuses a target that answers with something else", async () => {
    const language = functionBox({ alphabet, kind: weightsIn(boolean), answer: () => true });
    expect(await error(testTarget(language, coffee))).toMatchObject({
      code: "usage",
      message: expect.stringContaining("the tests are about a Mealy machine"),
    });
    expect(await error(testTarget(box(), coffee, { al: true } as object))).toMatchObject({ code: "usage" });
  });

  it("rejects when the target fails, with what came of the tests", async () => {
    let asked = 0;
    const dying = functionBox({
      alphabet,
      kind: runsOf("mealy"),
      answer: async (word) => {
        if (asked++ >= 20) throw new Error("out of order");
        return (await box().weigh([alphabet.word(word)]))[0];
      },
    });
    const thrown = await error(testTarget(dying, coffee, { method: "random:100" }));
    expect(thrown).toBeInstanceOf(TestsStopped);
    expect(thrown).toMatchObject({
      code: "teacher",
      message: expect.stringContaining("out of order"),
      result: { run: 12 },
    });
  });
});
