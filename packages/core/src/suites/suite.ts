import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";

/** What is answered in a test: outputs of a machine, accepted or not, or weights. */
export type Speaks = "mealy" | "moore" | "acceptor" | "weights";

/**
 * A word and what the model says of it.
 *
 * A Mealy machine has an answer for each letter, and a Moore machine one more, first. A language has a place for each prefix,
 * ε first; where a place is `undefined`, the test does not look. So a test of a language may stand for several words.
 */
export interface SuiteTest {
  readonly word: Word;
  /** Outputs; `"accept"` and `"reject"`; or weights in the notation of their semifield. */
  readonly expected: readonly (string | undefined)[];
}

/** Tests of a system against a model; none begins another. */
export interface Suite {
  readonly speaks: Speaks;
  /** The semifield of weights. */
  readonly semifield?: string | undefined;
  readonly alphabet: Alphabet;
  /** How the tests were chosen: `wp`, or `wp`, 1 extra state. */
  readonly method: string;
  readonly tests: readonly SuiteTest[];
  /** What the model leaves open, in sentences: missing transitions, states that no word reaches. */
  readonly notes: readonly string[];
}

export const ACCEPT = "accept";
export const REJECT = "reject";

/**
 * Does the suite test a machine?
 *
 * @example
 * console.log(isOfMachine({ speaks: "mealy" }), isOfMachine({ speaks: "acceptor" })); // true false
 */
export function isOfMachine({ speaks }: Pick<Suite, "speaks">): boolean {
  return speaks === "mealy" || speaks === "moore";
}

/**
 * The words that a test asks about: a machine's outputs show on the way, and a language is asked for each prefix that the test
 * looks at.
 *
 * @example
 * const suite = testSuite(fromExpression("a*b", boolean), { method: "states" });
 * console.log(suite.tests.flatMap((test) => wordsOfTest(suite, test)).map((word) => suite.alphabet.show(word)).join(" ")); // ε a b
 */
export function wordsOfTest(suite: Pick<Suite, "speaks">, { word, expected }: SuiteTest): Word[] {
  if (isOfMachine(suite)) return [word];
  return expected.flatMap((answer, length) => (answer === undefined ? [] : [word.slice(0, length)]));
}

/** How many letters all tests have together. */
export function lettersOf({ tests }: Pick<Suite, "tests">): number {
  return tests.reduce((sum, { word }) => sum + word.length, 0);
}
