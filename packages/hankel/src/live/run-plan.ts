import { createLearner, type EquivalenceTest, type LearnOptions, parseEquivalence } from "@hankel/core";
import { type BlackBox, findsOf, isNextBox } from "@hankel/teachers";
import { located } from "../support/failures.ts";
import { readText } from "../support/input.ts";
import { refuseForNext } from "./adapt-box.ts";
import {
  DEFAULT_RECHECK,
  type LearnCommandOptions,
  learnerOptions,
  refuseForeignOptions,
  softOptions,
} from "./options.ts";

/** Everything except the black box that decides what a run asks. */
export interface RunPlan {
  readonly learner: string;
  readonly learnerOptions: LearnOptions<unknown>;
  readonly tests: readonly EquivalenceTest[];
  /** The contents of the files of test words. */
  readonly words: readonly string[];
  readonly seed: number;
  readonly recheck: number;
}

/** What the options mean for this black box. Refuses those that it has no use for. */
export async function planOf(box: BlackBox<unknown>, options: LearnCommandOptions): Promise<RunPlan> {
  refuseForNext(box, options);
  const { seed = 1, askMe } = options;
  const { tests, words } = await testsOf(box, options);
  const chosen = { ...learnerOptions(options), ...(isNextBox(box) && softOptions(options)) };
  // Which learner is the default depends on the box.
  const learner = createLearner(box, chosen).name;
  refuseForeignOptions(learner, options);
  return {
    learner,
    learnerOptions: chosen,
    tests,
    words,
    seed,
    recheck: options.recheck ?? (askMe || findsOf(box) === "exact" ? 0 : DEFAULT_RECHECK),
  };
}

/** The tests of conjectures, and the contents of the files that they read. Distributions are not tested by words. */
async function testsOf(
  box: BlackBox<unknown>,
  options: LearnCommandOptions,
): Promise<Pick<RunPlan, "tests" | "words">> {
  if (box.kind.tests === undefined) return { tests: [], words: [] };
  const { seed = 1 } = options;
  const text = options.equivalence ?? box.tests ?? (findsOf(box) === "none" ? box.kind.tests : "box");
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
    words: (file) => wordsOf(box, file, files.get(file) ?? ""),
  });
  return { tests, words: [...files.values()] };
}

function wordsOf(box: BlackBox<unknown>, file: string, text: string) {
  const lines = text.split(/\r?\n/u);
  // Text after the last newline is a line only if it is not empty.
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line, i) => {
    try {
      return box.alphabet.parse(line);
    } catch (error) {
      throw located(error, `${file}:${i + 1}`);
    }
  });
}
