/** Which learners a target can be learned with. */

import { type Kind, type MachineKind, semifieldByName } from "hankel";
import { isField } from "hankel/algebra";
import type { StudioLearner } from "./spec.ts";

/** What a target answers with: weights of words, runs of a machine, or distributions. */
export interface Answering {
  readonly answers: Kind<unknown>["name"];
  readonly semifield: string;
  /** Of a machine: does it write its outputs on the way, or in its states? */
  readonly machine?: MachineKind | undefined;
}

/** Why a learner is not for a target, in a sentence; undefined if it is. */
export function whyNot(
  { answers, semifield, machine }: Answering,
  learner: StudioLearner,
): string | undefined {
  if (answers === "rows") return "A language model gives distributions, and has a learner of its own.";
  if (learner === "machine" && answers !== "runs")
    return "The machine learner is for Mealy and Moore machines.";
  if (learner === "tolerant" && (answers === "runs" ? machine !== "moore" : semifield !== "boolean"))
    return "The tolerant learner is for languages and Moore machines that err on some words.";
  if (learner !== "multiplicity") return undefined;
  if (answers === "runs") return "Multiplicity needs weights of a field, and a machine has outputs.";
  const algebra = semifieldByName(semifield);
  if (isField(algebra)) return undefined;
  const what = algebra.name === "boolean" ? "yes and no are none" : `${algebra.name} is none`;
  return `Multiplicity needs weights that can be added, subtracted and divided, a field; ${what}.`;
}
