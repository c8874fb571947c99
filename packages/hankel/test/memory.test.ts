/** What `--max-memory` means on the command line. */

import { truncate } from "node:fs/promises";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";

const PALINDROMES = `export const alphabet = "ab", semifield = "boolean";
export const weigh = (word) => word.every((symbol, i) => symbol === word[word.length - 1 - i]);`;

const SUM = `export const alphabet = "ab", semifield = "rational";
const count = (word, symbol) => BigInt(word.filter((other) => other === symbol).length);
export const weigh = (word) => String(2n ** count(word, "a") + 3n ** count(word, "b"));`;

describe.concurrent("--max-memory", () => {
  test("ends a run with exit 4 and its reason, and the best automaton is written", async ({ place }) => {
    await place.write("box.mjs", PALINDROMES);
    const args = ["learn", "box.mjs", "--max-memory", "24M", "--out", "best.json", "--json"];
    const { code, stdout, stderr } = await place.spawn(args);
    expect(stderr).toContain("stopped: the run takes more than 24 MiB of memory");
    expect([code, JSON.parse(stdout)]).toMatchObject([4, { outcome: "budget" }]);
    readHankel(await place.read("best.json"));
  });

  test("holds for automata in files", async ({ place }) => {
    const { stdout } = await place.run(["random", "--states", "5", "--semifield", "rational"]);
    await place.write("target.json", stdout);
    const refused = await place.run(["learn", "target.json", "--max-memory", "0.5M", "--quiet"]);
    expect(refused.stderr).toContain(
      "The least that can be kept is 24M, most of which the program itself takes.",
    );
    expect(refused.code).toBe(2);
    // A process of its own: this one holds what all tests before have left.
    const enough = await place.spawn(["learn", "target.json", "--max-memory", "24M", "--quiet"]);
    expect(enough.code).toBe(0);
    const large = JSON.stringify({
      ...JSON.parse(stdout),
      states: Array.from({ length: 400_000 }, (_, i) => `s${i}`),
    });
    await place.write("large.json", large);
    const stopped = await place.spawn(["learn", "large.json", "--max-memory", "24M", "--quiet"]);
    expect(stopped.stderr).toMatch(/takes more (?:memory )?than 24 MiB/u);
    expect(stopped.code).toBe(4);
  });

  test.for(["0", "-1", "x", "12X", "1.2.3G", ""])("refuses %j", async (size, { place }) => {
    const { code, stderr } = await place.run(["learn", "target.json", "--max-memory", size]);
    expect(stderr).toContain("Expected a size such as 512M or 2G.");
    expect(code).toBe(2);
  });

  test("refuses more than Node's heap holds, and says how to let it grow", async ({ place }) => {
    const { code, stderr } = await place.run(["learn", "target.json", "--max-memory", "1000G"]);
    expect(stderr).toMatch(/heap has room for at most .* NODE_OPTIONS=--max-old-space-size=1365334/u);
    expect(code).toBe(2);
  });
});

test("a run warns early of a low rank, and names the learner, with integers if they are wanted", async ({
  place,
}) => {
  await place.write("sum.mjs", SUM);
  for (const own of ["", ":integral"]) {
    const args = ["learn", "sum.mjs", "--max-states", "200", "--out", "best.json", "--learner", `tree${own}`];
    const { stderr } = await place.run(args);
    const advice = String.raw`1\d\d states so far, and the rank .* stands still at 2: .* --learner multiplicity`;
    expect(stderr).toMatch(new RegExp(`${advice}${own} needs`, "u"));
    expect(stderr).toMatch(new RegExp(`^To use it: --learner multiplicity${own}$`, "mu"));
  }
});

test("a run that ends early says why its automaton is smaller, and does not call growing what is being tested", async ({
  place,
}) => {
  await place.write("box.mjs", PALINDROMES);
  const small = await place.run(["learn", "box.mjs", "--max-states", "20", "--out", "best.json"]);
  expect(small.stderr).toContain("(21 told apart so far); the best automaton so far has 18 states");
  expect(small.stderr).toContain(
    "It has fewer states than were told apart: what is not known of the others is left out.",
  );
  const finite = PALINDROMES.replace("(word) =>", "(word) => word.length < 4 &&");
  await place.write("box.mjs", finite);
  const tested = await place.run(["learn", "box.mjs", "--max-questions", "300", "--out", "best.json"]);
  expect(tested.code).toBe(4);
  expect(tested.stderr).toMatch(/no new one since, while \d+ words of tests were asked\./u);
  expect(tested.stderr).not.toContain("still growing");
});

describe.concurrent("files that are too large for the memory", () => {
  test("are refused before they are read, and end with a sentence", async ({ place }) => {
    await place.write("sparse", "");
    await truncate(place.path("sparse"), 8 * 2 ** 30);
    await place.write("box.mjs", PALINDROMES);
    for (const args of [["sparse"], ["box.mjs", "--warm", "sparse"], ["box.mjs", "--journal", "sparse"]]) {
      const { code, stderr } = await place.spawn(["learn", ...args, "--max-memory", "64M"]);
      expect(stderr).toContain("sparse is not read: it has 8 GiB, more than 64 MiB, which is the limit");
      expect(code).toBe(4);
    }
    const { code, stderr } = await place.spawn(["info", "sparse"]);
    expect(stderr).toContain("sparse is not read: it has 8 GiB");
    expect(code).toBe(4);
  });

  test("may be endless", async ({ place }) => {
    const { code, stderr } = await place.spawn(["learn", "/dev/zero", "--max-memory", "64M"]);
    expect(stderr).toContain("/dev/zero is not read to its end: it takes more memory than 64 MiB");
    expect(code).toBe(4);
  });
});
