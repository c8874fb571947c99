/** Spectral learning on the command line, from samples and from black boxes, and its evaluation. */

import {
  Alphabet,
  Random,
  readHankel,
  real,
  sample,
  toWfsa,
  WfsaBuilder,
  writeHankel,
  writeSampleSet,
} from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** L(w) = 2^#a + 2^#b: rank 2, and no finite deterministic automaton. */
const POWERS = `export const alphabet = ["a", "b"];
export const semifield = "real";
export function weigh(word) {
  const a = word.filter((symbol) => symbol === "a").length;
  return 2 ** a + 2 ** (word.length - a);
}
`;

/** A probabilistic automaton with two states, over the symbols 0 and 1. */
function coins() {
  const builder = new WfsaBuilder<number>(real, new Alphabet(["0", "1"]));
  const [p, q] = [builder.state(0.2), builder.state(0.4)];
  builder.initial(p, 0.7).initial(q, 0.3);
  builder.arc(p, "0", 0.5, p).arc(p, "1", 0.3, q).arc(q, "1", 0.5, q).arc(q, "0", 0.1, p);
  return builder.build();
}

/** Files of a problem as PAutomaC has them. */
async function problem(place: Workplace, count = 5000): Promise<void> {
  const target = coins();
  const { alphabet } = target;
  const draw = (count: number, seed: number) => sample(target, { count, seed });
  const test = [...new Map(draw(300, 2).map((word) => [String(word), word])).values()];
  await place.write("1.pautomac.train", writeSampleSet({ alphabet, words: draw(count, 1) }));
  await place.write("1.pautomac.test", writeSampleSet({ alphabet, words: test }));
  const truth = test.map((word) => target.weigh(word));
  await place.write("solution.txt", `${test.length}\n${truth.join("\n")}\n`);
  await place.write("truth.json", writeHankel(target));
}

