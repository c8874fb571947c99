/** What came of tests, as lines for people and as JSON. */

import { countOf, shortenedApart } from "../internal/core.ts";
import { recalledJson } from "../learn/summary.ts";
import {
  type Deviation,
  isOfMachine,
  parseSuiteMethod,
  type Shortness,
  type Suite,
  type SuiteFailure,
  type SuiteResult,
  sentenceOfFailure,
} from "../testing.ts";
import { columns } from "./columns.ts";
import type { Paint } from "./paint.ts";
import { MOST_OUTPUT, traceColumns } from "./trace.ts";

/** So many failures are listed. */
const MOST_LISTED = 10;

/** How the words of a suite are called. */
function termsOf(suite: Suite): { readonly word: string; readonly letter: string } {
  return isOfMachine(suite) ? { word: "trace", letter: "input" } : { word: "word", letter: "letter" };
}

/** Everything that people want to know; `isWhole` says whether the model itself is known, and not only tests. */
export function resultLines(
  result: SuiteResult,
  isWhole: boolean,
  paint: Pick<Paint, "bold" | "faint">,
): string[] {
  return [
    headline(result),
    ...(result.recalled.rests === "" ? [] : [result.recalled.rests]),
    ...result.suite.notes.map((note) => `note: ${note}`),
    ...(result.shortest === undefined ? [] : shortestLines(result.suite, result.shortest, isWhole, paint)),
    ...failureLines(result),
    ...conflictLines(result),
  ];
}

/** What came of the tests, in a line: how many were run, how many failed, and why not all were run. */
function headline({ outcome, suite, run, failures, reason, counts }: SuiteResult): string {
  const all = countOf(suite.tests.length, "test");
  const asked = `${countOf(counts.asked, "word")} asked`;
  const of = run === suite.tests.length ? all : `${run} of ${all}`;
  if (outcome === "passed") return `passed: ${all} by ${suite.method} (${asked})${promise(suite)}`;
  if (outcome === "failed") {
    const rest = run === suite.tests.length ? "" : `, ${run} of them were run`;
    const why = reason === "" ? (rest === "" ? "" : "; --all runs the others") : `; ${reason}`;
    return `failed: ${failures.length} of ${all} by ${suite.method}${rest} (${asked})${why}`;
  }
  return `stopped: ${reason}; ${of} were run, and none failed (${asked}): the others say nothing`;
}

/** What is certain when all tests of such a suite pass. */
function promise({ method, tests, notes }: Suite): string {
  if (method === "a file" || tests.length === 0 || notes.length > 0) return "";
  const chosen = parseSuiteMethod(method);
  if (!("extra" in chosen)) return "";
  const { extra } = chosen;
  const states =
    extra === 0 ? "no more states than the model" : `at most ${countOf(extra, "state")} more than the model`;
  return `; if the target has ${states}, it does what the model says`;
}

const SHORTNESS: Readonly<Record<Shortness, string>> = {
  shortest: "no shorter one fails: all were tried",
  smaller: "no part of it fails",
  unfinished: "a shorter one may fail: --shorten tries more words",
};

function shortestLines(
  suite: Suite,
  { shortness, tried, ...deviation }: Deviation & { readonly shortness: Shortness; readonly tried: number },
  isWhole: boolean,
  paint: Pick<Paint, "bold" | "faint">,
): string[] {
  const { word, letter } = termsOf(suite);
  const among =
    shortness === "shortest" && !isWhole ? "no shorter one of the tests fails" : SHORTNESS[shortness];
  const head = `The shortest ${word} found, with ${countOf(deviation.word.length, letter)} (${among}; ${countOf(tried, word)} tried):`;
  return ["", head, ...deviationLines(suite, deviation, paint).map((line) => `    ${line}`)];
}

function deviationLines(
  suite: Suite,
  { word, expected, seen }: Deviation,
  paint: Pick<Paint, "bold" | "faint">,
): string[] {
  const { alphabet } = suite;
  if (isOfMachine(suite))
    return traceColumns(
      { alphabet, word, answers: [expected, seen], heads: ["expected", "seen"], none: "nothing" },
      paint,
    );
  const [wanted, got] = shortenedApart([expected.at(-1) ?? "", seen.at(-1) ?? ""], MOST_OUTPUT);
  return columns([
    ["word", "expected", "seen"],
    [alphabet.show(word), wanted, got],
  ]);
}

/** The tests that failed: those that fail at the same place are one. */
function failureLines({ suite, failures }: SuiteResult): string[] {
  const alike = new Map<string, SuiteFailure[]>();
  for (const failure of failures) {
    const key = failure.word.join();
    alike.set(key, [...(alike.get(key) ?? []), failure]);
  }
  if (failures.length === 0) return [];
  const groups = [...alike.values()].sort(([a], [b]) => a.word.length - b.word.length);
  const lines = groups.slice(0, MOST_LISTED).map((group) => {
    const tests = group.map(({ test }) => test + 1);
    const named = tests.length === 1 ? `test ${tests[0]}` : `${tests.length} tests, the first is ${tests[0]}`;
    return `  ${sentenceOfFailure(suite, group[0])} (${named})`;
  });
  const more = groups.length - MOST_LISTED;
  return [
    "",
    `Where tests failed first:`,
    ...lines,
    ...(more > 0 ? [`  … and at ${countOf(more, "other place")}: --json, --junit and --tap have all`] : []),
  ];
}

function conflictLines({ conflicts }: SuiteResult): string[] {
  if (conflicts.length === 0) return [];
  return [`Warning: ${countOf(conflicts.length, "word")} had different answers, of which one was used`];
}

/** Everything as JSON; `more` stands first. */
export function resultJson(result: SuiteResult, more: Readonly<Record<string, unknown>>): string {
  const { suite, run, failures, shortest, outcome, reason, counts, recalled } = result;
  const deviation = ({ word, expected, seen }: Deviation) => ({
    [termsOf(suite).word]: suite.alphabet.spell(word),
    expected: expected.map((answer) => answer ?? null),
    seen: seen.map((answer) => answer ?? null),
  });
  return JSON.stringify({
    ...more,
    outcome,
    ...(reason && { reason }),
    method: suite.method,
    tests: suite.tests.length,
    run,
    failed: failures.length,
    ...counts,
    ...recalledJson(recalled),
    ...(suite.notes.length > 0 && { notes: suite.notes }),
    ...(shortest && {
      shortest: { ...deviation(shortest), shortness: shortest.shortness, tried: shortest.tried },
    }),
    failures: failures.map(({ test, ...rest }) => ({ test: test + 1, ...deviation(rest) })),
  });
}
