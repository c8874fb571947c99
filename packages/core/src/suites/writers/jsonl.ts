import { ACCEPT, isOfMachine, type Suite, type SuiteTest } from "../suite.ts";
import type { SuiteFormat } from "./writer.ts";

/** A JSON object on each line; `hankel test --suite` reads it. */
export const jsonl: SuiteFormat = {
  name: "jsonl",
  about: "a JSON object on each line, for scripts and hankel test --suite",
  endings: [".jsonl", ".ndjson"],
  write: (suite) => suite.tests.map((test) => `${JSON.stringify(testJson(suite, test))}\n`).join(""),
};

/** A test as JSON: `outputs` of a machine, `accepted` or `weights` behind each prefix, ε first, null where nothing is expected. */
export function testJson(suite: Suite, { word, expected }: SuiteTest): object {
  const spelled = suite.alphabet.spell(word);
  if (isOfMachine(suite)) return { word: spelled, outputs: expected };
  if (suite.speaks === "weights") return { word: spelled, weights: expected.map((weight) => weight ?? null) };
  return {
    word: spelled,
    accepted: expected.map((answer) => (answer === undefined ? null : answer === ACCEPT)),
  };
}
