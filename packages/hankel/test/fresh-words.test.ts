/** The figures on fresh words, which end a run over a language model. */

import type { Figures } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";
import { BOX, bring, expectDistribution, lastLine, PROGRAM } from "./support/language-models.ts";

interface Summary {
  readonly outcome: string;
  readonly tests: number;
  readonly asked: number;
  readonly remembered: number;
  readonly questions: number;
  readonly established: string;
  readonly figures?: Figures | null;
}

async function summary(place: Workplace, ...args: string[]): Promise<Summary> {
  const { stdout } = await place.run(["learn", "--json", "--out", "x.json", ...args]);
  return JSON.parse(stdout) as Summary;
}

describe.concurrent("figures on fresh words", () => {
  test("end the run on a network, and cost about a question for each word", async ({ place }) => {
    await bring(place, "uhl2");
    const learn = ["uhl2.onnx", "--journal", "run.jsonl", "--recheck", "0"];
    const ended = await place.run(["learn", ...learn, "--out", "x.json"]);
    expect(ended.code).toBe(0);
    expect(lastLine(ended)).toMatch(
      /^On 200 fresh words of the target: total variation 0\.0\d+ ± 0\.\d+, KL 0\.\d+ ± 0\.\d+ nats per symbol, perplexity 3\.\d+ ± 0\.\d+ \(target 3\.\d+\), WER 0\S*( ± \S+)?, NDCG@5 \d\S*( ± \S+)?$/u,
    );
    expect(await expectDistribution(place, "x.json")).toBe(5);
    const [, tests, asked] = /tests (\d+), asked (\d+)/u.exec(ended.stderr) ?? [];
    expect(Number(tests)).toBeLessThan(300);
    expect(Number(asked)).toBeGreaterThan(Number(tests));
    // All of it is in the journal, so the same command asks nothing again and prints the same figures.
    const again = await place.run(["learn", ...learn, "--out", "y.json"]);
    expect(again.stderr).toContain("asked 0, ");
    expect(lastLine(again)).toBe(lastLine(ended));
    expect(await place.read("y.json")).toBe(await place.read("x.json"));
  });

  test("are an object of the JSON summary, and count as tests, not as questions", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    const without = await summary(place, "--evaluate", "0", ...BOX);
    expect(without).toMatchObject({ outcome: "accepted", tests: 0 });
    expect(without.figures).toBeUndefined();
    await place.write("asked", "");
    const { figures, ...counts } = await summary(place, "--evaluate", "50", ...BOX);
    expect(figures).toMatchObject({ words: 50, k: 5, cut: { words: 0, maxLength: 200 } });
    expect(figures?.totalVariation.mean).toBeLessThan(0.01);
    expect(figures).not.toHaveProperty("byLength");
    expect(counts.questions).toBe(without.questions);
    expect(counts.tests).toBeGreaterThan(0);
    expect(counts.asked).toBe((await place.read("asked")).length);
    expect(counts.asked - without.asked).toBeLessThanOrEqual(counts.tests);
  });

  test("a budget leaves fewer words or none, and the last line says so", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    const whole = await summary(place, "--evaluate", "0", "--recheck", "0", ...BOX);
    const within = async (questions: number) => {
      const budget = ["--max-questions", String(questions), "--recheck", "0", "--evaluate", "200"];
      return place.run(["learn", "--out", "x.json", ...budget, ...BOX]);
    };
    const some = await within(whole.asked + 45);
    expect(some.code).toBe(0);
    expect(lastLine(some)).toMatch(
      /^On \d+0 fresh words .*; 200 words were wanted, but the budget is spent$/u,
    );
    const none = await within(whole.asked);
    expect(none.code).toBe(0);
    expect(lastLine(none)).toBe("No figures on fresh words: no questions are left");
    expect(await expectDistribution(place, "x.json")).toBe(4);
  });

  test("a time limit that is not met adds nothing to what is said", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    const args = ["learn", "--quiet", "--out", "x.json", "--evaluate", "300"];
    const { code, stderr } = await place.spawn([...args, "--max-seconds", "600", ...BOX]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("Ctrl-C while they are measured: the automaton is written all the same", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    // The learner's answers are in the journal, so all requests of the second run are for the figures.
    await place.run(["learn", "--journal", "run.jsonl", "--evaluate", "0", "--out", "x.json", ...BOX]);
    const learn = ["learn", "--journal", "run.jsonl", "--recheck", "0", "--out", "y.json", ...BOX, "enough"];
    const ended = await place.run(learn, {
      interrupt: { at: "enough", signal: "SIGINT" },
    });
    expect(ended.code).toBe(130);
    expect(lastLine(ended)).toBe("No figures on fresh words: the run was stopped");
    expect(await place.read("y.json")).toBe(await place.read("x.json"));
  });

  test("make no sense where a target is learned by its weights", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    for (const flag of [
      ["--evaluate", "5"],
      ["--curve", "c.csv"],
    ]) {
      const refused = await place.run(["learn", "--learner", "tree", ...flag, ...BOX]);
      expectComplaint(refused, 2, `${flag[0]} is for language models learned as distributions`);
      const classes = await place.run(["learn", "--classes", "top:1", ...flag, ...BOX]);
      expectComplaint(classes, 2, "leave --classes out");
    }
    await place.run(["random", "--states", "2", "--out", "target.json"]);
    const file = await place.run(["learn", "target.json", "--curve", "c.csv"]);
    expectComplaint(file, 2, "target.json is an automaton file", "--learner soft learns it so");
  });
});
