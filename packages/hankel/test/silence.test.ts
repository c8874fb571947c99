/** A run that takes its time says so, also where standard error is no terminal; and it says when answers look noisy. */

import { describe, expect } from "vitest";
import { test } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

/** Says so when it is asked for the word b, and answers once there is a file named go. */
const THINKING = `
import { existsSync, writeSync } from "node:fs";
export const alphabet = "ab", semifield = "rational";
export const weigh = async (word) => {
  if (word.join("") === "b") {
    writeSync(2, "thinking\\n");
    while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 10));
  }
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
    await place.write("box.mjs", THINKING);
    const args = ["learn", "box.mjs", "--out", "o.json"];
    const running = new RunningCommand(place, args, { clockStep: 4999 });
    await running.until(/thinking/u);
    await running.letTimePass();
    await running.until(/^\d states?, .*, no answer for 5 s$/mu);
    await place.write("go", "");
    expect(await running.ended).toEqual({ code: 0, by: null });
  });

  test("says while it runs that the answers look noisy, once, unless it is quiet", async ({ place }) => {
    await place.write("noisy.mjs", NOISY);
    const learn = ["learn", "noisy.mjs", "--max-states", "100", "--out", "o.json"];
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
