/** However a run of the command ends: what is written, what is said about it, and the exit code. */

import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { type Ended, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand } from "./support/running-command.ts";

const LEARNERS = ["tree", "table", "apart"] as const;

/** An automaton over floats; state 0 is initial. */
function floats(alphabet: string, final: readonly [number, string][], arcs: readonly unknown[][]): string {
  const states = final.length;
  const semifield = "real";
  return JSON.stringify({
    format: "hankel/1",
    semifield,
    alphabet: [...alphabet],
    states,
    initial: [[0, "1"]],
    final,
    arcs,
  });
}

/** Weights in steps of less than the tolerance: two that are near to a third need not be near to each other. */
const LOST = floats(
  "a",
  [
    [0, "1.0000000006"],
    [1, "1.0000000006"],
    [2, "1.0000000006"],
    [3, "0"],
    [4, "1.0000000009"],
  ],
  [
    [0, "a", "0.5000000006", 4],
    [1, "a", "0.50000000015", 2],
    [2, "a", "0.50000000045", 2],
    [3, "a", "0.5", 0],
    [4, "a", "0.50000000045", 1],
  ],
);

/** Some weights are a little further apart than the tolerance. */
const NEAR = floats(
  "a",
  [
    [0, "1.0000000018"],
    [1, "1.0000000018"],
    [2, "1"],
    [3, "1"],
    [4, "1.0000000027"],
  ],
  [
    [0, "a", "0.5000000018", 2],
    [1, "a", "0.50000000135", 4],
    [2, "a", "0.50000000135", 4],
    [3, "a", "0.50000000135", 1],
    [4, "a", "0.5000000009", 3],
  ],
);

/** Its weights grow beyond what a float holds. */
const GROWING = floats(
  "ab",
  [
    [0, "1"],
    [1, "0"],
    [2, "3"],
  ],
  [
    [0, "a", "1e200", 1],
    [1, "a", "1e200", 2],
    [2, "a", "1e200", 0],
    [0, "b", "1", 0],
  ],
);

const box = (weigh: string, more = "") =>
  `export const alphabet = "ab"; export const semifield = "rational"; let asked = 0; export const weigh = (w) => { asked++; const n = w.filter((x) => x === "a").length; ${weigh} }; ${more}`;

/** Says so, and is then busy for ever. */
const HANGS_AFTER_NINE = 'if (asked > 9) { fs.writeSync(2, "hangs\\n"); for (;;); } return 2 ** n;';

/** A run that did not end well: the best automaton is in its file, and the reason is told, also as JSON. */
async function expectBest(place: Workplace, ended: Ended, code: number, outcome: string, reason: RegExp) {
  expect(ended.stderr).toMatch(reason);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toMatch(
    /the best automaton so far has \d+ states?\nNothing is established about it: /u,
  );
  expect(ended.stderr).toMatch(/States told apart: /u);
  expect(ended.stderr).not.toMatch(/Exact|minimal automaton|internal error/u);
  const facts = JSON.parse(ended.stdout) as { outcome: string; reason: string; states: number };
  expect(facts).toMatchObject({ outcome, reason: expect.stringMatching(reason) as string });
  expect(readHankel(await place.read("best.json")).size).toBe(facts.states);
}

describe.concurrent("a run that ends", () => {
  test("over floats never claims to be exact", async ({ place }) => {
    await place.write("near.json", NEAR);
    for (const options of [[], ["--journal", "j"]]) {
      const { code, stderr } = await place.run(["learn", "near.json", ...options, "--out", "l.json"]);
      expect(code).toBe(0);
      expect(stderr).not.toMatch(/Exact|minimal automaton/u);
      expect(stderr).toMatch(
        /no difference beyond the tolerance of 1e-9\. Equality within a tolerance is not transitive/u,
      );
    }
  });

  test.for(LEARNERS)("in the tolerance does not blame the teacher: %s", async (learner, { place }) => {
    await place.write("t.json", LOST);
    const args = ["learn", "t.json", "--learner", learner, "--json", "--out", "best.json"];
    const ended = await place.run(args);
    await expectBest(place, ended, 3, "tolerance", /the tolerance of 1e-9; choose .* with --tolerance/u);
    expect(ended.stderr).not.toMatch(/contradict/u);
    const wider = await place.run([...args, "--tolerance", "1e-6"]);
    expect([wider.code, JSON.parse(wider.stdout)]).toMatchObject([0, { outcome: "accepted" }]);
    const journalled = await place.run([...args, "--journal", "j"]);
    await expectBest(place, journalled, 3, "tolerance", /--tolerance/u);
  });

  test.for(LEARNERS)("with a float out of its range: %s", async (learner, { place }) => {
    await place.write("t.json", GROWING);
    const ended = await place.run(["learn", "t.json", "--learner", learner, "--json", "--out", "best.json"]);
    await expectBest(place, ended, 3, "tolerance", /leaves the range of real/u);
  });

  test.for([
    [
      "a box that throws",
      'if (asked > 9) throw new Error("overheated"); return 2 ** n;',
      "failed",
      /failed on .*overheated/u,
    ],
    ["an answer that is no weight", 'return asked > 9 ? "green" : 2 ** n;', "failed", /failed on .*green/u],
    [
      "a box that changes its mind",
      "return asked > 40 ? 7 : 2 ** n;",
      "contradiction",
      /contradicts itself: .* weighs/u,
    ],
  ] as const)("because of %s", async ([, weigh, outcome, reason], { place }) => {
    await place.write("box.mjs", box(weigh));
    const args = ["learn", "box.mjs", "--json", "--out", "best.json"];
    await expectBest(place, await place.run(args), 3, outcome, reason);
  });

  test("because a counterexample is none", async ({ place }) => {
    await place.write("box.mjs", box("return 2 ** n;", "export const findCounterexample = () => [];"));
    const args = ["learn", "box.mjs", "--json", "--out", "best.json"];
    await expectBest(
      place,
      await place.run(args),
      3,
      "contradiction",
      /given as a counterexample, but .* both/u,
    );
  });

  test("where a box never answers, two seconds after the time is up", async ({ place }) => {
    await place.write("box.mjs", `import fs from "node:fs"; ${box(HANGS_AFTER_NINE)}`);
    const limits = ["--max-seconds", "4.9", "--timeout", "100", "--out", "best.json"];
    const running = new RunningCommand(place, ["learn", "box.mjs", ...limits], {
      clockStep: 1000,
    });
    await running.until(/hangs/u);
    for (let second = 1; second <= 7; second++) await running.letTimePass();
    await running.until(/hankel: stopped: more than 4.9 seconds have passed; the best automaton so far/u);
    expect(running.stderr).not.toMatch(/stopped[^]*the clock: 7000/u);
    expect(await running.passTimeUntilEnd()).toEqual({ code: 4, by: null });
    readHankel(await place.read("best.json"));
  });
});
