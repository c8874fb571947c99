/** Integer weights on the command line: black boxes, journals, certificates, refusals. */

import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** What coins are worth, as a module; `n` can be worth a fraction of a cent. */
const coins = (nickel: string) => `
export const semifield = "rational";
export const alphabet = ["d", "n", "p"];
export function weigh(word) {
  const count = (coin) => word.filter((one) => one === coin).length;
  const halves = 20 * count("d") + 2 * ${nickel} * count("n") + 2 * count("p");
  return halves % 2 === 0 ? String(halves / 2) : halves + "/2";
}
`;

const LEARN = ["learn", "box.mjs", "--learner", "multiplicity:integral"];

/** All words weigh integers, and one arc does not. */
const HALF = JSON.stringify({
  format: "hankel/1",
  semifield: "rational",
  alphabet: ["a", "b"],
  states: 2,
  initial: [[0, "1"]],
  final: [
    [0, "4"],
    [1, "6"],
  ],
  arcs: [
    [0, "a", "1/2", 1],
    [1, "a", "2", 0],
    [1, "b", "4", 1],
    [0, "b", "3", 0],
  ],
});

describe.concurrent("integer weights", () => {
  test("of a black box are resumed and replayed byte for byte, certified, and the same as of its automaton", async ({
    place,
  }) => {
    await place.write("box.mjs", coins("5"));
    const first = await place.run([
      ...LEARN,
      "--journal",
      "run.jsonl",
      "--certificate",
      "why.json",
      "-o",
      "first.json",
    ]);
    expect(first.code).toBe(0);
    expect(first.stderr).toContain("Its weights are integers.");
    const learned = await place.read("first.json");
    expect(learned).not.toMatch(/\d\/\d/u);
    const again = await place.run([
      ...LEARN,
      "--journal",
      "run.jsonl",
      "--certificate",
      "why.json",
      "-o",
      "again.json",
      "--recheck",
      "0",
    ]);
    expect(again.stderr).toContain("asked 0");
    expect(await place.read("again.json")).toBe(learned);
    const replayed = await place.run(["replay", "run.jsonl"]);
    expect(replayed.stdout).toBe(learned);
    expect(replayed.stderr).toContain("Its weights are integers.");
    expect((await place.run(["check", "first.json", "--certificate", "why.json", "box.mjs"])).code).toBe(0);
    await place.run(["learn", "box.mjs", "--learner", "multiplicity", "-o", "fractions.json", "--quiet"]);
    expect((await place.run(["minimize", "fractions.json", "--integral"])).stdout).toBe(learned);
  });

  test.for(["tree", "apart", "table", "tree:integral", "apart:integral", "table:integral"])(
    "of a deterministic automaton are certified: %s",
    async (learner, { place }) => {
      await place.write("half.json", HALF);
      const learn = [
        "learn",
        "half.json",
        "--learner",
        learner,
        "--certificate",
        "why.json",
        "-o",
        "out.json",
      ];
      const { code, stderr } = await place.run(learn);
      expect(code).toBe(0);
      expect(stderr.includes("Its weights are integers.")).toBe(learner.endsWith(":integral"));
      const checked = await place.run(["check", "out.json", "half.json", "--certificate", "why.json"]);
      expect(checked.stdout).toMatch(/^holds/u);
      expect(checked.code).toBe(0);
    },
  );

  test("are another run than fractions: a journal of one is not resumed by the other", async ({ place }) => {
    await place.write("box.mjs", coins("5"));
    await place.run([...LEARN, "--journal", "run.jsonl", "-o", "first.json"]);
    const other = ["learn", "box.mjs", "--learner", "multiplicity", "--journal", "run.jsonl"];
    expectComplaint(await place.run(other), 2, "integral");
  });

  test("are refused by the word of a fraction, with the best automaton so far", async ({ place }) => {
    await place.write("box.mjs", coins("5.5"));
    const { code, stderr } = await place.run([...LEARN, "-o", "best.json"]);
    expect(code).toBe(3);
    expect(stderr).toContain(
      "hankel: nd weighs 31/2, which is no integer; without the option integral the learner takes it; the best automaton so far has",
    );
    expect(await place.read("best.json")).toContain('"format": "hankel/1"');
  });

  test("are shown with the matrix of the table", async ({ place }) => {
    await place.print("regex", "--semifield", "rational", "<4>a(<3/2>b)?", "-o", "few.json");
    const args = ["learn", "few.json", "--learner", "table:suffixes,integral", "--show", "-o", "whole.json"];
    expect((await place.run(args)).stderr).toContain("Matrix");
    expect(await place.read("whole.json")).toContain('[1, "b", "3", 2]');
    const minimal = await place.run(["minimize", "few.json", "--integral", "--quiet"]);
    expect(minimal.stdout).toBe(await place.read("whole.json"));
  });

  test("are for rational weights", async ({ place }) => {
    await place.print(
      "random",
      "--semifield",
      "tropical",
      "--states",
      "3",
      "--seed",
      "5",
      "-o",
      "costs.json",
    );
    for (const args of [
      ["learn", "costs.json", "--learner", "tree:integral"],
      ["minimize", "costs.json", "--integral"],
    ])
      expectComplaint(await place.run(args), 2, "integer weights are found among rational ones");
    await place.write("machine.dot", 'digraph { s0 -> s0 [label="a / x"]; __start0 -> s0 }');
    expectComplaint(
      await place.run(["learn", "machine.dot", "--learner", "tree:integral"]),
      2,
      "integral is for targets that give words weights",
    );
    expectComplaint(
      await place.run(["minimize", "machine.dot", "--integral"]),
      2,
      "integer weights are found among rational ones, and a machine has outputs, not weights",
    );
  });
});
