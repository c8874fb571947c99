/** Suites read from JSON lines, and reports for continuous integration. */

import {
  Alphabet,
  boolean,
  fromExpression,
  machineToWdfsa,
  rational,
  readSuite,
  type Suite,
  type SuiteReport,
  sentenceOfFailure,
  testSuite,
  writeJunit,
  writeSuite,
  writeTap,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { randomMachine } from "../support/machines.ts";

const round = (suite: Suite) => readSuite(writeSuite(suite, "jsonl", { title: "" }));
const spelled = ({ tests, alphabet, speaks }: Suite) => ({
  speaks,
  tests: tests.map(({ word, expected }) => ({ word: alphabet.spell(word), expected })),
});

describe("a suite in JSON lines", () => {
  it("is read as it was written", () => {
    for (let seed = 0; seed < 30; seed++) {
      const suite = testSuite(machineToWdfsa(randomMachine(seed)));
      if (suite.tests.length > 0) expect(spelled(round(suite))).toEqual(spelled(suite));
    }
    for (const suite of [
      testSuite(fromExpression("a*b", boolean)),
      testSuite(fromExpression("<1/2>a*b", rational)),
    ])
      expect(spelled(round(suite))).toEqual(spelled(suite));
  });

  it.each([
    ["", 1, "at least one"],
    ['{"word":["a"],"outputs":["x"]}\n[1]', 2, "a test is a JSON object"],
    ['{"word":["a"],"outputs":["x"]}\nnonsense', 2, "not JSON|as hankel tests"],
    ['{"word":"a","outputs":["x"]}', 1, 'expected "word"'],
    ['{"word":["a"],"outputs":["x","y","z"]}', 1, "got 3"],
    ['{"word":["a"],"accepted":[true]}', 1, "expected 2 answers"],
    ['{"word":["a"],"accepted":["yes",null]}', 1, '"accepted"'],
    ['{"word":["a"],"outputs":["x"]}\n\n{"word":["a"],"accepted":[null,true]}', 3, "accepted words"],
  ])("refuses %j", (text, line, message) => {
    let refused: unknown;
    try {
      readSuite(text);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({
      code: "parse",
      place: { line, column: 1 },
      message: expect.stringMatching(message),
    });
  });
});

describe("a report", () => {
  const hostile = 'a"<&>\n\u0001#';
  const alphabet = new Alphabet([hostile, "b"]);
  const model = machineToWdfsa({ kind: "mealy", alphabet, target: [0, 0], output: ["]]>", "ok"] });
  const suite = testSuite(model, { method: "tuples:2" });
  const report: SuiteReport = {
    suite,
    run: 1,
    failures: [
      { test: 0, word: suite.tests[0].word.slice(0, 1), expected: ["]]>"], seen: ["\ud800 \u0000"] },
    ],
    shortest: undefined,
  };

  it("is XML whatever the symbols are, and counts what was left out", () => {
    const text = writeJunit(report, { title: "<model>", seconds: 1.5 });
    const skipped = suite.tests.length - 1;
    expect(text).toContain(
      `tests="${suite.tests.length}" failures="1" errors="0" skipped="${skipped}" time="1.500"`,
    );
    // Only the characters of XML, and no markup but our own.
    expect(text).toMatch(/^[\t\n\x20-\ud7ff\ue000-\ufffd]*$/u);
    const markup = text.match(/<[^>]*>/gu) ?? [];
    const known = /^<\/?(\?xml|testsuites?|properties|property|testcase|failure|skipped)\b/u;
    for (const tag of markup) expect(tag).toMatch(known);
    expect(text.replaceAll(/<[^>]*>/gu, "")).not.toMatch(/[<>]/u);
    expect(text).not.toMatch(/&(?!(amp|lt|gt|quot|#\d+);)/u);
  });

  it("names an error at the test that was next", () => {
    const text = writeJunit(report, { title: "m", error: "the program ended" });
    const [first, second = ""] = text.split("<testcase").slice(1);
    expect(first).toContain("<failure");
    expect(second).toContain('<error type="target" message="the program ended"/>');
    expect(writeTap(report, { title: "m", error: "the program\nended" })).toMatch(
      /Bail out! the program ended\n$/u,
    );
  });

  it("shows long answers where they differ, in a sentence; the trace has them whole", () => {
    const alike = "The page says at length what every page says, and then ".repeat(2);
    const [wanted, got] = ["welcome", "forbidden"].map((end) => alike + end);
    const failure = { test: 0, word: [1], expected: [wanted], seen: [got] };
    const sentence = sentenceOfFailure(suite, failure);
    expect(sentence).toBe('after b: expected …hen welcome", seen …hen forbidden"');
    const tap = writeTap({ ...report, failures: [failure] }, { title: "m" });
    expect(tap).toContain(JSON.stringify(sentence));
    expect(tap).toContain(wanted);
    const short = { test: 0, word: [1], expected: ["ok"], seen: [undefined] };
    expect(sentenceOfFailure(suite, short)).toBe("after b: expected ok, seen nothing");
  });

  it("is TAP with a line for each test", () => {
    const lines = writeTap(report, { title: "m" }).split("\n");
    expect(lines.slice(0, 2)).toEqual(["TAP version 14", `1..${suite.tests.length}`]);
    const told = lines.filter((line) => /^(not )?ok /u.test(line));
    expect(told).toHaveLength(suite.tests.length);
    expect(told[0]).toMatch(/^not ok 1 - /u);
    for (const line of told.slice(1)) expect(line).toMatch(/^ok \d+ - .* # SKIP a test before it failed$/u);
    for (const line of told) expect(line.replaceAll("\\#", "").split("#").length).toBeLessThanOrEqual(2);
  });
});
