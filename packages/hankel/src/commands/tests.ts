import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { countOf } from "../internal/core.ts";
import { choice, file, flag, option, READING } from "../options/files.ts";
import { count } from "../options/values.ts";
import { misuse } from "../support/failures.ts";
import { inputName, readAny, readText } from "../support/input.ts";
import { isStream } from "../support/open-stream.ts";
import { print, writeText } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { checkWritable } from "../support/writable.ts";
import {
  keepConnection,
  type Suite,
  type SuiteFormat,
  suiteFormatByEnding,
  suiteFormats,
  testSuite,
  writeSuite,
} from "../testing.ts";
import { CHOOSING, METHODS } from "../tests/choosing.ts";
import { AUTOMATON, define } from "./define.ts";

const formatLines = suiteFormats.map(({ name, about, endings }) => {
  return `  ${name.padEnd(12)}${about} (${endings.join(", ")})`;
});

export const tests = define({
  operands: [AUTOMATON],
  options: {
    ...CHOOSING,
    seed: option("<n>", "for random: another seed, other words", count(0), 1),
    to: choice(
      "<format>",
      "what the tests are written as (default: by the file's ending, or text)",
      suiteFormats.map(({ name }) => name),
    ),
    out: file("-o <file>", "where the tests go (default: standard output)", "replaced"),
    name: option("<name>", "what is tested, for headings (default: the model's file)", String),
    maxTests: option("<n>", "refuse more (default: 1000000)", count(1)),
    quiet: flag("do not say how many tests there are", "-q"),
  },
  reads: READING,
  more: `No test begins another. A machine's outputs are compared along the whole test; a language's words are looked at where the
test says so.

${METHODS}

Formats:
${formatLines.join("\n")}

In files for vitest, pytest and Playwright, two lines mark where you connect your system; what stands there is kept when the
tests are written again with -o. To run tests against a program at once: hankel test.`,
  examples: [
    "hankel tests vending.json                          readable traces",
    "hankel tests vending.json --method hsi --extra 1 -o vending.jsonl",
    "hankel tests vending.json -o test/vending.test.ts  for vitest",
    "hankel tests vending.json -o test_vending.py       for pytest",
    "hankel tests vending.json --to gherkin --method cover",
  ],
  async run([path], options) {
    const { out, to, name = inputName(path), quiet, ...choosing } = options;
    const target = out === "-" ? undefined : out;
    const format = formatOf(target, to);
    if (target !== undefined) checkWritable(target);
    const suite = testSuite(await readAny(path, options), choosing);
    const typed = target === undefined || !/\.m?js$/iu.test(target);
    const text = writeSuite(suite, format.name, { title: name === path ? basename(path) : name, typed });
    if (target === undefined) await print(text);
    else await writeText(target, await connected(target, text));
    if (!quiet) for (const line of sentences(suite)) standardError.line(line);
  },
});

function formatOf(path: string | undefined, to: string | undefined): Pick<SuiteFormat, "name"> {
  if (to !== undefined) return { name: to };
  if (path === undefined) return { name: "text" };
  const format = suiteFormatByEnding(path);
  if (format !== undefined) return format;
  const known = suiteFormats.flatMap(({ endings }) => endings).join(", ");
  throw misuse(
    `${path}: the name does not say what the tests are written as: it ends in ${known}, or --to says it`,
  );
}

/** The text with what the user put into the file before. */
async function connected(path: string, text: string): Promise<string> {
  if (isStream(path) || (await stat(path).catch(() => undefined)) === undefined) return text;
  return keepConnection(await readText(path), text);
}

function sentences({ tests: all, method: chosen, notes, alphabet, speaks }: Suite): string[] {
  const letters = all.reduce((sum, { word }) => sum + word.length, 0);
  const letter = speaks === "mealy" || speaks === "moore" ? "input" : "letter";
  return [
    `${countOf(all.length, "test")} with ${countOf(letters, letter)} in all, over ${countOf(alphabet.size, letter)}, by ${chosen}`,
    ...notes.map((note) => `note: ${note}`),
  ];
}
