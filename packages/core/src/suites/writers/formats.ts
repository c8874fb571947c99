import { HankelError, quote } from "../../errors.ts";
import type { Suite } from "../suite.ts";
import { gherkin } from "./gherkin.ts";
import { jsonl } from "./jsonl.ts";
import { playwright } from "./playwright.ts";
import { pytest } from "./pytest.ts";
import { text } from "./text.ts";
import { vitest } from "./vitest.ts";
import type { SuiteFormat, WriterOptions } from "./writer.ts";

/**
 * How suites are written.
 *
 * @example
 * console.log(suiteFormats.map(({ name }) => name).join(" ")); // text jsonl vitest pytest playwright gherkin
 */
export const suiteFormats: readonly SuiteFormat[] = [text, jsonl, vitest, pytest, playwright, gherkin];

/**
 * A suite as a text: readable traces, or a file for a tool that runs tests.
 *
 * @example
 * const { tests, ...about } = testSuite(fromExpression("ab", boolean), { method: "cover" });
 * console.log(writeSuite({ ...about, tests: tests.slice(0, 1) }, "text", { title: "ab" }).trim()); // ε/reject  b/reject
 */
export function writeSuite(suite: Suite, format: string, options: WriterOptions): string {
  const found = suiteFormats.find(({ name }) => name === format);
  if (found === undefined) {
    const known = suiteFormats.map(({ name }) => name).join(", ");
    throw new HankelError("usage", `${quote(format)} is no format of tests: there are ${known}`);
  }
  return found.write(suite, options);
}

/**
 * The format that the ending of a name says.
 *
 * @example
 * console.log(suiteFormatByEnding("test_door.py")?.name, suiteFormatByEnding("door.csv")?.name); // pytest undefined
 */
export function suiteFormatByEnding(path: string): SuiteFormat | undefined {
  return suiteFormats.find(({ endings }) => endings.some((ending) => path.toLowerCase().endsWith(ending)));
}
