/** A model beside a log: what `judgeLog` says, and what `asKind` makes of a sample. */

import {
  Alphabet,
  asKind,
  boolean,
  fromExpression,
  judgeLog,
  type LogFigures,
  LogReader,
  machineToWdfsa,
  minimize,
  rational,
  real,
  toWdfsa,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { read, words } from "./reading.ts";

function sampleOf(name: string, text: string) {
  return read(name, text).sample;
}

/** What is right, of how many. */
function counts(figures: LogFigures): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, share]) =>
      typeof share === "object" ? [[name, `${(share.mean * share.count).toFixed(6)} of ${share.count}`]] : [],
    ),
  );
}

describe("how right a model is about a log", () => {
  const language = minimize(fromExpression("(aa)*ab", boolean));

  test("labels: of accepted and of rejected words, and the mean of both; words without a label do not count", () => {
    const figures = judgeLog(language, sampleOf("log.txt", "+ a b\n+ a a\n+ a a a b\n- b\n? a\n- a c\n"));
    expect(counts(figures)).toEqual({
      accepted: "2.000000 of 3",
      rejected: "2.000000 of 2",
      accuracy: "4.000000 of 5",
      balanced: `${(((2 / 3 + 1) / 2) * 5).toFixed(6)} of 5`,
    });
    if (figures.kind !== "language") throw new Error(figures.kind);
    for (const share of [figures.balanced, figures.accuracy, figures.accepted, figures.rejected]) {
      expect(share?.low).toBeLessThan(share?.mean ?? 0);
      expect(share?.low).toBeGreaterThan(0);
      expect(share?.high).toBeGreaterThanOrEqual(share?.mean ?? 1);
    }
    expect(figures.rejected?.high).toBe(1);
  });

  test("words that occurred should be accepted; nothing is known of rejected ones", () => {
    const figures = judgeLog(language, sampleOf("log.txt", "a b\nb\n"));
    expect(counts(figures)).toEqual({ accepted: "1.000000 of 2", accuracy: "1.000000 of 2" });
    expect(figures).toMatchObject({ balanced: undefined, rejected: undefined });
  });

  test("a word that occurred several times counts as often", () => {
    const log = sampleOf("log.csv", "word,label,count\na b,1,3\nb,1,1\n");
    expect(counts(judgeLog(language, log))).toMatchObject({ accuracy: "3.000000 of 4" });
  });

  test("outputs, and traces without a wrong one; behind an unknown input all are wrong, and what is not known does not count", () => {
    const machine = machineToWdfsa({
      kind: "mealy",
      alphabet: new Alphabet("ab"),
      target: Int32Array.of(1, 0, 0, 1),
      output: ["x", "y", "y", "y"],
    });
    const log = [
      { input: ["a", "a", "b"], output: ["x", "y", "y"] },
      { input: ["a", "b", "a"], output: ["x", "x", "x"] },
      { input: ["b", "b"], output: ["x", null] },
      { input: ["a", "c", "a"], output: ["x", "y", "y"] },
    ];
    const text = log.map((line) => JSON.stringify(line)).join("\n");
    const figures = judgeLog(machine, sampleOf("log.jsonl", text));
    expect(counts(figures)).toEqual({ outputs: "5.000000 of 10", traces: "1.000000 of 4" });
  });

  test("weights", () => {
    const model = minimize(fromExpression("(<2>a)*", rational));
    const figures = judgeLog(model, sampleOf("log.csv", "word,weight\na,2\na a,4\na a a,6\nb,0\n"));
    expect(counts(figures)).toEqual({ weights: "3.000000 of 4" });
  });

  test("a distribution is refused", () => {
    const coin = toWdfsa(fromExpression("(<0.5>a)*<0.5>", real));
    expect(() => judgeLog(coin, sampleOf("log.txt", "a\n"))).toThrow("evaluateSample");
  });
});

describe("a sample as the kind that is wanted", () => {
  const kinds = (text: string, name = "log.txt") => {
    const logs = new LogReader();
    logs.read(name, text);
    return logs.end();
  };

  test("accepted words alone are a distribution, unless a language is wanted", () => {
    const { sample } = kinds("+ a b\n+ a\n");
    expect(asKind(sample)).toMatchObject({ sample: { kind: "words" } });
    expect(asKind(sample).remark).toContain("every label is 1");
    expect(asKind(sample, "dfa")).toEqual({ sample });
    expect(asKind(sample, undefined, "rpni")).toEqual({ sample });
    expect(asKind(sample, undefined, "alergia").sample.kind).toBe("words");
  });

  test("of labelled words the accepted, of runs the inputs", () => {
    const labelled = kinds("+ a b\n- a\n");
    expect(words({ ...labelled, sample: asKind(labelled.sample, "distribution").sample })).toEqual(["a b"]);
    const runs = kinds('{"input": ["a"], "output": ["x"]}\n', "log.jsonl");
    expect(words({ ...runs, sample: asKind(runs.sample, "distribution").sample })).toEqual(["a"]);
    expect(() => asKind(kinds("- a\n").sample, "distribution")).toThrow("no word is labelled 1");
    expect(() => asKind(kinds("a\n").sample, "dfa")).toThrow("--label");
  });
});
