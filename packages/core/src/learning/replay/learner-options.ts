import { HankelError, quote } from "../../errors.ts";
import type { JournalHeader } from "../../formats/journal-lines.ts";
import { type LearnOptions, learners } from "../learn.ts";

type HeaderOptions = JournalHeader["options"];

/** The options of learners, as a header holds them: another value would ask other questions. */
const LEARNER_OPTIONS = [
  "counterexamples",
  "probes",
] as const satisfies readonly (keyof LearnOptions<unknown>)[];

/** What else a header may hold: it is about tests and answers, which a replay takes from the journal. */
const RUN_OPTIONS = ["equivalence", "recheck", "words", "repeat", "onConflict", "certificate"];

/** Options of learners that were, which headers of former versions may hold. */
const FORMER_OPTIONS = ["maxSuffix"];

/** What a header says about the learner. */
export function headerOptionsOf(options: LearnOptions<unknown>): HeaderOptions {
  const given = LEARNER_OPTIONS.flatMap((name) =>
    options[name] === undefined ? [] : [[name, options[name]]],
  );
  return Object.fromEntries(given) as HeaderOptions;
}

/** The learner that a header asks for, and its options; one that is not known here is refused. */
export function learnOptionsOf({ learner, options }: JournalHeader): LearnOptions<unknown> {
  if (learner === "") {
    throw new HankelError("usage", "the journal holds the answers of several runs: it is no run to replay");
  }
  if (!Object.hasOwn(learners, learner)) {
    throw new HankelError("usage", `there is no learner ${quote(learner)} to replay the journal with`);
  }
  const known: readonly string[] = [...LEARNER_OPTIONS, ...RUN_OPTIONS, ...FORMER_OPTIONS];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new HankelError("usage", `the journal has an option that is not known here: ${quote(unknown)}`);
  }
  const own = LEARNER_OPTIONS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  return { ...Object.fromEntries(own), learner } as LearnOptions<unknown>;
}
