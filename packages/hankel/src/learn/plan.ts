import type { EquivalenceTest, LearnOptions, Prices } from "../index.ts";
import { checkPrices } from "../internal/core.ts";
import { createLearner, defaultPrices, type LogTest } from "../learning.ts";
import { type BlackBox, findsOf } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import type { Options } from "../options/table.ts";
import { readText } from "../support/input.ts";
import { wordsOf } from "../support/sample-file.ts";
import type { Target } from "../target/target.ts";
import { parseEquivalence } from "../testing.ts";
import { beginningOf, type Heard } from "./beginning.ts";

/** How many answered words are asked again at each conjecture, unless the user says it. */
const DEFAULT_RECHECK = 8;

/** A target that reads no longer words than this is followed in every answer: there is too little to judge errors by. */
const SHORT = 20;

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
  /** What the logs say. */
  readonly heard: Heard | undefined;
  readonly seed: number;
  readonly recheck: number;
}

/** What the options mean for this black box. Refuses those that it has no use for. */
export async function planOf(box: BlackBox<unknown>, target: Target, options: Options): Promise<RunPlan> {
  const { seed = 1 } = options;
  refuseUseless(options, { target, learned: box.kind.name });
  const first = await beginningOf(box, options);
  const usual = await testsOf(box, options, first.log?.known);
  // What logs and models know is tried first: it costs a question only where it disagrees with a conjecture. A target that finds every
  // counterexample by itself finds shorter ones.
  const asksBox = usual.tests.some((test) => test.asksBox === true);
  const chosen = { ...suiting(box, options), ...learnerOptions(options), seed };
  // Which learner is the default depends on the box.
  const learner = createLearner(box, chosen).name;
  refuseUseless(options, { target, learner });
  return {
    learner,
    learnerOptions: chosen,
    tests: [...(asksBox || first.log === undefined ? [] : [first.log]), ...first.tests, ...usual.tests],
    words: [...first.contents, ...usual.words],
    log: first.log,
    heard: first.heard,
    seed,
    recheck: options.recheck ?? (target.kind === "me" || findsOf(box) === "exact" ? 0 : DEFAULT_RECHECK),
  };
}

/** The learner that suits the black box, and what it needs to know. For a certificate every answer counts, so the usual one makes it. */
function suiting(
  { learner, longest }: BlackBox<unknown>,
  { certificate }: Options,
): Pick<LearnOptions<unknown>, "learner" | "longest"> {
  return {
    ...(certificate === undefined && (longest ?? SHORT) >= SHORT && learner !== undefined && { learner }),
    ...(longest !== undefined && { longest }),
  };
}

/** A log of so many traces of a machine is as good as the random walks of the usual tests. */
const WALKS = /^walk:(\d+)\+/u;

/** The tests of conjectures, and the contents of the files that they read. Distributions are not tested by words. */
async function testsOf(
  box: BlackBox<unknown>,
  options: Options,
  logged = 0,
): Promise<Pick<RunPlan, "tests" | "words">> {
  if (box.kind.tests === undefined) return { tests: [], words: [] };
  const usual = box.kind.tests.replace(WALKS, (walks, count) => (logged >= Number(count) ? "" : walks));
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
  return { tests, words: [...files.values()] };
}
