/** Language models: evaluate, guides and classes on the command line. */

import { type Figures, readHankel, requireMachine, runMachine, toWdfsa } from "@hankel/core";
import { describe, expect } from "vitest";
import { figuresLine, lengthTable } from "../src/show/figures.ts";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

/** A coin that is thrown until it shows heads: words of t, with heads as their end. */
function coin(tails: string, heads: string): string {
  return JSON.stringify({
    format: "hankel/1",
    semifield: "real",
    alphabet: ["t"],
    states: 1,
    initial: [[0, "1"]],
    final: [[0, heads]],
    arcs: [[0, "t", tails, 0]],
  });
}

/** A language model over a and b: they take turns, mostly. */
const MODEL = `export const alphabet = ["a", "b"];
export function next(word) {
  const last = word.at(-1);
  return last === "a" ? [0.1, 0.7, 0.2] : last === "b" ? [0.7, 0.1, 0.2] : [0.5, 0.4, 0.1];
}
`;

/** The same as an automaton. */
const TURNS = JSON.stringify({
  format: "hankel/1",
  semifield: "real",
  alphabet: ["a", "b"],
  states: 3,
  initial: [[0, "1"]],
  final: [
    [0, "0.1"],
    [1, "0.2"],
    [2, "0.2"],
  ],
  arcs: [
    [0, "a", "0.5", 1],
    [0, "b", "0.4", 2],
    [1, "a", "0.1", 1],
    [1, "b", "0.7", 2],
    [2, "a", "0.7", 1],
    [2, "b", "0.1", 2],
  ],
});

const machineIn = (text: string) => requireMachine(toWdfsa(readHankel(text)));