async function facts(place: Workplace, ...args: string[]) {
  const { code, stdout, stderr } = await place.run(["spectral", ...args, "--json", "--quiet"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe.concurrent("spectral, from a black box", () => {
  test("says where the answers are when the box fails", async ({ place }) => {
    const box = `export const alphabet = ["a", "b"], semifield = "real";
export const weigh = (word) => { if (word.length > 2) throw new Error("too long"); return 0.5 ** word.length; };`;
    await place.write("fails.mjs", box);
    const args = [
      "spectral",
      "--module",
      "fails.mjs",
      "--block",
      "words:2",
      "--journal",
      "run.jsonl",
      "--out",
      "x.json",
    ];
    expectComplaint(await place.run(args), 3, "too long", "every answer is kept in run.jsonl");
  });

  test("a module: the rank, the automaton and the report", async ({ place }) => {
    await place.write("box.mjs", POWERS);
    const { code, stdout, stderr } = await place.run(["spectral", "--module", "box.mjs"]);
    expect(code).toBe(0);
    expect(toWfsa(readHankel(stdout)).size).toBe(2);
    expect(stderr).toContain("255 words weighed by box.mjs: a block of 15 prefixes and 15 suffixes");
    expect(stderr).toContain("Rank 2: 2 values are at least 1e-9 of the largest (--threshold).");
    expect(stderr).toContain("the spectral radius is 3, so they have no sum");
    expect(stderr).toMatch(
      /Of 255 words that were asked, none have a weight that is not positive; no answer is missed/u,
    );
  });

  test("a journal keeps every answer, for every block", async ({ place }) => {
    await place.write("box.mjs", POWERS);
    const first = await facts(place, "--module", "box.mjs", "--journal", "run.jsonl", "--block", "words:2");
    expect((await place.read("run.jsonl")).trim().split("\n")).toHaveLength(1 + first.questions);
    // A broken box is not asked again.
    await place.write("box.mjs", POWERS.replace("return 2", "throw new Error(String(word)); return 2"));
    const again = await facts(place, "--module", "box.mjs", "--journal", "run.jsonl", "--block", "words:1");
    expect(again.rank).toBe(2);
    const more = await place.run(["spectral", "--module", "box.mjs", "--journal", "run.jsonl"]);
    expectComplaint(more, 3, "failed");
  });

  test("chosen prefixes and suffixes, and a nondeterministic automaton as the target", async ({ place }) => {
    await place.write("target.json", writeHankel(coins()));
    await place.write("p.txt", "\n0\n1\n0\n");
    await place.write("s.txt", "\n1\n1 1\n");
    const found = await facts(
      place,
      "target.json",
      "--prefixes",
      "p.txt",
      "--suffixes",
      "s.txt",
      "--out",
      "o.json",
    );
    expect(found).toMatchObject({
      rows: 3,
      columns: 3,
      rank: 2,
      states: 2,
      statistics: "string",
      by: "spectrum",
    });
    expect(found.total).toBeCloseTo(1, 9);
    expect(found.onWords).toMatchObject({ which: "asked", nonPositive: 0 });
    const learned = toWfsa(readHankel(await place.read("o.json")));
    expect(Number(learned.weigh(["0", "1", "1"]))).toBeCloseTo(coins().weigh(["0", "1", "1"]), 12);
  });

  test("a language model gives the probabilities of words", async ({ place }) => {
    await place.write(
      "model.mjs",
      `export const alphabet = ["a", "b"];
export const next = (word) => (word.at(-1) === "a" ? [0.1, 0.7, 0.2] : [0.6, 0.1, 0.3]);`,
    );
    const found = await facts(place, "--module", "model.mjs");
    expect(found.rank).toBe(2);
    expect(found.total).toBeCloseTo(1, 9);
  });

  test("a budget of questions: too few for a start, or the block so far", async ({ place }) => {
    const box = `export const alphabet = ["a"];
export const semifield = "real";
export const weigh = (word) => Math.cos(word.length ** 2);`;
    await place.write("box.mjs", box);
    expectComplaint(
      await place.run(["spectral", "--module", "box.mjs", "--max-questions", "5"]),
      4,
      "5 are allowed",
    );
    const { code, stderr } = await place.run([
      "spectral",
      "--module",
      "box.mjs",
      "--max-questions",
      "25",
      "--out",
      "o.json",
    ]);
    expect(stderr).toContain("The budget of questions ended the growth of the block.");
    expect(code).toBe(4);
    expect(await place.files()).toContain("o.json");
  });

  test("Ctrl-C", async ({ place }) => {
    await place.write(
      "box.mjs",
      POWERS.replace("export function weigh", "export async function weigh").replace(
        "{\n",
        '{\n  process.stderr.write("asked\\n");\n  await new Promise((done) => setTimeout(done, 500));\n',
      ),
    );
    const ended = await place.run(
      ["spectral", "--module", "box.mjs", "--batch", "1", "--journal", "j.jsonl"],
      {
        interrupt: { at: "asked", signal: "SIGINT" },
      },
    );
    expect(ended.stderr).toContain("stopped; nothing was learned, the answers are in j.jsonl");
    expect(ended.code).toBe(130);
  });
});

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
    await facts(place, "--module", "box.mjs", "--out", "powers.json");
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

describe.concurrent("spectral refuses", () => {
  test("what has no answer, with a sentence", async ({ place }) => {
    const random = new Random(3);
    const words = Array.from({ length: 50 }, () => [random.below(2), random.below(2)]);
    const alphabet = new Alphabet(["0", "1"]);
    await place.write("two.train", writeSampleSet({ alphabet, words }));
    await place.write("empty.train", "0 2\n");
    await place.write("three.test", "2 3\n2 0 2\n1 1\n");
    await place.write("less.test", "1 2\n1 0\n");
    await place.write("none.txt", "");
    const run = (...args: string[]) => place.run(["spectral", ...args]);
    expectComplaint(await run("empty.train"), 2, "empty.train has no words: there is nothing to learn from");
    expectComplaint(
      await run("two.train", "--rank", "50"),
      2,
      "rank 50 is more than the data support",
      "or less",
    );
    expectComplaint(
      await run("two.train", "--held-out", "three.test"),
      2,
      'three.test has the symbol "2", which two.train lacks',
    );
    expectComplaint(
      await run("two.train", "--held-out", "empty.train"),
      2,
      "a rank cannot be chosen by them",
    );
    expectComplaint(
      await run("two.train", "--rank", "2", "--threshold", "0.1"),
      2,
      "--rank and --threshold both choose the rank",
    );
    expectComplaint(
      await run("two.train", "--block", "best"),
      2,
      "--block: only for a black box, and this is a sample",
    );
    expectComplaint(
      await run("two.train", "--prefixes", "none.txt"),
      2,
      "--prefixes and --suffixes belong together",
    );
    expectComplaint(
      await run("two.train", "--prefixes", "none.txt", "--suffixes", "none.txt"),
      2,
      "none.txt has no words",
    );
    expectComplaint(
      await run("two.train", "--split", "0.000001"),
      2,
      "--split 0.000001 leaves 50 words to learn from and 0",
    );
    expectComplaint(
      await run("two.train", "--spectrum", "s.pdf"),
      2,
      "the name ends in .csv, .json, .svg or .png",
    );
    const less = await run("two.train", "--held-out", "less.test", "--quiet");
    expect(less.stderr).toContain(
      'two.train has the symbol "1", which less.test lacks: the rank is chosen without them',
    );
    expect(less.code).toBe(0);
  });

  test("a block that needs too much memory, before anything is asked", async ({ place }) => {
    await place.write("box.mjs", POWERS.replace("{\n", '{\n  process.stderr.write("asked");\n'));
    const ended = await place.run([
      "spectral",
      "--module",
      "box.mjs",
      "--block",
      "words:9",
      "--max-memory",
      "10",
    ]);
    expectComplaint(ended, 2, "--block words:9 has 1023 rows and columns and needs about", "or --block best");
    expect(ended.stderr).not.toContain("asked");
    await problem(place, 500);
    const sampled = await place.run(["spectral", "1.pautomac.train", "--max-memory", "1"]);
    expectComplaint(sampled, 2, "may be used: take a smaller rank, or fewer rows and columns");
  });

  test("targets without numbers, and zero languages", async ({ place }) => {
    await place.write("box.mjs", POWERS.replace("real", "tropical"));
    expectComplaint(await place.run(["spectral", "--module", "box.mjs"]), 2, "tropical has none");
    await place.write("zero.mjs", POWERS.replace("return 2", "return 0; return 2"));
    expectComplaint(
      await place.run(["spectral", "--module", "zero.mjs"]),
      2,
      "every entry of the block is zero",
    );
    expectComplaint(
      await place.run(["spectral", "--module", "zero.mjs", "--split", "0.1"]),
      2,
      "--split: only for a sample",
    );
    expectComplaint(
      await place.run(["spectral", "--module", "zero.mjs", "--sample", "x"]),
      2,
      "leave the target out",
    );
    expectComplaint(
      await place.run(["evaluate", "x.json", "--solution", "y"]),
      2,
      "--solution is about the words of --sample",
    );
  });
});
