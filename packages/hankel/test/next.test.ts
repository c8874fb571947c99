/** The real command with black boxes that are language models: the example, journals, options that make no sense. */

import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

const BIGRAM = fileURLToPath(new URL("../../../examples/teachers/python/bigram.py", import.meta.url));

/**
 * Two states: a's are likely after an even number of them. Every word that is asked goes to a file. If there is a file named
 * kill, the third request kills the command.
 */
const model = (hello = {}) => `
import { createInterface } from "node:readline";
import { appendFileSync, existsSync, rmSync } from "node:fs";
const hello = { hankel: 1, next: true, alphabet: ["a", "b"], ...${JSON.stringify(hello)} };
const following = (word) =>
  word.filter((symbol) => symbol === "a").length % 2 === 0 ? [0.5, 0.25, 0.25] : [0.125, 0.375, 0.5];
const rows = (word) => [...word.map((_, i) => following(word.slice(0, i))), following(word)];
const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
send(hello);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, next } = JSON.parse(line);
  for (const word of next) appendFileSync("asked", word.join(" ") + "\\n");
  if (id === 3 && existsSync("kill")) {
    rmSync("kill");
    process.kill(process.ppid, "SIGKILL");
  }
  send({ id, distributions: next.map(hello.prefixes ? rows : following) });
}
`;

const MODULE = `export const alphabet = ["a", "b"];
export const next = (word) => word.filter((x) => x === "a").length % 2 === 0 ? [0.5, 0.25, 0.25] : [0.125, 0.375, 0.5];
`;

interface Learned {
  readonly states: number;
  readonly final: readonly (readonly [number, string])[];
  readonly arcs: readonly (readonly [number, string, string, number])[];
}

/** Checks that the arcs and the end of every state are probabilities that sum to 1. */
async function expectDistributions(place: Workplace, name: string): Promise<Learned> {
  const learned = JSON.parse(await place.read(name)) as Learned;
  expect(learned.states).toBeGreaterThan(0);
  const sums = new Float64Array(learned.states);
  for (const [state, weight] of learned.final) sums[state] += Number(weight);
  for (const [from, , weight] of learned.arcs) sums[from] += Number(weight);
  for (const sum of sums) expect(sum).toBeCloseTo(1, 9);
  return learned;
}

