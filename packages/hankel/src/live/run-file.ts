import { setImmediate } from "node:timers/promises";
import {
  adviser,
  createLearner,
  type DriveOptions,
  exactTeacher,
  type Kind,
  type Learned,
  type Learner,
  type Margins,
  runLearnerAsync,
  statement,
} from "@hankel/core";
import { defaultMaxMemory, memoryMeter } from "@hankel/teachers";
import { Progress } from "../show/progress.ts";
import { withProcess } from "../show/statistics.ts";
import type { Ends } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { whileReading } from "../support/while-reading.ts";
import { narrate } from "./narrate.ts";
import { readTarget } from "./open-box.ts";
import { type LearnCommandOptions, learnerOptions, refuseForeignOptions } from "./options.ts";
import type { ResultFiles } from "./result-files.ts";
import type { Finished } from "./summary.ts";

/** Learns an automaton of a file at full speed: the teacher answers at once, and no answer is asked for twice. */
export async function runFile(
  path: string,
  options: LearnCommandOptions,
  { signal, shouldEnd }: Ends,
  files: Pick<ResultFiles, "planned">,
): Promise<Finished> {
  const begun = performance.now();
  const target = await whileReading(path, readTarget(path, options), shouldEnd);
  files.planned(target);
  const teacher = exactTeacher(target);
  const { kind, margins } = teacher.kind.watched();
  const chosen = learnerOptions(options);
  const { prices } = chosen;
  const learner = createLearner({ kind, alphabet: target.alphabet }, chosen);
  refuseForeignOptions(learner.name, options);
  const started = performance.now();
  const watch = watchRun(learner, margins, options);
  const { maxStates, maxQuestions, maxSeconds, maxMemory = defaultMaxMemory() } = options;
  try {
    const learned = await runLearnerAsync(learner, teacher, {
      maxStates,
      maxQuestions,
      maxSeconds,
      maxMemory,
      memory: memoryMeter(maxMemory),
      prices,
      clock: () => performance.now(),
      started: begun,
      cancelled: () => signal.aborted,
      pause: () => setImmediate(),
      announce: watch.announce,
      observe: watch.observe,
    });
    const statement = statementOf(learned, teacher.kind);
    return {
      result: { ...learned, statement, margins: watch.decided(), conflicts: [], spread: 0 },
      kind: teacher.kind,
      prices,
      statistics: withProcess(learned.statistics, started),
    };
  } finally {
    watch.end();
  }
}

/** Shows a run on standard error, and remembers by which margins its states were told apart. */
function watchRun<W>(
  learner: Learner<W>,
  margins: () => Margins | undefined,
  { quiet, show }: LearnCommandOptions,
): Pick<DriveOptions<W>, "announce" | "observe"> & { decided(): Margins | undefined; end(): void } {
  const silent = quiet === true || show === true;
  const progress = new Progress(standardError, silent);
  const narrator = show ? narrate(learner) : {};
  const advise = adviser(learner, margins, (advice) => {
    if (!quiet) progress.line(`hankel: ${advice}`);
  });
  let decided = margins();
  return {
    announce(question, costs) {
      // Minimizing compares weights too, but those comparisons decide about no state.
      if (question.kind === "conjecture") decided = margins();
      advise();
      narrator.announce?.(question, costs);
    },
    observe(question, answer, costs) {
      narrator.observe?.(question, answer, costs);
      if (!silent) progress.update(() => learner.states, costs);
    },
    decided: () => decided,
    end: () => progress.end(),
  };
}

function statementOf({ automaton, outcome, reason }: Learned<unknown>, kind: Kind<unknown>): string {
  if (outcome !== "accepted") return `Nothing is established: ${reason}.`;
  const claims = [{ kind: "box", exact: true }] as const;
  return statement(kind, { states: automaton.size, claims, words: 0 });
}
