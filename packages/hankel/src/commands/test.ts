import { basename } from "node:path";
import { quote } from "../internal/core.ts";
import { refuseUseless } from "../options/apply.ts";
import { addOptions, file, flag, option, READING, type Values } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { count } from "../options/values.ts";
import { paintFor } from "../show/paint.ts";
import { resultJson, resultLines } from "../show/tests.ts";
import { EXIT, misuse } from "../support/failures.ts";
import type { Reading } from "../support/input.ts";
import { print, writeText } from "../support/output.ts";
import { tell } from "../support/supervision.ts";
import { standardError, standardOutput } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import { readingOf } from "../target/open.ts";
import { parseTarget, type Target } from "../target/target.ts";
import { type ReportOptions, type SuiteResult, TestsStopped, writeJunit, writeTap } from "../testing.ts";
import { CHOOSING } from "../tests/choosing.ts";
import { type Made, makeTests, runTests } from "../tests/run.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: [
    "[options] MODEL TARGET",
    "[options] MODEL -- PROGRAM [arguments...]",
    "[options] --suite FILE [MODEL] TARGET",
  ],
  about:
    "Tests a target against a model, a machine or an automaton: runs the tests that hankel tests makes, until one fails. " +
    "A failure is asked once more, made as short as possible, and shown with what was expected beside what was seen.",
  more: `Exits with 0 when all tests pass, 1 when one fails, 3 when the target fails or answers a word in two ways, 4 when a limit
was reached before all were run. The methods stand in hankel tests --help.`,
  topics: ["targets", "tests", "budgets", "networks"],
  examples: [
    "hankel test vending.json -- python3 box.py",
    "hankel test vending.json https://host/box --method hsi --extra 1 --junit report.xml",
    "hankel test --suite vending.jsonl vending.json box.ts --all --tap -",
  ],
};

/** What the model does not say of itself; its format stands in its ending, and the semifield is an option of all targets. */
const { machine, symbols } = READING;

const OWN = {
  ...CHOOSING,
  suite: file("<file>", "run these tests, which hankel tests --to jsonl has written", "read"),
  all: flag("run all tests, also after a failure"),
  shorten: option("<n>", "ask at most n words to make a failure shorter (default: 200)", count(0)),
  junit: file("<file>", "what came of each test, as the XML of JUnit", "replaced"),
  tap: file("<file>", "the same in the Test Anything Protocol (- for standard output)", "replaced"),
  machine,
  symbols,
};

type TestOptions = Omit<Options, keyof typeof OWN> & Values<typeof OWN>;

export const test: Define = (command, exit, program) => {
  declare(command, "test", PAGE);
  addOptions(command, OWN);
  command
    .argument("[target]")
    .argument("[target]")
    .allowExcessArguments()
    .action(async (_model: unknown, _target: unknown, given: TestOptions) => {
      const { model, target } = operandsOf(command.args, program, given);
      const {
        method,
        extra,
        suite,
        all = false,
        shorten,
        junit,
        tap,
        machine: kind,
        symbols: table,
        ...options
      } = given;
      refuseUseless(options, { target });
      if (suite !== undefined) refuseChoice({ method, extra });
      const chosen = { model, suite, method, extra, all, shorten };
      const reading: Reading = {
        ...readingOf(options),
        ...(kind && { machine: kind }),
        ...(table && { symbols: table }),
      };
      const made = await makeTests(chosen, reading, options.seed);
      await testAndTell(target, made, { chosen, options, junit, tap, exit });
    });
};

/** The model, if one is named, and the target. */
function operandsOf(
  operands: readonly string[],
  program: readonly string[],
  { suite, with: settings }: Pick<TestOptions, "suite" | "with">,
): { readonly model: string | undefined; readonly target: Target } {
  const hasSuite = suite !== undefined;
  const targets = program.length > 0 ? 0 : 1;
  const most = targets + 1;
  const least = hasSuite ? targets : most;
  if (operands.length >= least && operands.length <= most) {
    const hasModel = operands.length === most;
    const argument = targets === 0 ? undefined : operands.at(-1);
    return {
      model: hasModel ? operands[0] : undefined,
      target: parseTarget(argument, program, { with: settings }),
    };
  }
  const got = operands.length === 0 ? "nothing" : operands.map(quote).join(" ");
  const expected = targets === 0 ? "a model in front of the program" : "a model, and then one target";
  const or = hasSuite ? `${targets === 0 ? "nothing" : "one target"}, or ` : "";
  throw misuse(`expected ${or}${expected}, got ${got}`);
}

/** A suite that was made before is run as it is. */
function refuseChoice(choice: Pick<TestOptions, "method" | "extra">): void {
  const given = Object.entries(choice).find(([, value]) => value !== undefined);
  if (given !== undefined)
    throw misuse(`--${given[0]} says how tests are made, and those of --suite are made: leave it out`);
}

interface Telling {
  readonly chosen: Parameters<typeof makeTests>[0];
  readonly options: Options;
  readonly junit: string | undefined;
  readonly tap: string | undefined;
  readonly exit: (code: number) => void;
}

async function testAndTell(target: Target, made: Made, telling: Telling): Promise<void> {
  const { chosen, options, exit } = telling;
  const { maxSeconds, quiet } = options;
  tell({ run: { left: maxSeconds === undefined ? undefined : maxSeconds * 1000, json: false } });
  await watchedUntilStopped({ quiet, lost: "nothing was tested", exit }, async (watched) => {
    const started = performance.now();
    let stopped: TestsStopped | undefined;
    const result = await runTests(target, made, chosen, options, watched).catch((error: unknown) => {
      if (!(error instanceof TestsStopped)) throw error;
      stopped = error;
      return error.result;
    });
    tell({ run: undefined });
    watched.end();
    const seconds = (performance.now() - started) / 1000;
    await writeReports(
      result,
      { title: basename(made.title), seconds, error: stopped?.message ?? whyStopped(result) },
      telling,
    );
    if (stopped === undefined) await tellResult(result, made, telling);
    else {
      standardError.line(
        `hankel: ${result.run} of ${result.suite.tests.length} tests were run, ${result.failures.length} failed`,
      );
      throw stopped;
    }
    if (result.outcome === "failed") exit(EXIT.negative);
    if (result.outcome === "budget") exit(EXIT.budget);
    if (result.outcome === "cancelled") exit(watched.interrupted());
  });
}

/** Why tests were left out, other than after a failure. */
function whyStopped({ outcome, reason }: SuiteResult): string | undefined {
  return outcome === "budget" || outcome === "cancelled" ? reason : undefined;
}

async function writeReports(
  result: SuiteResult,
  about: ReportOptions,
  { junit, tap }: Telling,
): Promise<void> {
  if (junit !== undefined) await writeText(junit, writeJunit(result, about));
  if (tap === undefined) return;
  const text = writeTap(result, about);
  if (tap === "-") await print(text);
  else await writeText(tap, text);
}

/** The result on standard output, unless something else goes there; a quiet command says only what failed. */
async function tellResult(result: SuiteResult, { model }: Made, { options, tap }: Telling): Promise<void> {
  if (options.json === true) return print(`${resultJson(result, {})}\n`);
  if (options.quiet === true && result.outcome === "passed") return;
  const output = tap === "-" ? standardError : standardOutput;
  const lines = resultLines(result, model !== undefined, paintFor(output));
  if (output === standardOutput) await print(`${lines.join("\n")}\n`);
  else for (const line of lines) standardError.line(line);
}
