/** hankel evaluate: how well an automaton, or a language model, does on the words of another. */

import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { coin, judged, MODEL, TURNS } from "./support/turns.ts";

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
    const common = ["turns.json", "model.mjs", "--words", "200"];
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
    const table = await place.print("evaluate", "coin.json", "model.mjs", "--words", "50", "--quiet");
    expect(table).toMatch(/^KL divergence +infinite/mu);
    expect(table).toMatch(/^KL, smoothed +\d/mu);
    expect(table).toMatch(
      /^KL is infinite: [\d.]+ % of what happens has probability 0 in the automaton, at 100 % of the places\.$/mu,
    );
    const { figures } = await judged(place, "coin.json", "model.mjs", "--words", "50");
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
    const both = await place.print("evaluate", "turns.json", "--sample", "words.txt", "model.mjs");
    expect(both).toContain("The target itself:\nperplexity");
    await place.write("bad.txt", "x y\nx\n");
    const bad = await place.run(["evaluate", "turns.json", "--sample", "bad.txt"]);
    expectComplaint(
      bad,
      2,
      'bad.txt has the symbols "x", "y", and the model none of them: it has the symbols "a", "b"',
    );
    expectComplaint(
      await place.run([
        "evaluate",
        "turns.json",
        "--sample",
        "words.txt",
        "--with",
        "token-env=TOKEN",
        "--with",
        "batch=5",
      ]),
      2,
      "--with is for black boxes; none is named",
    );
    expectComplaint(
      await place.run(["evaluate", "turns.json", "--sample", "words.txt", "nats://127.0.0.1:1"]),
      2,
      "a fleet has a server and a name",
    );
  });

  test("on a log: a language by labels, a machine by outputs, a distribution by what occurred, as hankel anomalies says", async ({
    place,
  }) => {
    await place.write(
      "train.txt",
      "+ a b\n- a\n- b\n+ a b a b\n- a a\n- a b a\n- b b\n+ a b a b a b\n- b a\n",
    );
    await place.run(["infer", "train.txt", "--measure", "rpni", "-o", "dfa.json", "-q"]);
    await place.write("test.csv", "word,label\na b,1\na,0\na b a b,1\na b a b,0\n");
    const table = await place.run(["evaluate", "dfa.json", "--sample", "test.csv", "-q"]);
    expect(table.stdout).toBe(`4 words of test.csv, 11 symbols

balanced accuracy  0.75  95 %: 0.262 to 0.997  the mean of the shares of accepted and of rejected words
accuracy           0.75  95 %: 0.146 to 0.997  of 4 words
  accepted         1     95 %: 0.158 to 1      of 2 words labelled 1
  rejected         0.5   95 %: 0.006 to 0.994  of 2 words labelled 0
`);
    const same = await place.run(["evaluate", "dfa.json", "test.csv", "-q"]);
    expect(same.stdout).toBe(table.stdout);
    expect((await place.run(["anomalies", "dfa.json", "test.csv", "-q"])).stdout).toContain(
      "4 traces, 0 leave the model, 1 is accepted against the label; balanced accuracy 0.75 (95 %: 0.262 to 0.997)\n",
    );
    const { figures } = await judged(place, "dfa.json", "test.csv", "-q");
    expect(figures).toMatchObject({ kind: "language", balanced: { mean: 0.75, count: 4 } });

    const run = JSON.stringify({ input: ["a", "b", "a"], output: ["x", "y", "x"] });
    await place.write("runs.jsonl", `${run}\n`.repeat(20));
    await place.run(["infer", "runs.jsonl", "-o", "mealy.json", "-q"]);
    await place.write("other.csv", "session,in,out\n1,a,x\n1,b,x\n2,a,x\n");
    const columns = ["--input", "in", "--output", "out", "-q"];
    const machine = await place.run(["evaluate", "mealy.json", "other.csv", ...columns]);
    expect(machine.stdout).toContain("right outputs  0.667  95 %: ");
    expect(machine.stdout).toContain("of 2 traces, without a wrong output");
    const scored = await place.run(["anomalies", "mealy.json", "other.csv", ...columns]);
    expect(scored.stdout).toContain("2 traces, 0 leave the model; right outputs 0.667 (95 %: ");

    await place.write("turns.json", TURNS);
    await place.write("log.csv", "case,activity\n1,a\n2,b\n1,b\n");
    const words = await place.run(["evaluate", "turns.json", "log.csv", "-q"]);
    const [, perplexity] = /^perplexity +(\S+) +± (\S+)/mu.exec(words.stdout) ?? [];
    expect((await place.run(["anomalies", "turns.json", "log.csv", "-q"])).stdout).toContain(
      `2 traces, 0 leave the model; perplexity ${perplexity} ± `,
    );
  });

  test("what is about a log needs one, and a log leaves no room for others", async ({ place }) => {
    await place.write("turns.json", TURNS);
    await place.write("log.csv", "case,activity\n1,a\n");
    await place.write(
      "dfa.json",
      '{"format":"hankel/1","semifield":"boolean","alphabet":["a"],"states":1,"initial":[[0,"true"]],"final":[[0,"true"]],"arcs":[]}',
    );
    expectComplaint(
      await place.run(["evaluate", "turns.json", "turns.json", "--session", "case"]),
      2,
      "--session is about the log of --sample, and none is given",
    );
    expectComplaint(
      await place.run(["evaluate", "dfa.json", "--sample", "log.csv", "turns.json", "-q"]),
      2,
      "a target is for distributions; here the log says what is right",
    );
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
    const table = await place.print("evaluate", "--truth", "truth.json", "model.mjs", "--quiet");
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
    expectComplaint(
      await place.run(["evaluate", "a.json"]),
      2,
      "expected the automaton first, then one target",
    );
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
    // Every word of a certain loop has the weight 1.
    const loop = { format: "hankel/1", semifield: "rational", alphabet: ["a"], states: 1 };
    const ones = { ...loop, initial: [[0, "1"]], final: [[0, "1"]], arcs: [[0, "a", "1", 0]] };
    await place.write("ones.json", JSON.stringify(ones));
    for (const args of [
      ["evaluate", "ones.json", "ones.json"],
      ["learn", "ones.json", "--learner", "soft"],
      ["learn", "ones.json", "--classes", "top:1"],
    ])
      expectComplaint(
        await place.run(args),
        2,
        "needs a distribution",
        "the weights of all words have no sum",
      );
  });

  test("Ctrl-C ends it", async ({ place }) => {
    await place.write(
      "slow.mjs",
      MODEL.replace(
        "export function next(word) {",
        "export async function next(word) {\n  console.error('asked');\n  await new Promise((r) => setTimeout(r, 2 ** 30));",
      ),
    );
    await place.write("a.json", TURNS);
    const ended = await place.run(["evaluate", "a.json", "slow.mjs", "--words", "2000", "--quiet"], {
      interrupt: { at: "asked", signal: "SIGINT" },
    });
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain("hankel: stopped; nothing was measured");
    expect(ended.stdout).toBe("");
  });
});
