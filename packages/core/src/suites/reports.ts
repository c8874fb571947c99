/** What came of tests, for the tools of continuous integration: JUnit's XML and TAP. */

import { shortenedApart } from "../errors.ts";
import type { SuiteFailure, SuiteReport } from "./check-suite.ts";
import { isOfMachine, type Suite } from "./suite.ts";
import { namesOfTests, plain, stepsOf } from "./writers/writer.ts";

/** What a report is told beside what came of the tests. */
export interface ReportOptions {
  /** What is tested, for headings: `vending.json`. */
  readonly title: string;
  /** How many seconds it took. */
  readonly seconds?: number | undefined;
  /** Why not all tests were run, if neither a failure nor their end is the reason: the target failed, a budget was spent. */
  readonly error?: string | undefined;
}

/** A sentence has so many letters of a word, the last ones. */
const MOST_LETTERS = 10;
/** And so many characters of an answer, those where the two differ. */
const MOST_OUTPUT = 40;

/**
 * What a failure is, in a sentence: `after coin return: expected "1 back", seen "2 back"`. Long answers are cut where they differ.
 *
 * @example
 * const suite = testSuite(fromExpression("ab", boolean), { method: "cover" });
 * const failure = { test: 0, word: [0, 1], expected: [undefined, undefined, "accept"], seen: [undefined, undefined, "reject"] };
 * console.log(sentenceOfFailure(suite, failure)); // after a b: expected accept, seen reject
 */
export function sentenceOfFailure(
  suite: Pick<Suite, "alphabet">,
  failure: Pick<SuiteFailure, "word" | "expected" | "seen">,
): string {
  const { word, expected, seen } = failure;
  const last = suite.alphabet.spell(word.slice(-MOST_LETTERS)).map(plain);
  const named = word.length > MOST_LETTERS ? ["…", ...last, `(${word.length} in all)`] : last;
  const after = word.length === 0 ? "at the beginning" : `after ${named.join(" ")}`;
  const answers = [expected.at(-1), seen.at(-1)].map(answerText);
  const [wanted, got] = shortenedApart(answers, MOST_OUTPUT);
  return `${after}: expected ${wanted}, seen ${got}`;
}

function answerText(answer: string | undefined): string {
  return answer === undefined ? "nothing" : plain(answer);
}

/** The letters of a failure with both answers, a line each. */
function tableOf(suite: Suite, { word, expected, seen }: SuiteFailure): string[] {
  const wanted = stepsOf(suite, { word, expected });
  const got = stepsOf(suite, { word, expected: seen });
  return wanted.map(({ input, answer }, i) => {
    const said = got[i].answer;
    const begun = input === undefined ? "(start)" : plain(input);
    if (answer === undefined && said === undefined) return begun;
    return `${begun}: expected ${answerText(answer)}, seen ${answerText(said)}${answer === said ? "" : "   <--"}`;
  });
}

function reasonOf({ failures }: SuiteReport, { error }: ReportOptions): string {
  if (error !== undefined) return error;
  return failures.length > 0 ? "a test before it failed" : "not run";
}

/**
 * A report as JUnit's XML, which continuous integration shows. A test that was not run is skipped; where the target failed, the test that
 * was next has the error.
 *
 * @example
 * const suite = testSuite(fromExpression("ab", boolean), { method: "states" });
 * const text = writeJunit({ suite, run: 1, failures: [], shortest: undefined }, { title: "ab" });
 * console.log(text.includes('tests="1" failures="0"')); // true
 */
export function writeJunit(report: SuiteReport, options: ReportOptions): string {
  const { suite, run, failures } = report;
  const { title, seconds = 0, error } = options;
  const failed = new Map(failures.map((failure) => [failure.test, failure]));
  const beyond = failures.filter(({ test }) => test >= run).length;
  const errors = error === undefined || run >= suite.tests.length || failed.has(run) ? 0 : 1;
  const counts = `tests="${suite.tests.length}" failures="${failed.size}" errors="${errors}" skipped="${suite.tests.length - run - errors - beyond}" time="${seconds.toFixed(3)}"`;
  const name = attribute(title);
  const cases = namesOfTests(suite).map((test, place) => {
    const head = `    <testcase classname="${name}" name="${attribute(test)}"`;
    const failure = failed.get(place);
    if (failure !== undefined) {
      const message = attribute(sentenceOfFailure(suite, failure));
      return `${head}>\n      <failure type="deviation" message="${message}">${content(tableOf(suite, failure).join("\n"))}</failure>\n    </testcase>`;
    }
    if (place < run) return `${head}/>`;
    const what = errors > 0 && place === run ? "error" : "skipped";
    const type = what === "error" ? ' type="target"' : "";
    return `${head}>\n      <${what}${type} message="${attribute(reasonOf(report, options))}"/>\n    </testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="hankel test" ${counts}>
  <testsuite name="${name}" ${counts}>
    <properties>
      <property name="method" value="${attribute(suite.method)}"/>
    </properties>
${cases.join("\n")}
  </testsuite>
</testsuites>
`;
}

/**
 * A report in the Test Anything Protocol, version 14.
 *
 * @example
 * const suite = testSuite(fromExpression("ab", boolean), { method: "states" });
 * console.log(writeTap({ suite, run: 1, failures: [], shortest: undefined }, { title: "ab" }).split("\n")[2]); // ok 1 - a b
 */
export function writeTap(report: SuiteReport, options: ReportOptions): string {
  const { suite, run, failures } = report;
  const failed = new Map(failures.map((failure) => [failure.test, failure]));
  const lines = namesOfTests(suite).flatMap((name, place) => {
    const said = `${place + 1} - ${described(name)}`;
    const failure = failed.get(place);
    if (failure !== undefined) {
      const trace = tableOf(suite, failure).map((line) => `    - ${JSON.stringify(line)}`);
      const what = isOfMachine(suite) ? "trace" : "word";
      const message = `  message: ${JSON.stringify(sentenceOfFailure(suite, failure))}`;
      return [`not ok ${said}`, "  ---", message, `  ${what}:`, ...trace, "  ..."];
    }
    return [place < run ? `ok ${said}` : `ok ${said} # SKIP ${described(reasonOf(report, options))}`];
  });
  const bail = options.error === undefined ? [] : [`Bail out! ${described(options.error)}`];
  return `${["TAP version 14", `1..${suite.tests.length}`, ...lines, ...bail].join("\n")}\n`;
}

/** A line of TAP ends at a `#`, and everything stands on one line. */
function described(text: string): string {
  return visible(text)
    .replaceAll(/[\r\n]+/gu, " ")
    .replaceAll(/[\\#]/gu, "\\$&");
}

/** XML has no place for most control characters, however they are written. */
function visible(text: string): string {
  const code = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  return text.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, code);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function content(text: string): string {
  return visible(text).replaceAll(/[&<>"]/gu, (character) => ENTITIES[character]);
}

function attribute(text: string): string {
  return content(text).replaceAll(/[\t\n\r]/gu, (character) => `&#${character.codePointAt(0)};`);
}
