/** Spectral learning on the command line, from samples, and its evaluation. */

import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";
import { facts, POWERS, problem } from "./support/spectral.ts";

describe.concurrent("spectral, from a sample", () => {
  test("with each statistic, by rank, threshold and held-out words, with a picture of the spectrum", async ({
    place,
  }) => {
    await problem(place);
    for (const statistics of ["string", "prefix", "substring"]) {
      const found = await facts(place, "1.pautomac.train", "--statistics", statistics, "--rank", "2");
      expect(found).toMatchObject({ rank: 2, by: "user", statistics, words: 5000 });
      expect(Math.abs(found.total - 1)).toBeLessThan(0.1);
      expect(found.radius).toBeLessThan(1);
    }
    const byThreshold = await facts(
      place,
      "--sample",
      "1.pautomac.train",
      "--threshold",
      "0.9",
      "--spectrum",
      "s.svg",
    );
    expect(byThreshold).toMatchObject({ rank: 1, by: "spectrum", threshold: 0.9 });
    expect(await place.read("s.svg")).toContain("Rank 1 of ");
    const split = await facts(
      place,
      "1.pautomac.train",
      "--split",
      "0.2",
      "--spectrum",
      "s.csv",
      "--max-rank",
      "6",
    );
    expect(split).toMatchObject({ by: "held-out", onWords: { which: "held-out" } });
    expect(split.rank).toBeGreaterThanOrEqual(2);
    expect((await place.read("s.csv")).split("\n")[0]).toBe("number,value,share,kept");
    const held = await facts(
      place,
      "1.pautomac.train",
      "--held-out",
      "1.pautomac.test",
      "--spectrum",
      "s.json",
    );
    expect(JSON.parse(await place.read("s.json"))).toMatchObject({ rank: held.rank, by: "held-out" });
  });

  test("evaluate: the perplexity of PAutomaC, and what comes next", async ({ place }) => {
    await problem(place, 20_000);
    await facts(place, "1.pautomac.train", "--rank", "2", "--out", "model.json");
    const judge = async (...args: string[]) =>
      JSON.parse((await place.run(["evaluate", ...args, "--json", "--quiet"])).stdout);
    const files = ["--sample", "1.pautomac.test", "--solution", "solution.txt"];
    const [learned, truth] = [await judge("model.json", ...files), await judge("truth.json", ...files)];
    expect(truth.weights.perplexity).toBeCloseTo(truth.weights.leastPerplexity, 9);
    expect(learned.weights.perplexity).toBeGreaterThan(truth.weights.perplexity);
    expect(learned.weights.perplexity).toBeLessThan(1.05 * truth.weights.perplexity);
    expect(learned.weights).toMatchObject({ floor: 1e-20 });
    expect(learned.automaton.perplexity.mean / truth.automaton.perplexity.mean).toBeLessThan(1.05);
    const { stdout } = await place.run(["evaluate", "model.json", ...files, "--floor", "1e-3"]);
    expect(stdout).toContain("perplexity of PAutomaC");
    expect(stdout).toMatch(/weights are below 0\.001 and raised to it \(--floor\); 0 are not positive/u);
  });

  test("evaluate says so where an automaton cannot say what comes next", async ({ place }) => {
    await place.write("box.mjs", POWERS);
    await facts(place, "box.mjs", "--out", "powers.json");
    await place.write("words.txt", "a b\n\nb\n");
    const { stdout, code } = await place.run(["evaluate", "powers.json", "--sample", "words.txt"]);
    expect(code).toBe(0);
    expect(stdout).toContain("the weights of long words do not vanish (spectral radius 3.000)");
    expect(stdout).toContain("No weight is below 1e-20");
  });

  test("a word on each line", async ({ place }) => {
    await place.write("words.txt", "x y\nx\nx y\n\nx\nx y y\n");
    const found = await facts(place, "--sample", "words.txt", "--rank", "1", "--out", "o.json");
    expect(found.words).toBe(6);
    expect(readHankel(await place.read("o.json")).alphabet.symbols).toEqual(["x", "y"]);
  });
});
