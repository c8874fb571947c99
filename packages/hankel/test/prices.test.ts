/** The real command with prices of words and letters, and the learner of machines as the default. */

import { describe, expect } from "vitest";
import { door } from "./support/door.ts";
import { expectComplaint, test } from "./support/hankel.ts";

const WP = ["--equivalence", "wp:1"];
const BOX = ["--", "node", "door.mjs"];

/** A Mealy machine whose output is another one at the third a in a row. */
const COUNTER = `digraph counter {
  s0 -> s1 [label="a/no"];
  s0 -> s0 [label="b/no"];
  s1 -> s2 [label="a/no"];
  s1 -> s0 [label="b/no"];
  s2 -> s0 [label="a/yes"];
  s2 -> s0 [label="b/no"];
}
`;

interface Facts {
  readonly questions: number;
  readonly symbols: number;
  readonly cost: number;
  readonly asked: number;
}

describe.concurrent("the cost of a run", () => {
  test("is counted by the prices, in the summary and as JSON", async ({ place }) => {
    await place.write("counter.dot", COUNTER);
    const facts = async (...options: string[]) =>
      JSON.parse(await place.print("learn", "counter.dot", "--json", ...options)) as Facts;
    const usual = await facts();
    expect(usual.cost).toBe(usual.questions + usual.symbols);
    const words = await facts("--cost", "1,0");
    expect(words.cost).toBe(words.questions);
    const mixed = await facts("--cost", "2.5,0.1");
    expect(mixed.cost).toBeCloseTo(2.5 * mixed.questions + 0.1 * mixed.symbols, 9);
    const { stderr } = await place.run(["learn", "counter.dot", "--cost", "10,1", "--out", "x.json"]);
    expect(stderr).toMatch(/, cost \d+ \(10 per trace, 1 per input\), equivalences \d/u);
  });

  test("of a black box is that of all it answered: for the learner, tests and rechecks", async ({
    place,
  }) => {
    await place.write("door.mjs", door());
    const args = ["learn", "--json", "--out", "x.json", "--events", "e.jsonl", "--cost", "3,1"];
    const { stdout, stderr } = await place.run([...args, ...WP, ...BOX]);
    const facts = JSON.parse(stdout) as Facts;
    // The box writes down what it is asked.
    const words = stderr
      .trim()
      .split("\n")
      .map((line) => line.replace(/^asked ?/u, "").split(" "));
    expect(facts.asked).toBe(words.length);
    expect(facts.cost).toBe(3 * words.length + words.flat().length);
    expect(facts.asked).toBeGreaterThan(facts.questions);
    const events = (await place.read("e.jsonl")).trim().split("\n");
    const last = JSON.parse(events.at(-1) as string) as { counts: Facts };
    expect(last.counts.cost).toBe(facts.cost);
  });

  test("is no price: both zero, negative, or no number", async ({ place }) => {
    await place.write("counter.dot", COUNTER);
    const run = (...options: string[]) => place.run(["learn", "counter.dot", ...options]);
    expectComplaint(await run("--cost", "0,0"), 2, "nothing to save");
    expectComplaint(await run("--cost", "-1,1"), 2, "Expected a number, 0 or more");
    expectComplaint(await run("--cost", "1,much"), 2, "Expected a number, 0 or more");
  });

  test("is in the journal: a resumed run has the same prices", async ({ place }) => {
    await place.write("door.mjs", door());
    const args = ["learn", "--journal", "run.jsonl", "--out", "door.json", ...WP];
    expect((await place.run([...args, "--cost", "1,0", ...BOX])).code).toBe(0);
    const header = JSON.parse((await place.read("run.jsonl")).split("\n")[0]) as object;
    expect(header).toMatchObject({ algorithm: 13, learner: "machine", options: { letterCost: 0 } });
    const other = await place.run([...args, ...BOX]);
    expect(other.stderr).toContain("letterCost");
    expect(other.code).toBe(2);
    expect((await place.run([...args, "--cost", "1,0", ...BOX])).code).toBe(0);
    await place.run(["replay", "run.jsonl", "--out", "again.json"]);
    expect(await place.read("again.json")).toBe(await place.read("door.json"));
  });
});

describe.concurrent("the machine learner", () => {
  test("is the default for machines, and refuses the options of others", async ({ place }) => {
    await place.write("counter.dot", COUNTER);
    const refused = await place.run(["learn", "counter.dot", "--tolerance", "0.1"]);
    expectComplaint(refused, 2, "--tolerance");
    const tree = ["learn", "counter.dot", "--learner", "tree", "--out", "t.json"];
    expect((await place.run(tree)).code).toBe(0);
    await place.run(["learn", "counter.dot", "--out", "m.json"]);
    expect(await place.read("m.json")).toBe(await place.read("t.json"));
  });

  test("is refused for targets that give words weights", async ({ place }) => {
    await place.run(["random", "--states", "3", "--out", "target.json"]);
    const { stderr, code } = await place.run(["learn", "target.json", "--learner", "machine"]);
    expect(stderr).toContain("the machine learner is for Mealy and Moore machines");
    expect(stderr).toContain("use tree, apart or table");
    expect(code).toBe(2);
  });

  test("does not resume a journal of version 3 of the algorithms, but replays it and takes its answers", async ({
    place,
  }) => {
    await place.write("door.mjs", door());
    const options = ["--learner", "tree", "--recheck", "0", "--out", "door.json", ...WP];
    await place.run(["learn", "--journal", "run.jsonl", ...options, ...BOX]);
    const former = (await place.read("run.jsonl"))
      .replace('"algorithm":13', '"algorithm":3')
      .replaceAll(/,"sum":"[0-9a-f]{8}"/gu, "")
      .replace(/^\{"fingerprint".*\n/mu, "");
    await place.write("former.jsonl", former);
    const resumed = await place.run(["learn", "--journal", "former.jsonl", ...options, ...BOX]);
    expectComplaint(resumed, 2, "algorithm 3 there, 13 here");
    expect((await place.run(["replay", "former.jsonl", "--out", "again.json"])).code).toBe(0);
    expect(await place.read("again.json")).toBe(await place.read("door.json"));
    const warm = await place.run(["learn", "--warm", "former.jsonl", ...options, ...BOX]);
    expect(warm.code).toBe(0);
    expect(warm.stderr).not.toMatch(/^asked /mu);
  });
});