async function judged(place: Workplace, ...args: string[]): Promise<{ figures: Figures; of: string }> {
  const { code, stdout, stderr } = await place.run(["evaluate", ...args, "--json", "--quiet"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe.concurrent("evaluate", () => {
  test("two automata, exactly", async ({ place }) => {
    await place.write("target.json", coin("0.5", "0.5"));
    await place.write("model.json", coin("0.75", "0.25"));
    const { figures } = await judged(place, "model.json", "target.json");
    expect(figures).toMatchObject({ words: 0, symbols: 2, k: 5, wordErrorRate: { mean: 0, margin: 0 } });
    expect(figures.totalVariation.mean).toBeCloseTo(0.25, 12);
    expect(figures.divergence.mean).toBeCloseTo(0.5 * Math.log(4 / 3), 12);
    expect(await place.print("evaluate", "model.json", "target.json")).toBe(
      [
        "All words of target.json, exactly; a word has 2.000 symbols on average, with its end",
        "",
        "total variation  0.25      per symbol, the end included",
        "KL divergence    0.1438    nats per symbol",
        "perplexity       2.309",
        "  of the target  2         no model has less",
        "WER              0         its likeliest symbol is not the target's",
        "NDCG@5           1         1 is best",
        "",
      ].join("\n"),
    );
  });

  test("on words drawn from a module; the seed decides which", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write("turns.json", TURNS);
    const common = ["turns.json", "--module", "model.mjs", "--words", "200"];
    const { figures, of } = await judged(place, ...common, "-k", "2");
    expect(of).toContain("model.mjs");
    expect(figures).toMatchObject({ words: 200, k: 2, cut: { words: 0, maxLength: 200 } });
    expect(figures.totalVariation.mean).toBeCloseTo(0, 12);
    const again = await judged(place, ...common, "-k", "2");
    expect(again.figures).toEqual(figures);
    const other = await judged(place, ...common, "-k", "2", "--seed", "2");
    expect(other.figures.symbols).not.toBe(figures.symbols);
    const table = await place.print("evaluate", ...common, "--max-length", "3", "--quiet");
    expect(table).toMatch(
      /^200 words drawn from .*, \d+ symbols with their ends, seed 1; \d+ of 200 words were cut off after 3 letters\n/u,
    );
  });

  test("what the automaton excludes is said", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write("coin.json", coin("0.5", "0.5").replaceAll('"t"', '"a"'));
    const table = await place.print(
      "evaluate",
      "coin.json",
      "--module",
      "model.mjs",
      "--words",
      "50",
      "--quiet",
    );
    expect(table).toMatch(/^KL divergence +infinite/mu);
    expect(table).toMatch(/^KL, smoothed +\d/mu);
    expect(table).toMatch(
      /^KL is infinite: [\d.]+ % of what happens has probability 0 in the automaton, at 100 % of the places\.$/mu,
    );
    const { figures } = await judged(place, "coin.json", "--module", "model.mjs", "--words", "50");
    expect(figures.divergence.mean).toBeNull();
  });

  test("on the words of a sample, with and without a target", async ({ place }) => {
    await place.write("turns.json", TURNS);
    await place.write("model.mjs", MODEL);
    await place.write("words.txt", "a b\n\nb\n");
    const table = await place.print("evaluate", "turns.json", "--sample", "words.txt");
    // The words have the probabilities 0.5 · 0.7 · 0.2, 0.1 and 0.4 · 0.2; there are 6 symbols.
    const perplexity = (0.07 * 0.1 * 0.08) ** (-1 / 6);
    expect(table).toContain("3 words of words.txt, 6 symbols with their ends");
    expect(Number(/^perplexity +([\d.]+)/mu.exec(table)?.[1])).toBeCloseTo(perplexity, 0);
    await place.write("words.train", "2 2\n2 0 1\n0\n");
    await place.write("numbers.json", TURNS.replaceAll('"a"', '"0"').replaceAll('"b"', '"1"'));
    expect(await place.print("evaluate", "numbers.json", "--sample", "words.train")).toContain(
      "2 words of words.train, 4 symbols",
    );
    const both = await place.print(
      "evaluate",
      "turns.json",
      "--sample",
      "words.txt",
      "--module",
      "model.mjs",
    );
    expect(both).toContain("The target itself:\nperplexity");
    await place.write("bad.txt", "a b\nx\n");
    const bad = await place.run(["evaluate", "turns.json", "--sample", "bad.txt"]);
    expectComplaint(bad, 2, "bad.txt: line 2:", '"x" is not in the alphabet');
  });

  test("symbols of a sample that the automaton lacks are named", async ({ place }) => {
    await place.write("one.json", TURNS.replaceAll('"a"', '"0"').replaceAll('"b"', '"1"'));
    await place.write("words.train", "2 3\n2 0 2\n0\n");
    const { code, stderr } = await place.run(["evaluate", "one.json", "--sample", "words.train"]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'words.train has the symbol "2", which the automaton lacks: it excludes words with them',
    );
  });

  test("how well a language model has learned a known distribution, by length", async ({ place }) => {
    await place.write("truth.json", TURNS);
    await place.write("model.mjs", MODEL.replace("[0.5, 0.4, 0.1]", "[0.4, 0.5, 0.1]"));
    const table = await place.print("evaluate", "--truth", "truth.json", "--module", "model.mjs", "--quiet");
    expect(table).toContain("How well");
    // Only at ε is it wrong.
    expect(table).toMatch(/^letters +words +total variation +KL \(nats\)$/mu);
    expect(table).toMatch(/^0 +1000 +0\.1 +0\.02231$/mu);
    expect(table).toMatch(/^1 +\d+ +0 +0$/mu);
    const file = await judged(place, "--truth", "truth.json", "truth.json");
    expect(file.figures.totalVariation.mean).toBe(0);
  });

  test("usage errors", async ({ place }) => {
    await place.write("a.json", TURNS);
    expectComplaint(await place.run(["evaluate"]), 2, "expected the automaton to evaluate");
    expectComplaint(await place.run(["evaluate", "a.json"]), 2, "expected one target");
    expectComplaint(
      await place.run(["evaluate", "a.json", "a.json", "a.json"]),
      2,
      "the automaton and one target",
    );
    expectComplaint(
      await place.run(["evaluate", "a.json", "--truth", "a.json", "--sample", "x"]),
      2,
      "choose one",
    );
    const mealy = await place.run(["regex", "ab", "--out", "ab.json"]);
    expect(mealy.code).toBe(0);
    expectComplaint(await place.run(["evaluate", "ab.json", "a.json"]), 2, "needs probabilities");
  });

  test("Ctrl-C ends it", async ({ place }) => {
    await place.write(
      "slow.mjs",
      `${MODEL.replace("export function next(word) {", "export async function next(word) {\n  console.error('asked');\n  await new Promise((r) => setTimeout(r, 2 ** 30));")}`,
    );
    await place.write("a.json", TURNS);
    const ended = await place.run(
      ["evaluate", "a.json", "--module", "slow.mjs", "--words", "2000", "--quiet"],
      {
        interrupt: { at: "asked", signal: "SIGINT" },
      },
    );
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain("hankel: stopped; nothing was measured");
    expect(ended.stdout).toBe("");
  });
});

describe.concurrent("guides and classes", () => {
  test("--classes learns a Moore machine of classes, with a journal that knows them", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    const learned = await place.run([
      "learn",
      "--module",
      "model.mjs",
      "--classes",
      "top:1",
      "--journal",
      "j",
      "-q",
    ]);
    expect(learned).toMatchObject({ code: 0, stderr: "" });
    const machine = machineIn(learned.stdout);
    expect(machine.kind).toBe("moore");
    expect(runMachine(machine, ["a", "a", "b"])).toEqual(["a", "b", "b", "a"]);
    // ε and b have the same likeliest symbol, and so has whatever follows them.
    expect(machine.output).toHaveLength(2);
    const again = await place.run(["replay", "j"]);
    expect(again.stdout).toBe(learned.stdout);
    const other = await place.run(["learn", "--module", "model.mjs", "--classes", "top:2", "--journal", "j"]);
    expectComplaint(other, 2, "classes");
    const file = await place.write("turns.json", TURNS);
    const bins = await place.run(["learn", file, "--classes", "bins:10", "-q"]);
    expect(machineIn(bins.stdout).output).toEqual([
      "a:50% b:40% end:10%",
      "a:10% b:70% end:20%",
      "a:70% b:10% end:20%",
    ]);
  });

  test("--guide restricts the target, by an expression or by a file", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write("a.json", coin("0.5", "0.5").replaceAll('"t"', '"a"'));
    const runs = ["a*", "a.json"].map((guide) =>
      judged(place, "a.json", "--module", "model.mjs", "--guide", guide, "--words", "40"),
    );
    const [expression, file] = await Promise.all(runs);
    expect(file.figures).toEqual(expression.figures);
    // Under the guide the model says [5/6, 1/6] and then [1/3, 2/3]; the coin says a half.
    expect(expression.figures.excluded).toEqual({ probability: 0, places: 0 });
    expect(expression.figures.byLength[0].totalVariation.mean).toBeCloseTo(5 / 6 - 1 / 2, 12);
    expect(expression.figures.byLength[1].totalVariation.mean).toBeCloseTo(2 / 3 - 1 / 2, 12);
    const classes = await place.run([
      "learn",
      "--module",
      "model.mjs",
      "--guide",
      "a*",
      "--classes",
      "top:2",
      "-q",
    ]);
    const machine = machineIn(classes.stdout);
    expect(runMachine(machine, ["a", "b", "a"])).toEqual(["a > end", "end > a", "impossible", "impossible"]);
  });

  test("usage errors", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.write(
      "weights.mjs",
      'export const alphabet = ["a"]; export const semifield = "boolean"; export const weigh = () => true;',
    );
    const learn = (...args: string[]) => place.run(["learn", ...args]);
    expectComplaint(
      await learn("--module", "model.mjs", "--guide", "c"),
      2,
      '--guide: "c" in an expression is not in the alphabet',
    );
    expectComplaint(
      await learn("--module", "weights.mjs", "--guide", "a"),
      2,
      "--guide is for language models",
    );
    expectComplaint(
      await learn("--module", "weights.mjs", "--classes", "top:3"),
      2,
      "--classes is for language models",
    );
    expectComplaint(await learn("--module", "model.mjs", "--classes", "few"), 2, "bins:10");
  });
});

