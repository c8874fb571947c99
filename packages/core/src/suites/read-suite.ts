import { HankelError, quote, shown } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { ACCEPT, isOfMachine, REJECT, type Speaks, type Suite, type SuiteTest } from "./suite.ts";

/** A line of the file: a word and what is expected. */
interface Line {
  readonly word: readonly string[];
  readonly expected: readonly (string | undefined)[];
  readonly speaks: Speaks;
}

/**
 * Reads a suite from the JSON lines that `writeSuite` and `hankel tests` write. They do not name the semifield of weights, nor how the
 * tests were chosen; symbols are those that occur.
 *
 * @example
 * const suite = readSuite('{"word":["coin"],"outputs":["click"]}\n');
 * console.log(suite.speaks, suite.tests.length, suite.tests[0].expected[0]); // mealy 1 click
 */
export function readSuite(text: string): Suite {
  const lines = text
    .replace(/^\ufeff/u, "")
    .split("\n")
    .flatMap((line, i) => (line.trim() === "" ? [] : [lineOf(line, i + 1)]));
  if (lines.length === 0) throw refusal("a file of tests has at least one", 1);
  const [{ line: first }] = lines;
  for (const { line, number } of lines)
    if (line.speaks !== first.speaks)
      throw refusal(
        `this test is about ${nameOf(line.speaks)}, and the first one about ${nameOf(first.speaks)}`,
        number,
      );
  const alphabet = new Alphabet(new Set(lines.flatMap(({ line }) => line.word)));
  const tests = lines.map(
    ({ line }): SuiteTest => ({ word: alphabet.word(line.word), expected: line.expected }),
  );
  return { speaks: first.speaks, alphabet, method: "a file", tests, notes: [] };
}

function nameOf(speaks: Speaks): string {
  if (isOfMachine({ speaks })) return `a ${speaks} machine`;
  return speaks === "acceptor" ? "accepted words" : "weights";
}

function lineOf(text: string, number: number): { readonly line: Line; readonly number: number } {
  const { word, outputs, accepted, weights } = objectOf(text, number);
  if (!isList(word, isText))
    throw refusal(`expected "word": an array of symbols, got ${shown(word)}`, number);
  if (isList(outputs, isText)) {
    const more = outputs.length - word.length;
    if (more === 0 || more === 1)
      return { line: { word, expected: outputs, speaks: more === 0 ? "mealy" : "moore" }, number };
    throw refusal(
      `expected "outputs": one for each of the ${word.length} symbols, or one more, first; got ${outputs.length}`,
      number,
    );
  }
  const answers = accepted ?? weights;
  const isAnswer = accepted === undefined ? isText : isTruth;
  if (!isList(answers, (answer) => answer === null || isAnswer(answer)))
    throw refusal(
      'expected "outputs", "accepted" or "weights": an array of answers, null where the test does not look',
      number,
    );
  if (answers.length !== word.length + 1)
    throw refusal(
      `expected ${word.length + 1} answers, for ε and behind each symbol; got ${answers.length}`,
      number,
    );
  const expected = answers.map((answer) => {
    if (answer === null) return undefined;
    if (answer === true) return ACCEPT;
    return answer === false ? REJECT : answer;
  });
  return { line: { word, expected, speaks: accepted === undefined ? "weights" : "acceptor" }, number };
}

function objectOf(text: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw refusal(
      `a test is a JSON object on one line, as hankel tests --to jsonl writes it; not ${quote(text)}`,
      number,
      cause,
    );
  }
  throw refusal(`a test is a JSON object, not ${quote(text)}`, number);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTruth = (value: unknown): value is boolean => typeof value === "boolean";

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[];
function isList(value: unknown, isItem: (item: unknown) => boolean): value is readonly unknown[];
function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function refusal(message: string, line: number, cause?: unknown): HankelError {
  return new HankelError("parse", message, { place: { line, column: 1 }, cause });
}
