import {
  Alphabet,
  anomalies,
  boolean,
  sample as drawSample,
  fromExpression,
  HankelError,
  type InferSample,
  LogReader,
  type Machine,
  machineToWdfsa,
  real,
  toWdfsa,
  tropical,
} from "@hankel/core";
import { expect, test } from "vitest";

function sampleOf(name: string, text: string, machine?: "mealy" | "moore"): InferSample {
  const logs = new LogReader({ machine });
  logs.read(name, text);
  return logs.end().sample;
}

/** a with ½, b with ¼, the end with ¼, in one state; after b only a may follow. */
const COIN = toWdfsa(fromExpression("(<0.5>a|<0.25>b<1>a)*<0.25>", real));

test("surprise is counted in bits, the end included", () => {
  const { kind, traces } = anomalies(COIN, sampleOf("log.txt", "a b a\n\n"));
  expect(kind).toBe("bits per event");
  expect(traces[0]).toMatchObject({ trace: 0, events: 3, score: (1 + 2 + 0 + 2) / 4, leaves: undefined });
  expect(traces[0].worst).toEqual({ event: 1, came: "b", bits: 2, expected: ["a", "b", undefined] });
  expect(traces[1]).toMatchObject({ events: 0, score: 2, worst: { event: 0, came: undefined, bits: 2 } });
});

test("a trace leaves a distribution at an impossible event, an unknown symbol or an impossible end", () => {
  const { traces } = anomalies(COIN, sampleOf("log.txt", "a b b a\na new a\na b\n"));
  expect(traces.map(({ leaves }) => leaves)).toEqual([2, 1, 2]);
  expect(traces.map(({ score }) => score)).toEqual([Infinity, Infinity, Infinity]);
  expect(traces[0].worst).toEqual({ event: 2, came: "b", bits: Infinity, expected: ["a"] });
  expect(traces[2].worst).toMatchObject({ event: 2, came: undefined, expected: ["a"] });
});

test("words that a distribution draws have its entropy per word in the mean", () => {
  const words = drawSample(COIN, { count: 4000, seed: 5 }).map((word) => COIN.alphabet.format(word));
  const { traces } = anomalies(COIN, sampleOf("log.txt", `${words.join("\n")}\n`));
  const mean = traces.reduce((sum, { score, events }) => sum + score * (events + 1), 0) / words.length;
  // A word has 3 rounds in the mean, each of ⅔ a and ⅓ b, and an end; a round of three choices has 1.5 bits.
  expect(mean).toBeGreaterThan(5.8);
  expect(mean).toBeLessThan(6.2);
});

test("a trace leaves a language where no accepted word goes on", () => {
  const model = toWdfsa(fromExpression("a(ba)*", boolean));
  const { kind, traces } = anomalies(model, sampleOf("log.txt", "a b a\na b b a\na b\nc\n\n"));
  expect(kind).toBe("share of the trace");
  expect(traces.map(({ leaves }) => leaves)).toEqual([undefined, 2, 2, 0, 0]);
  expect(traces.map(({ score }) => score)).toEqual([0, 3 / 5, 1 / 3, 1, 1]);
  expect(traces[2].worst?.expected).toEqual(["a"]);
});

test("labels say which words a language should reject", () => {
  const model = toWdfsa(fromExpression("a*", boolean));
  const { traces } = anomalies(model, sampleOf("log.txt", "+ a a\n- a a\n- b\n? b\n+ b\n"));
  expect(traces.map(({ score }) => score)).toEqual([0, 1, 0, 0, 1]);
  expect(traces[1]).toMatchObject({ leaves: undefined, worst: { event: 2 } });
});

const LAMP: Machine = {
  kind: "mealy",
  alphabet: new Alphabet(["press"]),
  target: [1, 0],
  output: ["on", "off"],
};

test("a machine is compared output by output", () => {
  const log = sampleOf(
    "log.jsonl",
    '{"input":["press","press","press"],"output":["on","on","on"]}\n{"input":["press"],"output":["on"]}\n',
  );
  const { kind, traces } = anomalies(machineToWdfsa(LAMP), log);
  expect(kind).toBe("share of outputs");
  expect(traces[0]).toMatchObject({ score: 1 / 3, leaves: undefined });
  expect(traces[0].worst).toEqual({ event: 1, came: "on", bits: Infinity, expected: ["off"] });
  expect(traces[1]).toMatchObject({ score: 0, worst: undefined });
});

test("a Moore machine also has an output in front", () => {
  const moore: Machine = { ...LAMP, kind: "moore", output: ["off", "on"] };
  const text =
    '{"input":["press"],"output":["off","on"]}\n{"input":["press"],"output":["on","on"]}\n{"input":["kick"],"output":["off","on"]}\n';
  const { traces } = anomalies(machineToWdfsa(moore), sampleOf("log.jsonl", text, "moore"));
  expect(traces.map(({ score }) => score)).toEqual([0, 1 / 2, 1 / 2]);
  expect(traces[2]).toMatchObject({ leaves: 0, worst: { came: "kick" } });
});

test("what has no scores is refused", () => {
  const words = sampleOf("log.txt", "a\n");
  expect(() => anomalies(fromExpression("<1>a", tropical), words)).toThrow(HankelError);
  expect(() => anomalies(fromExpression("<1>a", tropical), words)).toThrow("are tropical");
  expect(() => anomalies(machineToWdfsa(LAMP), words)).toThrow("--output names their column");
});
