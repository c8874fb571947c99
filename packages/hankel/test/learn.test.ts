import { compare, minimize, readHankel, semifields, writeHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

const NAMES = semifields.map(({ name }) => (name === "prime-field" ? "prime-field:7" : name));
const STATISTICS = [
  "states",
  "arcs",
  "dof",
  "questions",
  "rounds",
  "symbols",
  "cost",
  "equivalences",
  "seconds",
  "peakBytes",
];

describe.concurrent("learn", () => {
  for (const name of NAMES) {
    test(`finds the minimal automaton over ${name}`, async ({ place }) => {
      await place.print(
        "random",
        "--semifield",
        name,
        "--states",
        "6",
        "--seed",
        "5",
        "--out",
        "target.json",
      );
      await place.print("learn", "target.json", "--quiet", "--out", "learned.json");
      const target = readHankel(await place.read("target.json"));
      const learned = readHankel(await place.read("learned.json"));
      expect(compare(target, learned)).toBeUndefined();
      expect(learned.size).toBe(minimize(target).size);
      expect(await place.files()).toEqual(["learned.json", "target.json"]);
    });
  }

  test("prints the automaton on standard output and the statistics on standard error", async ({ place }) => {
    await place.write("target.json", automatonText());
    const { code, stdout, stderr } = await place.run(["learn", "target.json"]);
    expect(code).toBe(0);
    expect(stdout).toBe(writeHankel(minimize(readHankel(automatonText()))));
    for (const name of STATISTICS) expect(stderr).toMatch(new RegExp(`\\b${name} \\d`, "u"));
  });

  test("prints the statistics as JSON", async ({ place }) => {
    await place.write("target.json", automatonText());
    const statistics = JSON.parse(await place.print("learn", "target.json", "--json")) as Record<
      string,
      unknown
    >;
    expect(Object.keys(statistics)).toEqual(["outcome", ...STATISTICS]);
    expect(statistics).toMatchObject({ outcome: "accepted", states: 2, arcs: 2, dof: 2 });
    expect(await place.files()).toEqual(["target.json"]);
  });

  test("gives the same bytes every time, however it uses counterexamples", async ({ place }) => {
    await place.print("random", "--states", "12", "--out", "target.json");
    const results = await Promise.all(
      ["prefixes", "suffixes", "rivest-schapire"].map((use) =>
        place.print("learn", "target.json", "-q", "--learner", `table:${use}`),
      ),
    );
    expect(new Set(results).size).toBe(1);
    expect(results[0]).toBe(await place.print("minimize", "-q", "target.json"));
  });

  test("reads standard input and writes DOT", async ({ place }) => {
    const ended = await place.run(["learn", "-", "-q", "--out", "x.gv"], { input: automatonText() });
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await place.read("x.gv")).toMatch(/^digraph/u);
  });

  test("--show shows the run", async ({ place }) => {
    await place.write("target.json", automatonText());
    const { code, stdout, stderr } = await place.run([
      "learn",
      "target.json",
      "--show",
      "--learner",
      "table",
    ]);
    expect(code).toBe(0);
    expect(readHankel(stdout).size).toBe(2);
    for (const word of ["Questions", "weighs", "Matrix", "Hypothesis 1", "accepted"])
      expect(stderr).toContain(word);
    expect(stderr).not.toContain("\u001b");
  });

  test("learns the zero language", async ({ place }) => {
    await place.write("zero.json", automatonText({ initial: "[]" }));
    expect(readHankel(await place.print("learn", "-q", "zero.json")).size).toBe(0);
  });

  test.for([
    ["--max-states", "2", "more than 2 states"],
    ["--max-questions", "20", "20 questions"],
    ["--max-seconds", "0.000001", "seconds"],
  ])(
    "stops at %s with exit code 4 and writes the best automaton",
    async ([option, limit, reason], { place }) => {
      await place.print("random", "--states", "20", "--out", "target.json");
      const ended = await place.run(["learn", "target.json", option, limit, "--out", "best.json"]);
      expectComplaint(ended, 4, "stopped: ", reason);
      expect(readHankel(await place.read("best.json")).size).toBeLessThan(20);
      expect(await place.files()).toEqual(["best.json", "target.json"]);
    },
  );

  test("reports in the statistics that it stopped", async ({ place }) => {
    await place.print("random", "--states", "20", "--out", "target.json");
    const ended = await place.run(["learn", "target.json", "--json", "--max-questions", "20"]);
    expect(ended.code).toBe(4);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      outcome: "budget",
      reason: expect.stringContaining("20"),
    });
  });

  test.for([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends on %s with the best automaton written", async ([signal, code], { place }) => {
    await place.print(
      "random",
      "--states",
      "1500",
      "--letters",
      "3",
      "--shape",
      "few-final",
      "-o",
      "target.json",
    );
    const ended = await place.run(
      ["learn", "target.json", "--show", "--learner", "table", "-o", "best.json"],
      {
        interrupt: { at: "Hypothesis 1", signal },
      },
    );
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain("hankel: stopped: cancelled");
    expect(readHankel(await place.read("best.json")).size).toBeLessThan(1500);
    expect(await place.files()).toEqual(["best.json", "target.json"]);
  });
});

test("a file that does not name its semifield is read in that of --semifield", async ({ place }) => {
  await place.write("a.fst.txt", "0 1 a 0.5\n1\n");
  expect(await place.print("learn", "a.fst.txt", "--quiet")).toContain('"semifield": "tropical"');
  expect(await place.print("learn", "a.fst.txt", "--quiet", "--semifield", "log")).toContain(
    '"semifield": "log"',
  );
  await place.write("b.json", await place.print("convert", "a.fst.txt"));
  const other = await place.run(["learn", "b.json", "--semifield", "log"]);
  expectComplaint(other, 2, 'expected the semifield "log", found "tropical"');
});
