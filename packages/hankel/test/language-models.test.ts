/** What hankel learn writes for language models: unfinished runs, the same bytes again. */

import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";
import { BOX, bring, expectDistribution, lastLine, PROGRAM } from "./support/language-models.ts";

describe.concurrent("a run that ends early", () => {
  test("says how near its automaton is, which is a distribution", async ({ place }) => {
    await bring(place, "random-5");
    for (const questions of ["1", "60", "100"]) {
      const budget = ["--max-questions", questions, "--out", "x.json"];
      const { code, stderr } = await place.run(["learn", "random-5.onnx", ...budget]);
      expect(code).toBe(4);
      expect(stderr).toMatch(
        /^hankel: stopped: the next batch would go beyond \d+ questions? \(\d+ asked so far\)/mu,
      );
      expect(stderr).not.toContain("Nothing is established");
      if (questions === "1") expect(stderr).toContain("It is a first guess");
      else
        expect(stderr).toMatch(
          /^KL \S+ nats per symbol, total variation \S+ on the words asked, which are the likeliest ones\. It is a distribution/mu,
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
    const two = await learn("two", "--workers", "2", "--with", "batch=3");
    const other = await learn("other", "--seed", "2");
    expect(await place.read("two.json")).toBe(await place.read("one.json"));
    expect(await place.read("two.jsonl")).toBe(await place.read("one.jsonl"));
    expect(lastLine(two)).toBe(lastLine(one));
    expect(lastLine(other)).not.toBe(lastLine(one));
  });
});
