/** A run that takes its time says so, also where standard error is no terminal; and it says when answers look noisy. */

import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";

/** Takes seven seconds for the word b. */
const SLOW = `
export const alphabet = "ab", semifield = "rational";
export const weigh = async (word) => {
  if (word.join("") === "b") await new Promise((resolve) => setTimeout(resolve, 7000));
  return "1";
};
`;

/** Two states over real, with noise of a millionth. */
const NOISY = `
export const alphabet = "ab", semifield = "real";
export const weigh = (word) => {
  let hash = 7;
  for (const symbol of word) hash = (hash * 48271 + symbol.charCodeAt(0)) % 2147483647;
  const exact = 0.5 ** word.length * (word.filter((symbol) => symbol === "a").length % 2 === 0 ? 1 : 0.3);
  return exact * (1 + 1e-6 * (hash / 2147483647 - 0.5));
};
`;

describe.concurrent("a run", () => {
  test("is not silent for five seconds while the black box thinks", async ({ place }) => {
    await place.write("slow.mjs", SLOW);
    const { code, stderr } = await place.run(["learn", "--module", "slow.mjs", "--out", "o.json"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^\d states?, .*, no answer for [3-5] s$/mu);
  });

  test("says while it runs that the answers look noisy, once, unless it is quiet", async ({ place }) => {
    await place.write("noisy.mjs", NOISY);
    const learn = ["learn", "--module", "noisy.mjs", "--max-states", "100", "--out", "o.json"];
    const { code, stderr } = await place.run(learn);
    expect(code).toBe(4);
    expect(
      stderr.match(/^hankel: .*the answers look noisy.*--tolerance 0.0+1 or larger counts/gmu),
    ).toHaveLength(1);
    expect((await place.run([...learn, "--quiet"])).stderr).not.toMatch(/look noisy/u);
    const better = await place.run([...learn, "--tolerance", "1e-5"]);
    expect(better.code).toBe(0);
    expect(better.stderr).toMatch(/^states 2, /mu);
    expect(better.stderr).not.toMatch(/noisy|Warning/u);
  });
});
