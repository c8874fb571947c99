import { HankelError } from "@hankel/core";
import { type BlackBox, isNextBox, nameOf, weightsBox } from "@hankel/teachers";
import type { LearnCommandOptions } from "./options.ts";

/** Does the command line name a learner of weights? */
function wantsWeights({ learner }: Pick<LearnCommandOptions, "learner">): boolean {
  return learner !== undefined && learner !== "soft";
}

/** The black box as the learner needs it: for a learner of weights, a language model gives the probabilities of words. */
export function adaptBox(
  box: BlackBox<unknown>,
  options: Pick<LearnCommandOptions, "learner" | "tolerance">,
): BlackBox<unknown> {
  return wantsWeights(options) ? boxOfWeights(box, options.tolerance) : box;
}

/** A language model as a black box that gives the probabilities of words; any other box as it is. */
export function boxOfWeights(box: BlackBox<unknown>, tolerance?: number): BlackBox<unknown> {
  return isNextBox(box) ? weightsBox(box, tolerance) : box;
}

/** Options that make no sense for the learner of distributions, with what to do instead. */
const WEIGHTS_ONLY = [
  ["equivalence", "--equivalence", "tests compare the weights of words"],
  ["certificate", "--certificate", "a certificate proves something about the weights of words"],
] as const;

/** Refuses what a language model has no use for, and for other targets what only a language model has. */
export function refuseForNext(box: BlackBox<unknown>, options: LearnCommandOptions): void {
  if (!isNextBox(box)) {
    refuseForWeights(box, options);
    return;
  }
  const found = WEIGHTS_ONLY.find(([name]) => options[name] !== undefined);
  if (found === undefined) return;
  const [, flag, why] = found;
  throw new HankelError(
    "usage",
    `the target answers with distributions, and ${why}: leave ${flag} out, or learn the weights with --learner tree`,
  );
}

/** Only the learner of distributions has a curve, and only a language model can be compared step by step. */
function refuseForWeights(box: BlackBox<unknown>, { curve, evaluate, classes }: LearnCommandOptions): void {
  const flag = curve !== undefined ? "--curve" : evaluate !== undefined ? "--evaluate" : undefined;
  if (flag === undefined) return;
  const instead =
    classes === undefined
      ? "An automaton file is one with --learner soft, and a box that says what comes next with no --learner"
      : "Leave --classes out";
  throw new HankelError(
    "usage",
    `${flag} is for language models learned as distributions, and ${nameOf(box)} is not learned as one. ${instead}`,
  );
}
