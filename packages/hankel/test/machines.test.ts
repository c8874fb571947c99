/** The real command with black boxes that are machines: the examples, their ends, what is written. */

import { fileURLToPath } from "node:url";
import { machineSize, readDot, readHankel, requireMachine, runMachine, toWdfsa } from "@hankel/core";
import { describe, expect } from "vitest";
import { door } from "./support/door.ts";
import { automatonText, expectComplaint, test, type Workplace } from "./support/hankel.ts";

const example = (name: string) =>
  fileURLToPath(new URL(`../../../examples/teachers/${name}`, import.meta.url));
const WP = ["--equivalence", "wp:1"];

const learned = async (place: Workplace, name: string) =>
  requireMachine(toWdfsa(readHankel(await place.read(name))));

describe.concurrent("learn -- a machine", () => {
  test("learns the examples", async ({ place }) => {
    const vending = await place.run([
      "learn",
      "--out",
      "v.json",
      ...WP,
      "--",
      "python3",
      example("python/vending.py"),
    ]);
    expect(vending.stderr).toMatch(/^Mealy machine: states 3, arcs 9, /u);
    expect(vending.stderr).toMatch(/it is right if the machine has at most 4 states\)\.\nNoise: .*\n$/u);
    expect(vending.code).toBe(0);
    const coffee = runMachine(await learned(place, "v.json"), [
      "coin",
      "return",
      "coin",
      "coin",
      "coin",
      "button",
    ]);
    expect(coffee).toEqual(["click", "1 back", "click", "click", "clatter", "coffee"]);

    const module = ["learn", "--json", "--equivalence", "wp:2", example("typescript/vending.ts")];
    expect(JSON.parse(await place.print(...module))).toMatchObject({ machine: "mealy", states: 3, arcs: 6 });

    const light = ["learn", "--json", "--out", "light.json", ...WP, "--", "node"];
    const facts = JSON.parse(await place.print(...light, example("typescript/traffic-light.mjs"))) as object;
    expect(facts).toMatchObject({ machine: "moore", states: 3 });
    expect(runMachine(await learned(place, "light.json"), ["button", "wait"])).toEqual([
      "green",
      "yellow",
      "red",
    ]);
  });

  test("learns a connection to Node's own HTTP server", async ({ place }) => {
    const args = [
      "learn",
      "--json",
      "--out",
      "http.json",
      ...WP,
      "--",
      "node",
      example("typescript/http-session.mjs"),
    ];
    expect(JSON.parse(await place.print(...args))).toMatchObject({ outcome: "accepted", states: 3 });
    const machine = await learned(place, "http.json");
    // What follows POST is its body, whatever it looks like; junk and `last` end the connection.
    const word = ["GET", "POST", "junk", "GET", "junk", "GET"];
    expect(runMachine(machine, word)).toEqual(["204", "100", "204", "204", "400", "closed"]);
    expect(runMachine(machine, ["POST", "last", "last", "POST"])).toEqual(["100", "204", "204", "closed"]);
  });

  test("counts the states of a Moore machine, and writes one", async ({ place }) => {
    // As a Mealy machine with a first output it has one state, as a Moore machine two.
    await place.write(
      "echo.mjs",
      'export const machine = "moore", alphabet = ["a", "b"]; export const run = (word) => ["a", ...word];',
    );
    const { stderr } = await place.run(["learn", ...WP, "echo.mjs", "--out", "echo.dot"]);
    expect(stderr).toMatch(/^Moore machine: states 2, arcs 4, /u);
    expect(stderr).toContain("it is right if the machine has at most 2 states in its Mealy form");
    const machine = requireMachine(toWdfsa(readDot(await place.read("echo.dot"))));
    expect(machine.kind).toBe("moore");
    expect(machineSize(machine)).toBe(2);
  });

  test("weighs words by its outputs", async ({ place }) => {
    await place.write("door.mjs", door());
    await place
      .print("learn", ...WP, "--quiet", "--out", "door.json", "--", "node", "door.mjs")
      .catch(() => {});
    expect(await place.print("weigh", "door.json", "lock push unlock")).toBe('"1" shut ""\n');
    expect(await place.print("weigh", "door.json", "", "push")).toMatch(/^nothing\n\w+\n$/u);
    expect(JSON.parse(await place.print("weigh", "--json", "door.json", ""))).toEqual({
      word: [],
      outputs: [],
    });
    for (const args of [
      ...["total", "best", "push", "sample", "reverse", "closure", "spectral"].map((name) => [
        name,
        "door.json",
      ]),
      ["regex", "--of", "door.json"],
      ["total", "--length", "door.json"],
      ...["intersect", "evaluate"].map((name) => [name, "door.json", "door.json"]),
      ...["soft", "multiplicity"].map((name) => ["learn", "door.json", "--learner", name]),
    ]) {
      const refused = await place.run(args);
      expectComplaint(refused, 2, "and a machine has outputs, not weights");
      expect(refused.stderr).not.toMatch(
        /[⊕⊗]|free-group|totalWeight|heaviestWords|toExpression|expectedLength/u,
      );
    }
    const json = await place.print("weigh", "--json", "door.json", "lock push unlock");
    expect(JSON.parse(json)).toEqual({ word: ["lock", "push", "unlock"], outputs: ["1", "shut", ""] });
  });

  test("shows long weights of a table so that different ones look different", async ({ place }) => {
    const weight = (last: number) => `"1/10000000000000000000000000000${last}"`;
    const arcs = '[[0, "a", "1", 1], [0, "b", "1", 2], [2, "b", "1", 1]]';
    const final = `[[1, ${weight(1)}], [2, ${weight(3)}]]`;
    await place.write("a.json", automatonText({ states: "3", initial: '[[0, "1"]]', arcs, final }));
    const { stderr } = await place.run(["learn", "a.json", "--show", "--out", "b.json"]);
    const table = stderr.slice(stderr.lastIndexOf("Hypothesis"));
    const shown = table.match(/[/…]\S*0[13]\b/gu) ?? [];
    expect(new Set(shown)).toEqual(new Set(["…00001", "…00003"]));
  });

  test("speaks of inputs and outputs, never of weights", async ({ place }) => {
    await place.write("door.mjs", door());
    const learn = (...args: string[]) => place.run(["learn", ...WP, ...args, "--", "node", "door.mjs"]);
    const shown = await learn(
      "--show",
      "--learner",
      "table",
      "--journal",
      "j",
      "--certificate",
      "why",
      "--out",
      "door.json",
    );
    expect(shown.stderr).toMatch(/^ {2}lock +answers +"1"$/mu);
    expect(shown.stderr).toMatch(/^ {2}state +lock/mu);
    expect(shown.stderr).toMatch(/^ {2}→ 0 .*"1" → 1/mu);
    expect(shown.stderr).toMatch(/wrong about .*: it does not answer /u);
    const info = await place.print("info", "door.json");
    expect(info).toMatch(/^machine +Mealy machine, 2 states, 3 inputs, 5 outputs\ninputs +"/u);
    const facts = JSON.parse(await place.print("info", "--json", "door.json")) as object;
    expect(facts).toMatchObject({ machine: { kind: "mealy", states: 2, inputs: 3, outputs: 5 } });
    const words = (await place.print("journal", "words", "--json", "j")).trimEnd().split("\n");
    for (const line of words) {
      const { word, outputs } = JSON.parse(line) as { word: string[]; outputs: string[] };
      expect(outputs).toHaveLength(word.length);
    }
    const stats = await place.print("journal", "stats", "j");
    await place.write("other.mjs", door('if (outputs[0] === "1") outputs[0] = "one";'));
    await place.run(["learn", ...WP, "--out", "other.json", "--", "node", "other.mjs"]);
    const different = await place.run(["compare", "door.json", "other.json"]);
    expect(different.stdout).toBe('different: lock\n  door.json answers "1"\n  other.json answers one\n');
    const json = await place.run(["compare", "--json", "door.json", "other.json"]);
    expect(JSON.parse(json.stdout)).toEqual({
      equal: false,
      word: ["lock"],
      outputs: { left: ["1"], right: ["one"] },
    });
    const check = await place.run(["check", "door.json", "--certificate", "why", "--", "node", "other.mjs"]);
    expect(check.stdout).toMatch(/^does not hold: on lock.* the machine answers "1".*, the black box one/u);
    for (const text of [shown.stderr, info, JSON.stringify(facts), stats, different.stdout, check.stdout])
      expect(text).not.toMatch(/weigh|free.group|semifield/u);
  });

  test("sends conjectures in the form of a machine", async ({ place }) => {
    await place.write("door.mjs", door("", { counterexamples: true }));
    const { stderr, code } = await place.run(["learn", "--out", "door.json", "--", "node", "door.mjs"]);
    expect(stderr).toContain("Mealy machine: states 2");
    expect(stderr).toContain("the black box looked for a counterexample and found none");
    expect(code).toBe(0);
  });

  test("refuses options about weights", async ({ place }) => {
    await place.write("door.mjs", door());
    const complaint = (...options: string[]) => place.run(["learn", ...options, "--", "node", "door.mjs"]);
    expectComplaint(await complaint("--semifield", "real"), 2, "is a Mealy machine", "leave --semifield out");
    expectComplaint(await complaint("--tolerance", "0.1"), 2, "leave --tolerance out");
  });
});