describe("figures for people", () => {
  const estimate = (mean: number, margin = 0) => ({ mean, margin });
  const figures: Figures = {
    words: 1000,
    symbols: 8000,
    cut: { words: 1, maxLength: 200 },
    totalVariation: estimate(0.01749, 0.00123),
    divergence: estimate(0.0029312, 0.00034),
    smoothedDivergence: estimate(0.003, 0.0003),
    perplexity: estimate(2.9123, 0.0221),
    targetPerplexity: estimate(2.9011, 0.0222),
    wordErrorRate: estimate(0.012, 0.004),
    ndcg: estimate(0.99912, 0.0002),
    k: 5,
    excluded: { probability: 0, places: 0 },
    byLength: [],
  };

  test("one line, with the digits that the intervals leave", () => {
    expect(figuresLine(figures)).toBe(
      "On 1000 fresh words of the target: total variation 0.0175 ± 0.0012, KL 0.0029 ± 0.0003 nats per symbol, " +
        "perplexity 2.91 ± 0.02 (target 2.90), WER 0.012 ± 0.004, NDCG@5 0.9991 ± 0.0002; 1 of 1000 words was cut off after 200 letters",
    );
    const excluded = {
      ...figures,
      cut: undefined,
      divergence: estimate(Number.POSITIVE_INFINITY),
      perplexity: estimate(Number.POSITIVE_INFINITY),
      excluded: { probability: 0.00012, places: 0.25 },
    };
    expect(figuresLine(excluded, "net.onnx")).toBe(
      "On 1000 fresh words of net.onnx: total variation 0.0175 ± 0.0012, KL infinite (0.0030 ± 0.0003 nats per symbol if " +
        "smoothed: 0.012 % of what happens has probability 0 in the automaton, at 25 % of the places), " +
        "perplexity infinite (target 2.90), WER 0.012 ± 0.004, NDCG@5 0.9991 ± 0.0002",
    );
    const rounding = {
      ...figures,
      divergence: estimate(3e-17, 2e-17),
      totalVariation: estimate(-1e-16, 1e-16),
    };
    expect(figuresLine(rounding)).toContain(": total variation 0, KL 0 nats per symbol, ");
    expect(figuresLine({ ...figures, words: 0, cut: undefined })).toMatch(
      /^On all words of the target, exactly: /u,
    );
  });

  test("lengths that few words reach are left out", () => {
    const byLength = Array.from({ length: 30 }, (_, length) => ({
      length,
      words: 100 - 4 * length,
      totalVariation: estimate(0.5, 0.01),
      divergence: estimate(0.5, 0.1),
      smoothedDivergence: estimate(0.5, 0.1),
    }));
    const table = lengthTable({ ...figures, byLength });
    expect(table.map((line) => line.split(" ")[0])).toEqual([
      "letters",
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
      "15",
      "20",
      "23…",
    ]);
  });
});
