import { Alphabet, type CurvePoint, SoftLearner, type Word } from "@hankel/core";
import type { LiveCounts } from "@hankel/teachers";
import { describe, expect, test, vi } from "vitest";
import { LiveProgress } from "../src/learn/progress.ts";
import { Terminal } from "../src/support/terminal.ts";

function stream(isTTY: boolean, columns = 200) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, stream: new Terminal(() => ({ isTTY, columns, write })) };
}

const counts = (changes: Partial<LiveCounts> = {}): LiveCounts => ({
  states: 2,
  questions: 12,
  rounds: 3,
  symbols: 40,
  cost: 52,
  equivalences: 1,
  tests: 0,
  asked: 20,
  remembered: 5,
  ...changes,
});

const weigh = { event: "batch", purpose: "learn", words: 1, asked: 1 } as const;

describe("the progress of a live run", () => {
  test("updates one line on a terminal, with the current test and its remaining time", () => {
    const { written, stream: terminal } = stream(true);
    let now = 0;
    const progress = new LiveProgress(terminal, false, () => now);
    progress.event({ event: "counterexample", number: 0, word: ["a", "b"] }, counts());
    progress.event({ event: "testing", number: 1, test: "random:100", words: 100 }, counts());
    now = 2000;
    progress.event(weigh, counts({ tests: 25 }));
    progress.line("something else");
    progress.end();
    expect(written).toEqual([
      "\r\u001b[K2 states, 12 questions in 3 rounds, 20 asked (10/s), 5 remembered, 1 conjecture, " +
        "25 of 100 words of random:100 tried, 6 s left, last counterexample a b",
      "\r\u001b[K",
      "something else\n",
    ]);
  });

  test("shows how near a learner of distributions is, and how far the figures are", () => {
    const { written, stream: pipe } = stream(false);
    let now = 0;
    const progress = new LiveProgress(pipe, false, () => now);
    const learner = new SoftLearner(new Alphabet("ab"));
    const point: CurvePoint = {
      states: 3,
      family: "distance",
      radius: 0.1,
      divergence: 0.01234,
      variation: 0.05,
    };
    progress.follow(learner);
    now = 5000;
    progress.event(weigh, counts());
    now = 10_000;
    vi.spyOn(learner, "chosen", "get").mockReturnValue(point);
    progress.event(weigh, counts({ states: 3 }));
    now = 15_000;
    progress.measuring(40, 200);
    progress.end();
    expect(written).toEqual([
      "2 states, 20 asked (4.0/s), 5 remembered\n",
      "3 states, KL 0.012 nats per symbol, 20 asked (2.0/s), 5 remembered\n",
      "3 states, KL 0.012 nats per symbol, measuring the result, 40 of 200 words drawn\n",
    ]);
  });

  test("is no wider than the terminal", () => {
    const { written, stream: terminal } = stream(true, 30);
    let now = 0;
    const progress = new LiveProgress(terminal, false, () => now);
    now = 500;
    progress.event(weigh, counts());
    progress.end();
    expect(written[0].replace("\r\u001b[K", "")).toHaveLength(29);
  });

  test("goes on while nothing happens, and says how long that has been so", () => {
    const { written, stream: pipe } = stream(false);
    let now = 0;
    const progress = new LiveProgress(pipe, false, () => now);
    for (now = 500; now <= 9000; now += 500) progress.show();
    progress.event(weigh, counts());
    for (; now <= 17_500; now += 500) progress.show();
    progress.end();
    expect(written).toHaveLength(4);
    expect(written[0]).toBe("the black box starts; no sign of it for 4 s\n");
    expect(written[2]).toMatch(/^2 states, .* 5 remembered, 1 conjecture\n$|no answer for 3 s\n$/u);
    expect(written[3]).toMatch(/^2 states, .*, no answer for 7 s\n$/u);
  });

  test("says that the run computes while no answer is awaited", async () => {
    const { written, stream: pipe } = stream(false);
    let now = 0;
    const progress = new LiveProgress(pipe, false, () => now);
    let answer: (truths: boolean[]) => void = () => {};
    const answered = new Promise<boolean[]>((resolve) => {
      answer = resolve;
    });
    const box = progress.asks({ weigh: (_words: readonly Word[]) => answered });
    now = 500;
    progress.event(weigh, counts());
    for (; now <= 7000; now += 500) progress.show();
    expect(written.at(-1)).toMatch(/computing for \d s\n$/u);
    const asked = box.weigh([[0]]);
    for (; now <= 14_000; now += 500) progress.show();
    expect(written.at(-1)).toMatch(/no answer for \d+ s\n$/u);
    answer([true]);
    expect(await asked).toEqual([true]);
    progress.end();
  });

  test("prints a line from time to time in a pipe, and nothing with --quiet", () => {
    const { written, stream: pipe } = stream(false);
    let now = 0;
    const progress = new LiveProgress(pipe, false, () => now);
    const silent = new LiveProgress(pipe, true, () => now);
    for (const time of [150, 3000, 4001, 7000]) {
      now = time;
      progress.event({ event: "testing", number: 1, test: "wp:1", words: undefined }, counts());
      progress.event(weigh, counts({ tests: 7 }));
      silent.event(weigh, counts());
    }
    progress.end();
    silent.end();
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^2 states, .*0 words of wp:1 tried\n$/u);
  });
});