describe.concurrent("a machine that misbehaves", () => {
  test.for([
    ["if (count > 20) outputs.pop();", "outputs (one for each input), got "],
    ["if (count > 20) outputs.push('x');", "outputs (one for each input), got "],
    ["if (count > 20) outputs[0] = 1;", 'output 1 is 1: outputs are strings, so write "1"'],
  ] as const)("%s: exit 3, and the best machine is written", async ([misbehave, message], { place }) => {
    await place.write("door.mjs", door(misbehave));
    const args = ["learn", "--journal", "run.jsonl", "--out", "best.json", ...WP, "--", "node", "door.mjs"];
    const { stderr, code } = await place.run(args);
    expect(stderr).toMatch(/the black box failed on .+: the answer for .+: /u);
    expect(stderr).toContain(message);
    expect(stderr).toContain("the best machine so far has 2 states");
    expect(code).toBe(3);
    expect(machineSize(await learned(place, "best.json"))).toBe(2);
    // Nothing is lost: repaired, it goes on.
    await place.write("door.mjs", door());
    const { stderr: rest, code: end } = await place.run(args);
    expect(end).toBe(0);
    expect((rest.match(/^asked /gmu) ?? []).length).toBeLessThan(100);
  });

  test("that forgets to reset contradicts itself: both words and both outputs are named", async ({
    place,
  }) => {
    await place.write("door.mjs", door('if (count > 25 && outputs[0] === "1") outputs[0] = "0";'));
    const args = ["learn", "--journal", "run.jsonl", "--out", "best.json", ...WP, "--", "node", "door.mjs"];
    const { stderr, code } = await place.run(args);
    expect(stderr).toMatch(
      /at the end of lock it wrote "1" in the run on lock.*, and "0" in the run on lock/u,
    );
    expect(stderr).toContain("noise (does it reset itself before every run?); the best machine so far has");
    expect(code).toBe(3);
    expect(machineSize(await learned(place, "best.json"))).toBe(2);
    expect(
      (await place.run([...args.slice(0, 1), "--on-conflict", "keep-first", ...args.slice(3)])).code,
    ).toBe(0);
  });

  test("at once: the run ends as it ended, whatever the format can hold", async ({ place }) => {
    await place.write(
      "door.mjs",
      door("outputs.unshift('start '); if (count > 1) outputs.pop();", {
        machine: "moore",
        alphabet: ["l", "u"],
      }),
    );
    const args = ["learn", "--out", "best.jff", "--", "node", "door.mjs"];
    const { stderr, stdout, code } = await place.run(args);
    expect(stderr).toMatch(/the best machine so far has \d+ states?/u);
    expect(stderr).toMatch(/^hankel: JFLAP.*; it is on standard output instead$/mu);
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { format: "hankel/1" }]);
    const silent = await place.run(["learn", "--json", ...args.slice(1)]);
    expect(silent.stderr).toMatch(/^hankel: JFLAP.*; it is in the JSON object on standard output instead$/mu);
    expect([silent.code, JSON.parse(silent.stdout)]).toMatchObject([
      3,
      { automaton: { format: "hankel/1" } },
    ]);
  });

  test("that dies in a reset is healed, or named after a few tries", async ({ place }) => {
    await place.write("door.mjs", door("if (count === 12) process.exit(1);"));
    const healed = await place.run(["learn", "--out", "door.json", ...WP, "--", "node", "door.mjs"]);
    expect(healed.stderr).toContain("starting it again");
    expect(healed.code).toBe(0);
    await place.write("door.mjs", door('if (word.join() === "lock,lock,push") process.exit(1);'));
    const args = [
      "learn",
      "--journal",
      "run.jsonl",
      "--out",
      "best.json",
      "--equivalence",
      "bfs:3",
      "--",
      "node",
    ];
    const { stderr, code } = await place.run([...args, "door.mjs"]);
    expect(stderr).toMatch(/the black box failed on lock lock push: it ended/u);
    expect(stderr).toContain("every answer is kept in run.jsonl");
    expect(code).toBe(3);
    expect(machineSize(await learned(place, "best.json"))).toBe(1);
  });

  test("that lack transitions are named for what they are, and never taken for languages", async ({
    place,
  }) => {
    const lacking = (output: string) => `digraph g { s0 [label="s0"]; s1 [label="s1"]; lost [label="lost"];
      s0 -> s1 [label="a / x"]; s1 -> s0 [label="b / ${output}"]; s1 -> s1 [label="a / x"]; lost -> s0 [label="a / z"];
      __start0 [label="" shape="none"]; __start0 -> s0; }`;
    await place.write("one.dot", lacking("y"));
    await place.write("two.dot", lacking("n"));
    for (const operation of ["difference", "union"])
      expectComplaint(await place.run([operation, "one.dot", "two.dot"]), 2, operation, "a");
    const info = await place.print("info", "one.dot");
    expect(info).toContain("incomplete     a machine, but for these 2 transitions: s0: b, lost: b\n");
    expect(info).toContain("unreachable    lost\n");
    expectComplaint(
      await place.run(["test", "one.dot", "one.dot"]),
      2,
      "a machine has a transition for every state and input",
    );
  });
});
