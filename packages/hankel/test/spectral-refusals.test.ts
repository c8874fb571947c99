import { Alphabet, Random, writeSampleSet } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { POWERS, problem } from "./support/spectral.ts";

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
    const refused: readonly [args: string[], texts: string[]][] = [
      [["empty.train"], ["empty.train has no words: there is nothing to learn from"]],
      [
        ["two.train", "--rank", "50"],
        ["rank 50 is more than the data support", "or less"],
      ],
      [["two.train", "--held-out", "three.test"], ['three.test has the symbol "2", which two.train lacks']],
      [["two.train", "--held-out", "empty.train"], ["a rank cannot be chosen by them"]],
      [["two.train", "--rank", "2", "--threshold", "0.1"], ["--rank and --threshold both choose the rank"]],
      [["two.train", "--block", "best"], ["--block is for targets that can be asked; two.train is a sample"]],
      [
        ["two.train", "--workers", "2", "--timeout", "3", "--with", "token-env=TOKEN", "--with", "creds=c"],
        ["--workers is for black boxes that this machine asks itself; two.train is a sample"],
      ],
      [["--sample", "two.train", "nats://127.0.0.1:1/x"], ["leave the target out"]],
      [["two.train", "--prefixes", "none.txt"], ["--prefixes and --suffixes belong together"]],
      [["two.train", "--prefixes", "none.txt", "--suffixes", "none.txt"], ["none.txt has no words"]],
      [["two.train", "--split", "0.000001"], ["--split 0.000001 leaves 50 words to learn from and 0"]],
      [["two.train", "--spectrum", "s.pdf"], ["the name ends in .csv, .json, .svg or .png"]],
    ];
    for (const [args, texts] of refused) expectComplaint(await run(...args), 2, ...texts);
    const less = await run("two.train", "--held-out", "less.test", "--quiet");
    expect(less.stderr).toContain(
      'two.train has the symbol "1", which less.test lacks: the rank is chosen without them',
    );
    expect(less.code).toBe(0);
  });

  test("a block that needs too much memory, before anything is asked", async ({ place }) => {
    await place.write("box.mjs", POWERS.replace("{\n", '{\n  process.stderr.write("asked");\n'));
    const ended = await place.run(["spectral", "box.mjs", "--block", "words:10", "--max-memory", "24"]);
    expectComplaint(
      ended,
      2,
      "--block words:10 has 2047 rows and columns and needs about",
      "or --block best",
    );
    expect(ended.stderr).not.toContain("asked");
    await problem(place, 3000);
    const limit = ["--max-memory", "24", "--max-rank", "1000"];
    const sampled = await place.run(["spectral", "1.pautomac.train", ...limit]);
    expectComplaint(sampled, 2, "may be used: take a smaller rank, or fewer rows and columns");
  });

  test("targets without numbers, and zero languages", async ({ place }) => {
    await place.write("box.mjs", POWERS.replace("real", "tropical"));
    expectComplaint(await place.run(["spectral", "box.mjs"]), 2, "tropical has none");
    await place.write("zero.mjs", POWERS.replace("return 2", "return 0; return 2"));
    expectComplaint(await place.run(["spectral", "zero.mjs"]), 2, "every entry of the block is zero");
    expectComplaint(
      await place.run(["spectral", "zero.mjs", "--split", "0.1"]),
      2,
      "--split is for samples; zero.mjs is a module",
    );
    expectComplaint(await place.run(["spectral", "zero.mjs", "--sample", "x"]), 2, "leave the target out");
    expectComplaint(
      await place.run(["evaluate", "x.json", "--solution", "y"]),
      2,
      "--solution is about the words of --sample",
    );
  });
});
