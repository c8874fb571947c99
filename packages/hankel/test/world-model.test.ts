/** hankel evaluate --world: whether a language model keeps the states of a machine. */

import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** Words of ab, ab, …: two states. */
const MACHINE = JSON.stringify({
  format: "hankel/1",
  semifield: "boolean",
  alphabet: ["a", "b"],
  states: 2,
  initial: [[0, "true"]],
  final: [[0, "true"]],
  arcs: [
    [0, "a", "true", 1],
    [1, "b", "true", 0],
  ],
});

const model = (row: string) => `export const alphabet = ["a", "b"];
export const next = (word) => ${row};
`;
const RIGHT = model('word.at(-1) === "a" ? [0, 1, 0] : [0.5, 0, 0.5]');
/** After four letters it has forgotten what came. */
const FORGETFUL = model(
  'word.length > 3 ? [0.4, 0.4, 0.2] : word.at(-1) === "a" ? [0, 1, 0] : [0.5, 0, 0.5]',
);

describe.concurrent("evaluate --world", () => {
  test("a model that is the machine scores 1 and 1", async ({ place }) => {
    await place.write("machine.json", MACHINE);
    await place.write("right.mjs", RIGHT);
    expect(await place.print("evaluate", "--world", "machine.json", "right.mjs", "--quiet")).toMatch(
      new RegExp(
        [
          "^How well .*right\\.mjs keeps the states of machine\\.json",
          "100 pairs of prefixes for each score, seed 1; the minimal machine has 2 states",
          "Accepted is what has a probability above 0\\.01 at every step; at most 30 continuations of a pair are tried",
          "",
          "sequence compression +1 \\(95 %: 0\\.964 to 1\\) +two prefixes to one state: the same is accepted",
          "sequence distinction +two prefixes to two states",
          "  precision +1 \\(95 %: 0\\.964 to 1\\) +of what the model tells apart, the machine does so much",
          "  recall +1 \\(95 %: 0\\.964 to 1\\) +of what the machine tells apart, the model does so much",
          "$",
        ].join("\n"),
        "u",
      ),
    );
  });

  test("one that forgets scores less, and shows the prefixes that it confuses", async ({ place }) => {
    await place.write("machine.json", MACHINE);
    await place.write("forgetful.mjs", FORGETFUL);
    const common = ["evaluate", "--world", "machine.json", "forgetful.mjs", "--quiet"];
    const table = await place.print(...common);
    expect(table).toMatch(/^The same state, but not for the model:\naccepted +after +but not after\n/mu);
    const { scores, kind } = JSON.parse(await place.print(...common, "--json", "--pairs", "50")) as {
      kind: string;
      scores: Record<"compression" | "recall", { mean: number; high: number; count: number }> & {
        confusions: { accepted: string[]; rejected: string[]; continuation: string[] }[];
      };
    };
    expect(kind).toBe("world");
    expect(scores.compression.count).toBe(50);
    expect(scores.compression.high).toBeLessThan(1);
    expect(scores.recall.high).toBeLessThan(0.5);
    const [{ accepted, rejected }] = scores.confusions;
    expect(accepted.length % 2).toBe(rejected.length % 2);
  });

  test("a machine that is itself unlikely in places is told", async ({ place }) => {
    const rare = JSON.parse(MACHINE) as Record<string, unknown>;
    await place.write(
      "rare.json",
      JSON.stringify({
        ...rare,
        semifield: "real",
        initial: [[0, "1"]],
        final: [[0, "0.995"]],
        arcs: [
          [0, "a", "0.005", 1],
          [1, "b", "1", 0],
        ],
      }),
    );
    await place.write("right.mjs", RIGHT);
    const { code, stderr } = await place.run(["evaluate", "--world", "rare.json", "right.mjs"]);
    expect(code).toBe(0);
    expect(stderr).toContain("rare.json gives 1 arc or end a probability of at most 0.01");
  });

  test("options that do not go together are refused", async ({ place }) => {
    await place.write("machine.json", MACHINE);
    await place.write("right.mjs", RIGHT);
    const common = ["evaluate", "--world", "machine.json", "right.mjs"];
    expectComplaint(await place.run([...common, "--words", "5"]), 2, "--words is not for --world");
    expectComplaint(
      await place.run([...common, "--truth", "machine.json"]),
      2,
      "--truth and --world say different things to compare with",
    );
    expectComplaint(
      await place.run(["evaluate", "machine.json", "right.mjs", "--pairs", "5", "--epsilon", "0.1"]),
      2,
      "--epsilon and --pairs are for --world, and none is given",
    );
    expectComplaint(await place.run([...common, "right.mjs"]), 2, "expected one subject besides --world");
    await place.write("mealy.dot", 'digraph { a -> b [label="x/1"]; b -> a [label="x/2"]; }');
    expectComplaint(
      await place.run(["evaluate", "--world", "mealy.dot", "right.mjs"]),
      2,
      "answers every trace",
    );
    await place.write("c.json", MACHINE.replaceAll('"b"', '"c"'));
    expectComplaint(
      await place.run(["evaluate", "--world", "c.json", "right.mjs"]),
      2,
      "the model lacks c, symbols of the machine",
    );
  });
});
