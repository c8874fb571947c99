import { createHash } from "node:crypto";
import type { EquivalenceTest, LearnOptions, Prices, Wdfsa } from "../index.ts";
import { checkPrices } from "../internal/core.ts";
import { namedTests, planRun, type RunPlan, usualTests } from "../internal/teachers.ts";
import { defaultPrices, type LogTest } from "../learning.ts";
import type { BlackBox } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import type { Options } from "../options/table.ts";
import { readText } from "../support/input.ts";
import { wordsOf } from "../support/sample-file.ts";
import type { Target } from "../target/target.ts";
import { beginningOf, type Heard, type Written } from "./beginning.ts";

/** The options of the learner, for the library. */
export function learnerOptions({
  learner,
  cost = defaultPrices,
}: Options): LearnOptions<unknown> & { readonly prices: Prices } {
  return { prices: checkPrices(cost), ...(learner && { learner: learner.name, ...learner.own }) };
}

/** Everything except the black box that decides what a run asks. */
export interface LearnPlan extends RunPlan {
  /** The test by a log, if there is one. */
  readonly log: LogTest | undefined;
  /** What the logs say. */
  readonly heard: Heard | undefined;
  /** Words that a language model is said to have written. */
  readonly written: Written | undefined;
  /** Models that the target may be like. */
  readonly models: readonly Wdfsa<unknown>[];
}

/** What the options mean for this black box. Refuses those that it has no use for. */
export async function planOf(box: BlackBox<unknown>, target: Target, options: Options): Promise<LearnPlan> {
  const { seed = 1, repeat, onConflict } = options;
  refuseUseless(options, { target, learned: box.kind.name });
  const first = await beginningOf(box, options);
  const usual = await testsOf(box, options);
  // What logs and models know is tried first: it costs a question only where it disagrees with a conjecture. A target that finds every
  // counterexample by itself finds shorter ones.
  const asksBox = usual.tests.some((test) => test.asksBox === true);
  const plan = planRun(box, {
    learnerOptions: { ...learnerOptions(options), ...(first.written && { log: first.written.words }) },
    tests: [
      ...(asksBox || first.log === undefined ? [] : [first.log]),
      ...(asksBox ? [] : first.tests),
      ...usual.tests,
    ],
    words: digest([...first.contents, ...usual.words]),
    seed,
    // A person need not be asked twice.
    recheck: options.recheck ?? (target.kind === "me" ? 0 : undefined),
    repeat,
    onConflict,
    certificate: options.certificate !== undefined,
  });
  refuseUseless(options, { target, learner: plan.learner });
  return { ...plan, log: first.log, heard: first.heard, written: first.written, models: first.models };
}

/** The tests of conjectures, and the contents of the files that they read. Distributions are not tested by words. */
async function testsOf(
  box: BlackBox<unknown>,
  options: Options,
): Promise<{ readonly tests: readonly EquivalenceTest[]; readonly words: readonly string[] }> {
  const usual = usualTests(box);
  if (box.kind.tests === undefined || usual === undefined) return { tests: [], words: [] };
  const { seed = 1, cost: prices } = options;
  const text = options.equivalence ?? usual;
  const files = new Map<string, string>();
  for (const part of text.split("+")) {
    const file = /^words:(.+)$/su.exec(part)?.[1];
    if (file !== undefined) files.set(file, await readText(file));
  }
  const words = (file: string) => wordsOf(files.get(file) ?? "", box.alphabet, (line) => `${file}:${line}`);
  const tests = namedTests(box, text, { seed, prices, words });
  return { tests, words: [...files.values()] };
}

/** Stands for the contents of files; undefined if there are none. */
function digest(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex").slice(0, 16);
}
