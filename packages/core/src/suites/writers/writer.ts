import type { Suite, SuiteTest } from "../suite.ts";

/** What a file of tests is told beside the suite. */
export interface WriterOptions {
  /** What is tested, for headings: `vending.json`. */
  readonly title: string;
  /** For vitest and Playwright: a file of TypeScript. */
  readonly typed?: boolean | undefined;
}

/** How tests are written. */
export interface SuiteFormat {
  readonly name: string;
  readonly about: string;
  /** The endings of names that say it clearly. */
  readonly endings: readonly string[];
  write(suite: Suite, options: WriterOptions): string;
}

/** Names of tests are cut here. */
const LONGEST_NAME = 100;

/** Letters and answers of a test in the order in which they come; a letter is `undefined` before the first one. */
export function stepsOf(suite: Suite, { word, expected }: SuiteTest): Step[] {
  const inputs: (string | undefined)[] = [...suite.alphabet.spell(word)];
  if (suite.speaks !== "mealy") inputs.unshift(undefined);
  return inputs.map((input, i) => ({ input, answer: expected[i] }));
}

export interface Step {
  readonly input: string | undefined;
  readonly answer: string | undefined;
}

/** A symbol in a trace: as it is, or quoted where it would be unclear. */
export function plain(symbol: string): string {
  return /^[^\s"/[\]]+$/u.test(symbol) && symbol !== "ε" ? symbol : JSON.stringify(symbol);
}

/**
 * A test as people read it: `coin/click  button/coffee`; what is answered before the first letter stands behind ε.
 *
 * @example
 * const suite = testSuite(fromExpression("ab", boolean), { method: "states" });
 * console.log(suite.tests.map((test) => traceOf(suite, test)).join(", ")); // ε/reject  a/reject  b/accept
 */
export function traceOf(suite: Suite, test: SuiteTest): string {
  const shown = stepsOf(suite, test).flatMap(({ input, answer }) => {
    if (input === undefined && answer === undefined) return [];
    const letter = input === undefined ? "ε" : plain(input);
    return [answer === undefined ? letter : `${letter}/${plain(answer)}`];
  });
  return shown.join("  ");
}

/** The name of a test in a report: its letters, cut if they are many. */
export function nameOfTest(suite: Suite, { word }: SuiteTest): string {
  const name = word.length === 0 ? "ε" : suite.alphabet.spell(word).map(plain).join(" ");
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

/** Names of tests that are all different: a cut name gets its number. */
export function namesOfTests(suite: Suite): string[] {
  return suite.tests.map((test, index) => {
    const name = nameOfTest(suite, test);
    return name.endsWith("…") ? `${index + 1}: ${name}` : name;
  });
}

/** A sentence about the suite, for the top of a file. */
export function heading(suite: Suite, title: string): string {
  const { length } = suite.tests;
  return `${length} ${length === 1 ? "test" : "tests"} of ${title}, chosen by ${suite.method}; written by hankel tests.`.replaceAll(
    /[\r\n]/gu,
    " ",
  );
}

/** Between these lines of a file the user connects the system; they are kept when the tests are written again. */
export const CONNECT =
  "Connect your system here; what stands between these two lines is kept when the tests are written again.";
export const CONNECTED = "Below this line everything is written by hankel tests.";

/**
 * The new text of a file, with what the user put between the two lines of the old one.
 *
 * @example
 * const suite = testSuite(fromExpression("ab", boolean));
 * const text = writeSuite(suite, "pytest", { title: "ab" });
 * console.log(keepConnection(text, text) === text); // true
 */
export function keepConnection(before: string, text: string): string {
  const old = connection(before);
  const fresh = connection(text);
  if (old === undefined || fresh === undefined) return text;
  return text.slice(0, fresh.from) + before.slice(old.from, old.to) + text.slice(fresh.to);
}

function connection(text: string): { from: number; to: number } | undefined {
  const from = text.indexOf(CONNECT);
  const end = text.indexOf(CONNECTED, from);
  if (from < 0 || end < 0) return undefined;
  return { from: from + CONNECT.length, to: text.lastIndexOf("\n", end) + 1 };
}

/** A piece of a program: what stands between « and » is for TypeScript only. */
export function script(text: string, typed: boolean): string {
  return text.replaceAll(/«(.*?)»/gu, typed ? "$1" : "");
}
