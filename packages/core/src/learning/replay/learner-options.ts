import { HankelError, quote } from "../../errors.ts";
import type { JournalHeader } from "../../formats/journal-lines.ts";
import { type LearnOptions, learners } from "../learn.ts";

type HeaderOptions = JournalHeader["options"];
type LearnerOptionName = "counterexamples" | "probes" | "savings";

/** The options of learners decide what is asked, so a header holds them, as texts and numbers. */
const LEARNER_OPTIONS: readonly LearnerOptionName[] = ["counterexamples", "probes", "savings"];

/** Separates the items of a list. */
const LIST = "+";

/** Options about tests and answers. A replay does not need them: it takes both from the journal. */
const RUN_OPTIONS = ["equivalence", "recheck", "words", "repeat", "onConflict", "certificate"];

/** Options of learners that journals of former versions may hold. */
const FORMER_OPTIONS = ["maxSuffix"];

/** The options of the learner for the header of a journal. */
export function headerOptionsOf(options: LearnOptions<unknown>): HeaderOptions {
  const { counterexamples, probes, savings } = options;
  return {
    ...(counterexamples !== undefined && { counterexamples }),
    ...(probes !== undefined && { probes }),
    ...(savings !== undefined && { savings: savings.join(LIST) }),
  };
}

/** The learner that a header names, with its options. Refuses what this version does not know. */
export function learnOptionsOf({ learner, options }: JournalHeader): LearnOptions<unknown> {
  if (learner === "") {
    throw new HankelError(
      "usage",
      "the journal holds the answers of several runs, so there is no run to replay",
    );
  }
  if (!Object.hasOwn(learners, learner)) {
    throw new HankelError("usage", `the journal is of a learner that is not known here: ${quote(learner)}`);
  }
  const known: readonly string[] = [...LEARNER_OPTIONS, ...RUN_OPTIONS, ...FORMER_OPTIONS];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new HankelError("usage", `the journal has an option that is not known here: ${quote(unknown)}`);
  }
  const own = LEARNER_OPTIONS.filter((name) => options[name] !== undefined).map((name) => {
    const value = options[name];
    return [
      name,
      name === "savings"
        ? String(value)
            .split(LIST)
            .filter((item) => item !== "")
        : value,
    ];
  });
  return { ...Object.fromEntries(own), learner } as LearnOptions<unknown>;
}
