/** With --json, an automaton that its format cannot hold is in the object. */

import { expect } from "vitest";
import { test } from "./support/hankel.ts";

const BOX = `
export const alphabet = "a", semifield = "real";
export const weigh = (word) => (-0.5) ** word.length;
`;

test.for([["learn", "--quiet", "--equivalence", "walk:20"], ["spectral"]])(
  "%s --json",
  async (command, { place }) => {
    await place.write("box.mjs", BOX);
    const args = [...command, "box.mjs", "--json", "--out", "x.pautomac"];
    const { code, stdout, stderr } = await place.run(args);
    expect(stderr).toMatch(
      /^hankel: a PAutomaC model is stochastic, but .* is negative; it is in the JSON object on standard output instead\n$/u,
    );
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ states: 1, automaton: { format: "hankel/1", states: 1 } });
  },
);

test("also the best automaton of a run that was stopped", async ({ place }) => {
  await place.write("box.mjs", BOX);
  const args = ["learn", "--quiet", "box.mjs", "--max-questions", "3", "--json", "--out", "x.pautomac"];
  const { code, stdout, stderr } = await place.run(args);
  expect(stderr).toContain("it is in the JSON object on standard output instead\n");
  expect(code).toBe(4);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "budget", automaton: { format: "hankel/1" } });
});
