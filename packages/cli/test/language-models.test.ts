/** What hankel learn shows and writes for language models: figures, curves, unfinished runs, the same bytes again. */

import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Figures } from "@hankel/core";
import { describe, expect } from "vitest";
import { type Ended, expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** Copies a network of examples/models with its side file. */
async function bring(place: Workplace, name: string): Promise<void> {
  for (const ending of ["onnx", "json"]) {
    const model = fileURLToPath(new URL(`../../../examples/models/${name}.${ending}`, import.meta.url));
    await copyFile(model, place.path(`${name}.${ending}`));
  }
}

/**
 * A program with four states that a's and b's lead through; the numbers are no ratios of small ones, and each word adds a
 * little noise of its own, as a network does. It counts the words that it is asked about. If it is told so, it says "enough" at
 * its third request and then nothing more.
 */
const PROGRAM = `
import { createInterface } from "node:readline";
import { appendFileSync } from "node:fs";
const told = (what) => process.argv.includes(what);
const prefixes = told("prefixes");
let requests = 0;
const rows = [[0.61, 0.22, 0.17], [0.11, 0.53, 0.36], [0.31, 0.19, 0.5], [0.07, 0.83, 0.1]];
const following = (word) => {
  let state = 0;
  let noise = 7;
  for (const symbol of word) {
    state = symbol === "a" ? (state + 1) % 4 : (state * 2) % 4;
    noise = (noise * 31 + symbol.charCodeAt(0)) % 101;
  }
  const row = rows[state].map((p, i) => p * (1 + ((noise * (i + 3)) % 11) / 2000));
  const sum = row.reduce((a, b) => a + b);
  return row.map((p) => p / sum);
};
const all = (word) => [...word.map((_, i) => following(word.slice(0, i))), following(word)];
const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
send({ hankel: 1, next: true, alphabet: ["a", "b"], ...(prefixes && { prefixes: true }) });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, next } = JSON.parse(line);
  appendFileSync("asked", "x".repeat(next.length));
  if (++requests === 3 && told("enough")) {
    process.stderr.write("enough\\n");
    await new Promise(() => {});
  }
  send({ id, distributions: next.map(prefixes ? all : following) });
}
`;

interface Automaton {
  readonly states: number;
  readonly final: readonly (readonly [number, string])[];
  readonly arcs: readonly (readonly [number, string, string, number])[];
}

/** Checks that the arcs and the end of every state are probabilities that sum to 1; returns the number of states. */
async function expectDistribution(place: Workplace, name: string): Promise<number> {
  const { states, final, arcs } = JSON.parse(await place.read(name)) as Automaton;
  const sums = new Float64Array(states);
  for (const [state, weight] of final) sums[state] += Number(weight);
  for (const [from, , weight] of arcs) sums[from] += Number(weight);
  for (const sum of sums) expect(sum).toBeCloseTo(1, 9);
  expect(states).toBeGreaterThan(0);
  return states;
}

const lastLine = ({ stderr }: Ended) => stderr.trimEnd().split("\n").at(-1);

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

const BOX = ["--", "node", "model.mjs"];

describe.concurrent("figures on fresh words", () => {
  test("end the run on a network, and cost about a question for each word", async ({ place }) => {
    await bring(place, "uhl2");
    const learn = ["--onnx", "uhl2.onnx", "--journal", "run.jsonl"];
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
    const some = await within(whole.asked + 60);
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
    const ended = await place.run(["learn", "--journal", "run.jsonl", "--out", "y.json", ...BOX, "enough"], {
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
      expectComplaint(classes, 2, "Leave --classes out");
    }
    await place.run(["random", "--states", "2", "--out", "target.json"]);
    const file = await place.run(["learn", "target.json", "--curve", "c.csv"]);
    expectComplaint(file, 2, "An automaton file is one with --learner soft");
  });
});

describe.concurrent("--curve", () => {
  test("writes a table, an object and a picture of the whole run", async ({ place }) => {
    await bring(place, "random-5");
    const learn = (curve: string) =>
      place.run([
        "learn",
        "--onnx",
        "random-5.onnx",
        "-q",
        "--evaluate",
        "0",
        "--out",
        "x.json",
        "--curve",
        curve,
      ]);
    for (const name of ["c.csv", "c.json", "c.svg", "c.png"]) expect((await learn(name)).code).toBe(0);
    const [head, ...rows] = (await place.read("c.csv")).trimEnd().split("\n");
    expect(head).toBe("states,radius,kl,variation,chosen");
    expect(rows.filter((row) => row.endsWith(",true"))).toEqual([expect.stringMatching(/^5,/u)]);
    const { states, tolerances, curve } = JSON.parse(await place.read("c.json"));
    expect(states).toBe(5);
    expect(tolerances.from).toBeLessThan(tolerances.to);
    expect(curve.map(({ states: size }: { states: number }) => size)).toEqual(rows.map((_, i) => i + 1));
    expect(rows).toEqual(
      curve.map((point: Record<string, number>) =>
        [point["states"], point["radius"], point["kl"], point["variation"], point["chosen"]].join(","),
      ),
    );
    const svg = await place.read("c.svg");
    expect(svg).toMatch(
      />5 states chosen<.*>the same automaton for every tolerance from 0\.\d+ to 0\.\d+</su,
    );
    expect(svg.match(/<circle [^>]*fill="#2b6cb0"/gu)).toHaveLength(rows.length);
    expect((await place.read("c.png")).slice(1, 4)).toBe("PNG");
  });

  test("an unknown ending and a folder that is not there are refused before anything is asked", async ({
    place,
  }) => {
    await place.write("model.mjs", PROGRAM);
    const refused = await place.run(["learn", "--curve", "curve.txt", ...BOX]);
    expectComplaint(refused, 2, "--curve curve.txt: the name ends in .csv, .json, .svg or .png");
    expect((await place.run(["learn", "--curve", "none/curve.csv", ...BOX])).code).toBe(2);
    expect(await place.files()).toEqual(["model.mjs"]);
  });

  test("of a target that is an automaton, and of a run that was stopped at once", async ({ place }) => {
    await place.write("model.mjs", PROGRAM.replace("1 + ((noise", "1 + 0 * ((noise"));
    expect((await place.run(["learn", "-q", "--out", "x.json", "--curve", "c.svg", ...BOX])).code).toBe(0);
    expect(await place.read("c.svg")).toContain("the target is this automaton on every word that was asked");
    const stopped = await place.run([
      "learn",
      "--max-questions",
      "1",
      "--out",
      "x.json",
      "--curve",
      "d.svg",
      ...BOX,
    ]);
    expect(stopped.code).toBe(4);
    expect(await place.read("d.svg")).toContain("No automaton was learned yet");
    expect(await expectDistribution(place, "x.json")).toBe(1);
  });
});

describe.concurrent("a run that ends early", () => {
  test("says how near its automaton is, which is a distribution", async ({ place }) => {
    await bring(place, "random-5");
    for (const questions of ["1", "60", "150"]) {
      const budget = ["--max-questions", questions, "--out", "x.json"];
      const { code, stderr } = await place.run(["learn", "--onnx", "random-5.onnx", ...budget]);
      expect(code).toBe(4);
      expect(stderr).toMatch(
        /^hankel: stopped: the next batch would go beyond \d+ questions? \(\d+ asked so far\)/mu,
      );
      expect(stderr).not.toContain("Nothing is established");
      if (questions === "1") expect(stderr).toContain("It is a first guess");
      else
        expect(stderr).toMatch(
          /^KL \S+ nats per symbol, total variation \S+ on the words asked\. It is a distribution/mu,
        );
      await expectDistribution(place, "x.json");
    }
  });

  test("Ctrl-C gives the automaton so far, and the journal goes on to the same file", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    const learn = (...args: string[]) => ["learn", "--journal", "run.jsonl", ...args];
    const interrupt = { at: "enough", signal: "SIGINT" } as const;
    const first = await place.run(learn("--out", "part.json", ...BOX, "prefixes", "enough"), { interrupt });
    expect(first.code).toBe(130);
    expect(first.stderr).toMatch(/^hankel: stopped: cancelled; the best automaton so far has/mu);
    await expectDistribution(place, "part.json");
    const replayed = await place.run(["replay", "run.jsonl", "--out", "replayed.json"]);
    expect(replayed.code).toBe(1);
    expect(replayed.stderr).toMatch(/It is a (distribution of words as it stands|first guess)/u);
    await expectDistribution(place, "replayed.json");
    const resumed = await place.run(learn("--out", "resumed.json", ...BOX, "prefixes"));
    expect(resumed.code).toBe(0);
    await place.run(["learn", "--out", "whole.json", ...BOX, "prefixes"]);
    expect(await place.read("resumed.json")).toBe(await place.read("whole.json"));
  });
});

describe.concurrent("the same bytes", () => {
  test("two runs on a network, and the replay with the same conclusion", async ({ place }) => {
    await bring(place, "transformer-6");
    const learn = (name: string) =>
      place.run([
        "learn",
        "--onnx",
        "transformer-6.onnx",
        "--journal",
        `${name}.jsonl`,
        "--curve",
        `${name}.csv`,
        "--out",
        `${name}.json`,
      ]);
    const [first, second] = [await learn("a"), await learn("b")];
    for (const ending of ["json", "csv", "jsonl"]) {
      expect(await place.read(`b.${ending}`)).toBe(await place.read(`a.${ending}`));
    }
    expect(lastLine(second)).toBe(lastLine(first));
    const replayed = await place.run(["replay", "a.jsonl", "--out", "c.json"]);
    expect(await place.read("c.json")).toBe(await place.read("a.json"));
    const conclusion = lastLine(replayed) ?? "";
    expect(conclusion).toMatch(/^6 states: .* The target reads at most 60 letters\.$/u);
    expect(first.stderr.split("\n")).toContain(conclusion);
    const facts = await place.run(["replay", "a.jsonl", "--json"]);
    expect(JSON.parse(facts.stdout)).toMatchObject({ finished: true, established: conclusion });
  });

  test("one worker or two; another seed gives other words", async ({ place }) => {
    await place.write("model.mjs", PROGRAM);
    const learn = (name: string, ...args: string[]) =>
      place.run(["learn", "--journal", `${name}.jsonl`, "--out", `${name}.json`, ...args, ...BOX]);
    const one = await learn("one");
    const two = await learn("two", "--workers", "2", "--batch", "3");
    const other = await learn("other", "--seed", "2");
    expect(await place.read("two.json")).toBe(await place.read("one.json"));
    expect(await place.read("two.jsonl")).toBe(await place.read("one.jsonl"));
    expect(lastLine(two)).toBe(lastLine(one));
    expect(lastLine(other)).not.toBe(lastLine(one));
  });
});
