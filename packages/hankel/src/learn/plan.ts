import { type EquivalenceTest, HankelError, type LearnOptions, type Prices } from "../index.ts";
import { readLogs } from "../infer/log-files.ts";
import { checkPrices } from "../internal/core.ts";
import { createLearner, defaultPrices, type LogTest, testByLog } from "../learning.ts";
import { type BlackBox, findsOf } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import type { Options } from "../options/table.ts";
import { readText } from "../support/input.ts";
import { wordsOf } from "../support/sample-file.ts";
import type { Target } from "../target/target.ts";
import { parseEquivalence } from "../testing.ts";

/** How many answered words are asked again at each conjecture, unless the user says it. */
const DEFAULT_RECHECK = 8;

/** The options of the learner, for the library. */
export function learnerOptions({
  learner,
  cost = defaultPrices,
}: Options): LearnOptions<unknown> & { readonly prices: Prices } {
  return { prices: checkPrices(cost), ...(learner && { learner: learner.name, ...learner.own }) };
}

/** Everything except the black box that decides what a run asks. */
export interface RunPlan {
  readonly learner: string;
  readonly learnerOptions: LearnOptions<unknown>;
  readonly tests: readonly EquivalenceTest[];
  /** The contents of the files of test words. */
  readonly words: readonly string[];
  /** The test by a log, if there is one. */
  readonly log: LogTest | undefined;
  readonly seed: number;
  readonly recheck: number;
}

/** What the options mean for this black box. Refuses those that it has no use for. */
export async function planOf(box: BlackBox<unknown>, target: Target, options: Options): Promise<RunPlan> {
  const { seed = 1 } = options;
  refuseUseless(options, { target, learned: box.kind.name });
  const { tests, words, log } = await testsOf(box, options);
  const chosen = { ...learnerOptions(options), ...(box.kind.approximate && { seed }) };
  // Which learner is the default depends on the box.
  const learner = createLearner(box, chosen).name;
  refuseUseless(options, { target, learner });
  return {
    learner,
    learnerOptions: chosen,
    tests,
    words,
    log,
    seed,
    recheck: options.recheck ?? (target.kind === "me" || findsOf(box) === "exact" ? 0 : DEFAULT_RECHECK),
  };
}

/** The tests of conjectures, and the contents of the files that they read. Distributions are not tested by words. */
async function testsOf(
  box: BlackBox<unknown>,
  options: Options,
): Promise<Pick<RunPlan, "tests" | "words" | "log">> {
  const { tests: usual } = box.kind;
  if (usual === undefined) return { tests: [], words: [], log: undefined };
  const { seed = 1 } = options;
  const text = options.equivalence ?? box.tests ?? (findsOf(box) === "none" ? usual : "box");
  const files = new Map<string, string>();
  for (const part of text.split("+")) {
    const file = /^words:(.+)$/su.exec(part)?.[1];
    if (file !== undefined) files.set(file, await readText(file));
  }
  const tests = parseEquivalence(text, {
    seed,
    box: findsOf(box),
    samples: box.draw !== undefined,
    states: box.states !== undefined,
    letters: box.alphabet.size,
    terms: box.kind.terms,
    words: (file) => wordsOf(files.get(file) ?? "", box.alphabet, (line) => `${file}:${line}`),
  });
  const log = options.from === undefined ? undefined : await logOf(box, options.from, options);
  // What the log knows is tried first: it costs a question only where it disagrees.
  return {
    tests: log === undefined ? tests : [log.test, ...tests],
    words: [...files.values(), ...(log === undefined ? [] : [log.content])],
    log: log?.test,
  };
}

/** A log as a test, and its content, on which the questions of the run depend. */
async function logOf(
  { kind, alphabet }: BlackBox<unknown>,
  paths: readonly string[],
  options: Options,
): Promise<{ readonly test: LogTest; readonly content: string }> {
  const { machine } = kind.header;
  const watching = { signal: new AbortController().signal, progress: () => {} };
  const reading = { ...options, ...(machine && { kind: machine }) };
  const { sample } = await readLogs(paths, reading, watching).catch((error: unknown) => {
    throw byNames(error);
  });
  const { place: _place, alphabet: symbols, ...rest } = sample;
  const content = JSON.stringify([symbols.symbols, rest], (_key, value) =>
    ArrayBuffer.isView(value) ? [...(value as Int32Array)] : (value as unknown),
  );
  return { test: testByLog(sample, kind, alphabet, paths.join(",")), content };
}

/** Columns of a log cannot be named here, other than for `hankel infer`. */
function byNames(error: unknown): unknown {
  if (!(error instanceof HankelError) || !error.message.includes("--event")) return error;
  const advice =
    "learn --from finds columns by their names, such as session, input, output, label and time; rename them";
  return new HankelError(error.code, `${error.message} (${advice})`, { cause: error });
}
