/** Automata over a field on the command line: files, black boxes, journals, budgets, refusals. */

import { compare, readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** 2^#a + 2^#b, over a semifield whose notation has these numbers. */
const twoPowers = (semifield: string) =>
  JSON.stringify({
    format: "hankel/1",
    semifield,
    alphabet: ["a", "b"],
    states: 2,
    initial: [
      [0, "1"],
      [1, "1"],
    ],
    final: [
      [0, "1"],
      [1, "1"],
    ],
    arcs: [
      [0, "a", "2", 0],
      [0, "b", "1", 0],
      [1, "a", "1", 1],
      [1, "b", "2", 1],
    ],
  });

/** The same as a program, over the reals: 0.5^#a + 0.3^#b. */
const BOX = `
const say = (line) => process.stdout.write(line + "\\n");
say(JSON.stringify({ hankel: 1, semifield: "real", alphabet: ["a", "b"] }));
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, weigh } = JSON.parse(line);
    const count = (word, letter) => word.filter((one) => one === letter).length;
    say(JSON.stringify({ id, weights: weigh.map((w) => 0.5 ** count(w, "a") + 0.3 ** count(w, "b")) }));
  }
});
`;

/** 0.3^#a · 0.6^#b + 0.5^(1 + #a) · 0.2^#b, with noise of a millionth that depends on the word alone. */
const NEARLY =
  '(0.3 ** count(w, "a") * 0.6 ** count(w, "b") + 0.5 ** (1 + count(w, "a")) * 0.2 ** count(w, "b")) * (1 + noise(w))';
const NOISY = `
const noise = (word) => Math.sin(1e4 * word.reduce((hash, one) => (31 * hash + one.charCodeAt(0)) % 65521, 7)) * 1e-6;
${BOX.replace(/0\.5 \*\* .*"b"\)(?=\))/u, NEARLY)}`;

describe.concurrent("learn --learner multiplicity", () => {
  test("is named where a file is not deterministic", async ({ place }) => {
    await place.write("target.json", twoPowers("rational"));
    expectComplaint(
      await place.run(["learn", "target.json"]),
      2,
      "hankel learn --learner multiplicity learns it as it is",
    );
    await place.write("tropical.json", twoPowers("tropical"));
    const { stderr } = await place.run(["learn", "tropical.json"]);
    expect(stderr).toContain("; hankel determinize makes it deterministic if it can");
    expect(stderr).not.toContain("multiplicity");
  });

  test("says how wrong an automaton is that has learned noise, and which threshold leaves the noise out", async ({
    place,
  }) => {
    await place.write("box.mjs", NOISY);
    const args = ["learn", "--learner", "multiplicity", "--out", "learned.json"];
    const noisy = await place.run([...args, "--", "node", "box.mjs"]);
    expect(noisy.code).toBe(0);
    expect(noisy.stderr).toMatch(
      /For \d+ words the terms of the sum cancel, .* wrong there by up to \S+ times/u,
    );
    const [, threshold] =
      /after the first 2: if the rest is noise, a rank tolerance of (\S+) leaves it out/u.exec(
        noisy.stderr,
      ) ?? [];
    const tolerances = ["--learner", `multiplicity:rank-tolerance=${threshold}`, "--tolerance", "1e-5"];
    const plain = await place.run([...args, ...tolerances, "--", "node", "box.mjs"]);
    expect(plain.stderr).toMatch(/^states 2, /u);
    expect(plain.stderr).not.toContain("terms of the sum cancel");
  });

  test("a run that stops tells its rank, and over the reals its singular values", async ({ place }) => {
    await place.write("box.mjs", NOISY);
    const args = [
      "learn",
      "--learner",
      "multiplicity",
      "--max-states",
      "5",
      "--out",
      "learned.json",
      "--",
      "node",
      "box.mjs",
    ];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(4);
    expect(stderr).toContain("the language has a rank above 5 (6 so far)");
    expect(stderr).toMatch(/^Rank: .*: still growing\. Singular values .*: rank 6 at a threshold of 1e-9/mu);
    await place.write("target.json", twoPowers("rational"));
    const exact = await place.run([
      "learn",
      "target.json",
      "--learner",
      "multiplicity",
      "--max-questions",
      "8",
      "--out",
      "x.json",
    ]);
    expect(exact.stderr).toMatch(
      /^Rank: .* Every automaton for the language, deterministic or not, has at least 2 states\.$/mu,
    );
  });

  test.for(["rational", "prime-field:101", "quaternion"])(
    "learns a nondeterministic file over %s",
    async (semifield, { place }) => {
      await place.write("target.json", twoPowers(semifield));
      const args = ["learn", "target.json", "--learner", "multiplicity", "--out", "learned.json"];
      const { code, stderr } = await place.run(args);
      expect(code).toBe(0);
      expect(stderr).toMatch(/^states 2, arcs \d+, dof 8, questions 11, /u);
      expect(stderr).toContain("Exact: the rank is 2");
      const learned = readHankel(await place.read("learned.json"));
      expect(compare(readHankel(twoPowers(semifield)), learned)).toBeUndefined();
    },
  );

  test("shows singular values and the threshold over the reals, and takes a threshold", async ({ place }) => {
    await place.write("target.json", twoPowers("real"));
    const learned = await place.run(["learn", "target.json", "--learner", "multiplicity", "--out", "a.json"]);
    expect(learned.code).toBe(0);
    expect(learned.stderr).toMatch(
      /Singular values [\d.]+, [\d.]+.*: rank 2 at a threshold of 1e-9 of the largest\./u,
    );
    const coarse = [
      "learn",
      "target.json",
      "--learner",
      "multiplicity:rank-tolerance=0.5",
      "--out",
      "b.json",
    ];
    const { code, stderr } = await place.run(coarse);
    expect(code).toBe(3);
    expect(stderr).toMatch(/led to no rank above 1: .*below the threshold of 0.5/u);
  });

  test("learns a program, resumes its journal without a question, and replays it byte for byte", async ({
    place,
  }) => {
    await place.write("box.js", BOX);
    const args = (out: string) => [
      "learn",
      "--learner",
      "multiplicity",
      "--journal",
      "run.jsonl",
      "--out",
      out,
    ];
    const program = ["--", process.execPath, "box.js"];
    const first = await place.run([...args("first.json"), ...program]);
    expect(first.code).toBe(0);
    const again = await place.run([...args("again.json"), "--recheck", "0", ...program]);
    expect(again.stderr).toContain("asked 0,");
    expect(await place.read("again.json")).toBe(await place.read("first.json"));
    expect((await place.run(["replay", "run.jsonl"])).stdout).toBe(await place.read("first.json"));
    const warm = [
      "learn",
      "--learner",
      "multiplicity",
      "--warm",
      "run.jsonl",
      "--out",
      "warm.json",
      ...program,
    ];
    expect((await place.run(warm)).code).toBe(0);
    expect(await place.read("warm.json")).toBe(await place.read("first.json"));
  });

  test("writes a threshold into the journal, which another threshold does not fit", async ({ place }) => {
    await place.write("target.json", twoPowers("real"));
    const args = [
      "learn",
      "target.json",
      "--learner",
      "multiplicity",
      "--journal",
      "run.jsonl",
      "--out",
      "a.json",
    ];
    await place.run([...args, "--learner", "multiplicity:rank-tolerance=1e-6"]);
    expect(await place.read("run.jsonl")).toContain('"rankTolerance":0.000001');
    expect((await place.run([...args, "--learner", "multiplicity:rank-tolerance=1e-4"])).code).toBe(2);
  });

  test("leaves a certificate that hankel check verifies against the nondeterministic target", async ({
    place,
  }) => {
    await place.write("target.json", twoPowers("rational"));
    const learn = [
      "learn",
      "target.json",
      "--learner",
      "multiplicity",
      "--certificate",
      "proof.json",
      "--out",
      "a.json",
    ];
    expect((await place.run(learn)).code).toBe(0);
    const check = ["check", "a.json", "--certificate", "proof.json", "target.json"];
    expect((await place.run(check)).code).toBe(0);
  });

  test("stops at a rank, with the best automaton so far", async ({ place }) => {
    await place.write("target.json", twoPowers("rational"));
    const args = [
      "learn",
      "target.json",
      "--learner",
      "multiplicity",
      "--max-states",
      "1",
      "--out",
      "best.json",
    ];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(4);
    expect(stderr).toContain("a rank above 1 (2 so far)");
  });

  test("refuses what is no field, and options of others", async ({ place }) => {
    await place.write("target.json", twoPowers("tropical"));
    const learn = ["learn", "target.json", "--learner", "multiplicity"];
    expectComplaint(await place.run(learn), 2, "needs a field", "use tree, apart or table");
    await place.write("target.json", twoPowers("rational"));
    expectComplaint(
      await place.run([...learn, "--learner", "multiplicity:rank-tolerance=1e-3"]),
      2,
      "are exact",
    );
    expectComplaint(
      await place.run(["learn", "target.json", "--learner", "tree:rank-tolerance=1e-3"]),
      2,
      "is no option of tree, which is written tree:integral",
    );
  });

  test("is named when a deterministic run stops and the rank stands still", async ({ place }) => {
    await place.write("box.js", BOX);
    const args = ["learn", "--max-states", "120", "--out", "best.json", "--", process.execPath, "box.js"];
    const { code, stderr } = await place.run(args);
    expect(code).toBe(4);
    expect(stderr).toContain("The multiplicity learner finds an automaton with as many states as the rank.");
    expect(stderr).toContain("To use it: --learner multiplicity");
  });
});
