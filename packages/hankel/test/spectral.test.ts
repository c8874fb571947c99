/** Spectral learning on the command line, from black boxes. */

import { readHankel, toWfsa, writeHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { coins, facts, POWERS } from "./support/spectral.ts";

describe.concurrent("spectral, from a black box", () => {
  test("says where the answers are when the box fails", async ({ place }) => {
    const box = `export const alphabet = ["a", "b"], semifield = "real";
export const weigh = (word) => { if (word.length > 2) throw new Error("too long"); return 0.5 ** word.length; };`;
    await place.write("fails.mjs", box);
    const args = ["spectral", "fails.mjs", "--block", "words:2", "--journal", "run.jsonl", "--out", "x.json"];
    expectComplaint(await place.run(args), 3, "too long", "every answer is kept in run.jsonl");
  });

  test("a module: the rank, the automaton and the report", async ({ place }) => {
    await place.write("box.mjs", POWERS);
    const { code, stdout, stderr } = await place.run(["spectral", "box.mjs"]);
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
    const first = await facts(place, "box.mjs", "--journal", "run.jsonl", "--block", "words:2");
    expect((await place.read("run.jsonl")).trim().split("\n")).toHaveLength(1 + first.questions);
    // A broken box is not asked again.
    await place.write("box.mjs", POWERS.replace("return 2", "throw new Error(String(word)); return 2"));
    const again = await facts(place, "box.mjs", "--journal", "run.jsonl", "--block", "words:1");
    expect(again.rank).toBe(2);
    const more = await place.run(["spectral", "box.mjs", "--journal", "run.jsonl"]);
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
    const found = await facts(place, "model.mjs");
    expect(found.rank).toBe(2);
    expect(found.total).toBeCloseTo(1, 9);
  });

  test("a budget of questions: too few for a start, or the block so far", async ({ place }) => {
    const box = `export const alphabet = ["a"];
export const semifield = "real";
export const weigh = (word) => Math.cos(word.length ** 2);`;
    await place.write("box.mjs", box);
    expectComplaint(await place.run(["spectral", "box.mjs", "--max-questions", "5"]), 4, "5 are allowed");
    const { code, stderr } = await place.run([
      "spectral",
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
        '{\n  process.stderr.write("asked\\n");\n  await new Promise((done) => setTimeout(done, 2 ** 30));\n',
      ),
    );
    const ended = await place.run(["spectral", "box.mjs", "--with", "batch=1", "--journal", "j.jsonl"], {
      interrupt: { at: "asked", signal: "SIGINT" },
    });
    expect(ended.stderr).toContain("stopped; nothing was learned. The answers are in j.jsonl\n");
    expect(ended.code).toBe(130);
  });
});