describe.concurrent("learn -- a language model", () => {
  test("the example is learned as distributions, and exactly as weights", async ({ place }) => {
    const soft = await place.run(["learn", "--out", "soft.json", "--", "python3", BIGRAM]);
    expect(soft.code).toBe(0);
    expect((await expectDistributions(place, "soft.json")).states).toBe(7);
    const tree = ["learn", "--learner", "tree", "--json", "--out", "tree.json", "--", "python3", BIGRAM];
    // The start, and the six words of the vocabulary, since each of them is followed by others.
    expect(JSON.parse(await place.print(...tree))).toMatchObject({ outcome: "accepted", states: 7 });
  });

  test("a module, and an automaton as a language model", async ({ place }) => {
    await place.write("model.mjs", MODULE);
    const args = ["--learner", "tree", "--equivalence", "wp:1", "--out", "exact.json", "--quiet"];
    await place.print("learn", "model.mjs", ...args);
    await place.print("learn", "model.mjs", "--out", "soft.json", "--quiet");
    expect((await expectDistributions(place, "soft.json")).states).toBe(2);
    // The exact automaton is in canonical form: its weights are pushed before they are probabilities.
    await place.print("learn", "exact.json", "--learner", "soft", "--out", "again.json", "--quiet");
    expect((await expectDistributions(place, "again.json")).states).toBe(2);
  });

  test("--alphabet keeps some symbols, and the states and the distance are the learner's", async ({
    place,
  }) => {
    await place.write("model.mjs", MODULE);
    const args = ["--learner", "soft:states=1,distance=0.3", "--alphabet", "b", "--out", "one.json"];
    await place.run(["learn", "model.mjs", "--journal", "run.jsonl", ...args]);
    const learned = await expectDistributions(place, "one.json");
    expect(learned).toMatchObject({ states: 1, arcs: [[0, "b", expect.any(String), 0]] });
    expect(Number(learned.arcs[0][2])).toBeCloseTo(0.5, 9);
    const header = (await place.read("run.jsonl")).split("\n")[0];
    expect(JSON.parse(header)).toMatchObject({ learner: "soft", options: { tolerance: 0.3, maxStates: 1 } });
    await place.run(["replay", "run.jsonl", "--out", "again.json"]);
    expect(await place.read("again.json")).toBe(await place.read("one.json"));
  });

  test("--show says what goes on with what", async ({ place }) => {
    await place.write("model.mjs", MODULE);
    const { stderr } = await place.run(["learn", "model.mjs", "--show", "--out", "x.json"]);
    expect(stderr).toMatch(/^ {2}ε +goes on with +a 0\.500, b 0\.250, the end 0\.250$/mu);
  });

  test("options about weights make no sense", async ({ place }) => {
    await place.write("model.mjs", MODULE);
    const run = (...args: string[]) => place.run(["learn", "model.mjs", ...args]);
    expectComplaint(
      await run("--equivalence", "wp:1"),
      2,
      "--equivalence is for weights and machines, whose answers tests compare; model.mjs is learned by distributions of what " +
        "comes next: leave it out, or learn the weights with --learner tree",
    );
    expectComplaint(
      await run("--certificate", "c.json"),
      2,
      "--certificate is for weights and machines; model.mjs is learned by distributions",
    );
    expectComplaint(await run("--semifield", "real"), 2, "so leave --semifield out");
    expectComplaint(
      await run("--max-states", "3"),
      2,
      "the learner is soft: --learner soft:states=10 learns",
    );
    expectComplaint(await run("--tolerance", "0.3"), 2, "--learner soft:distance=0.1 says how near");
    await place.write("weigh.mjs", 'export const alphabet = "a", semifield = "real", weigh = () => 1;');
    const weights = await place.run(["learn", "weigh.mjs", "--learner", "soft"]);
    expectComplaint(weights, 2, "the soft learner is for language models that give distributions");
  });

  test("what is no distribution names the word", async ({ place }) => {
    await place.write(
      "bad.mjs",
      'export const alphabet = "ab"; export const next = (word) => [0.5, 0.5, word.length];',
    );
    const { code, stderr } = await place.run(["learn", "bad.mjs", "--out", "x.json"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /the black box failed on [ab]+: the answer for [ab]+: the probabilities sum to \d, not to 1/u,
    );
  });

  test("a budget ends the run with a whole distribution", async ({ place }) => {
    await place.write("model.mjs", MODULE);
    const args = ["--max-questions", "1", "--out", "x.json"];
    const { code } = await place.run(["learn", "model.mjs", ...args]);
    expect(code).toBe(4);
    await expectDistributions(place, "x.json");
  });
});

describe.concurrent("the journal of a language model", () => {
  test.for([false, true])(
    "survives a kill: nothing answered is asked again (prefixes: %s)",
    async (prefixes, { place }) => {
      await place.write("model.mjs", model({ prefixes }));
      const args = (name: string) => [
        "--journal",
        `${name}.jsonl`,
        "--out",
        `${name}.json`,
        "--recheck",
        "0",
      ];
      // The program kills its parent.
      const run = (name: string) =>
        place.spawn(["learn", ...args(name), "--with", "batch=1", "--", "node", "model.mjs"]);
      const whole = await run("whole");
      expect(whole.code).toBe(0);
      await place.write("asked", "");
      await place.write("kill", "");
      expect((await run("cut")).code).toBe(null);
      const kept = (await place.read("cut.jsonl")).split("\n").filter((line) => line.startsWith('{"word"'));
      expect((await run("cut")).code).toBe(0);
      const asked = (await place.read("asked")).split("\n").slice(0, -1);
      expect(kept.length).toBeGreaterThan(0);
      for (const line of kept) {
        const word = (JSON.parse(line) as { word: string[] }).word.join(" ");
        expect(asked.filter((other) => other === word)).toHaveLength(1);
      }
      expect(await place.read("cut.jsonl")).toBe(await place.read("whole.jsonl"));
      expect(await place.read("cut.json")).toBe(await place.read("whole.json"));
    },
  );

  test("is replayed, described, merged and taken along, also over fewer symbols", async ({ place }) => {
    await place.write("model.mjs", model({ prefixes: true }));
    const box = ["--", "node", "model.mjs"];
    await place.run(["learn", "--journal", "run.jsonl", "--out", "run.json", ...box]);
    await place.run(["replay", "run.jsonl", "--out", "again.json"]);
    expect(await place.read("again.json")).toBe(await place.read("run.json"));
    const stats = JSON.parse(await place.print("journal", "stats", "--json", "run.jsonl")) as object;
    expect(stats).toMatchObject({ learner: "soft", next: { prefixes: true }, finished: true });
    const words = await place.print("journal", "words", "run.jsonl");
    for (const line of words.trimEnd().split("\n")) expect(line).toMatch(/^[ab ]*\t0\.5 0\.25 0\.25/u);
    expect((await place.run(["journal", "merge", "run.jsonl", "run.jsonl", "-o", "all.jsonl"])).code).toBe(0);
    await place.write("asked", "");
    const warm = ["learn", "--warm", "all.jsonl", "--recheck", "0", "--out", "warm.json"];
    expect((await place.run([...warm, ...box])).code).toBe(0);
    expect(await place.read("asked")).toBe("");
    expect(await place.read("warm.json")).toBe(await place.read("run.json"));
    expect((await place.run([...warm, "--alphabet", "b", ...box])).code).toBe(0);
    const learned = await expectDistributions(place, "warm.json");
    expect(learned.arcs.every(([, symbol]) => symbol === "b")).toBe(true);
    await place.write("single.mjs", model());
    expectComplaint(
      await place.run([...warm, "--", "node", "single.mjs"]),
      2,
      "all.jsonl has answers of a language model that tells all prefixes, not of a language model that tells single words",
    );
  });
});
