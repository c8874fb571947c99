/** Opens a target, and runs the tests of a model, or of a file, on it. */

import type { Automaton } from "../index.ts";
import { timePassed } from "../internal/core.ts";
import { defaultMaxMemory, memoryMeter, testHeaderOf } from "../internal/teachers.ts";
import { warmStore } from "../learn/journal.ts";
import { type BlackBox, Journal } from "../node.ts";
import type { Options } from "../options/table.ts";
import { locating } from "../support/failures.ts";
import { type Reading, readAny, readText } from "../support/input.ts";
import { hear } from "../support/supervision.ts";
import type { Watched } from "../support/until-stopped.ts";
import { timeLimit } from "../support/until-stopped.ts";
import { fingerprintOf } from "../target/fingerprint.ts";
import { boxOfWeights, withBox } from "../target/open.ts";
import type { Target } from "../target/target.ts";
import {
  isOfMachine,
  readSuite,
  type Suite,
  type SuiteOptions,
  type SuiteResult,
  testSuite,
  testTarget,
} from "../testing.ts";

/** What a command line says of its tests. */
export interface Chosen extends Pick<SuiteOptions, "method" | "extra"> {
  /** The file of the model, if one is named. */
  readonly model: string | undefined;
  /** The file of a suite, if one is named. */
  readonly suite: string | undefined;
  readonly all: boolean;
  readonly shorten: number | undefined;
}

/** Tests, and the model that they are about, if it is known. */
export interface Made {
  readonly suite: Suite;
  readonly model: Automaton<unknown> | undefined;
  /** What is tested, for headings. */
  readonly title: string;
}

/** Reads the model and the suite; makes the suite if there is none. */
export async function makeTests(chosen: Chosen, reading: Reading, seed: number | undefined): Promise<Made> {
  const { model: path, suite: file, method, extra } = chosen;
  const model = path === undefined ? undefined : await readAny(path, reading);
  const title = path ?? file ?? "";
  if (file !== undefined) {
    const text = await readText(file);
    return { suite: locating(file, () => readSuite(text)), model, title };
  }
  if (model === undefined) throw new TypeError("a model or a suite is named");
  return { suite: testSuite(model, { method, extra, seed }), model, title };
}

/** Runs tests on the target. */
export async function runTests(
  target: Target,
  { suite, model }: Made,
  { all, shorten }: Pick<Chosen, "all" | "shorten">,
  options: Options,
  { signal, output, progress }: Pick<Watched, "signal" | "output" | "progress">,
): Promise<SuiteResult> {
  const started = performance.now();
  const {
    maxSeconds = Number.POSITIVE_INFINITY,
    maxQuestions,
    maxMemory = defaultMaxMemory(),
    repeat,
    onConflict,
    seed,
    recheck,
  } = options;
  const late = `${timePassed(maxSeconds)}, and the target has not started: nothing was tested`;
  const opening = {
    options,
    output,
    signal: timeLimit(signal, { deadline: started + 1000 * maxSeconds, reason: late }),
  };
  return withBox(target, opening, async (opened) => {
    const box = boxOfWeights(opened, options.tolerance);
    tellOthers(box, suite, output.report);
    const reading = { report: output.report, maxMemory };
    const header = testHeaderOf(box, suite, { seed, all, shorten, repeat, onConflict });
    const journal =
      options.journal === undefined
        ? undefined
        : await Journal.open(options.journal, header, { ...reading, signal });
    try {
      return await testTarget(box, suite, {
        ...(model && { model }),
        all,
        shorten,
        concurrency: options.workers,
        seed,
        repeat,
        onConflict,
        // A person need not be asked twice.
        recheck: recheck ?? (target.kind === "me" ? 0 : undefined),
        fingerprint: journal && fingerprintOf(target, options),
        maxQuestions,
        maxSeconds: options.maxSeconds,
        maxMemory,
        memory: memoryMeter(maxMemory),
        store: await warmStore(box, options.warm ?? [], reading),
        journal,
        started,
        signal,
        hear,
        onProgress({ asked, tests }, event) {
          if (event.event === "advice" && options.quiet !== true) output.report(event.text);
          progress(() => `${tests} words of the tests answered, ${asked} asked`);
        },
      });
    } finally {
      journal?.close();
    }
  });
}

/** The most symbols that a notice lists. */
const MOST_NAMED = 10;

/** The target may know more than the model: no test is about that. */
function tellOthers(box: BlackBox<unknown>, suite: Suite, report: (notice: string) => void): void {
  const others = box.alphabet.symbols.filter((symbol) => suite.alphabet.letter(symbol) < 0);
  const isComplete = suite.alphabet.symbols.every((symbol) => box.alphabet.letter(symbol) >= 0);
  if (others.length === 0 || !isComplete) return;
  const [one, many] = isOfMachine(suite) ? ["input", "inputs"] : ["symbol", "symbols"];
  const more = others.length - MOST_NAMED;
  const named = [
    ...others.slice(0, MOST_NAMED).map((symbol) => JSON.stringify(symbol)),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  report(
    `the target also knows the ${others.length === 1 ? one : many} ${named.join(", ")}: no test has ${others.length === 1 ? "it" : "them"}`,
  );
}
