import { setImmediate } from "node:timers/promises";
import {
  adviser,
  createLearner,
  exactTeacher,
  type Learned,
  type MachineKind,
  runLearnerAsync,
  statement,
  watchMargins,
} from "@hankel/core";
import { defaultMaxMemory, memoryMeter } from "@hankel/teachers";
import { Progress } from "../show/progress.ts";
import { withProcess } from "../show/statistics.ts";
import { standardError } from "../support/terminal.ts";
import { narrate } from "./narrate.ts";
import { readTarget } from "./open-box.ts";
import { type LearnCommandOptions, learnerOptions, refuseForeignOptions } from "./options.ts";
import type { ResultFiles } from "./result-files.ts";
import type { Finished } from "./summary.ts";

/** Learns an automaton of a file at full speed: the teacher answers at once, and no answer is asked for twice. */
export async function runFile(
  path: string,
  options: LearnCommandOptions,
  signal: AbortSignal,
  files: Pick<ResultFiles, "planned">,
): Promise<Finished> {
  const begun = performance.now();
  const target = await readTarget(path, options);
  files.planned(target);
  const { algebra, margins } = watchMargins(target.algebra);
  const teacher = exactTeacher(target);
  const { machine } = teacher;
  const chosen = learnerOptions(options);
  const { prices } = chosen;
  const learner = createLearner({ algebra, alphabet: target.alphabet, machine }, chosen);
  refuseForeignOptions(learner.name, options);
  const started = performance.now();
  const silent = options.quiet === true || options.show === true;
  const progress = new Progress(standardError, silent);
  const advise = adviser(learner, margins, (advice) => {
    if (!options.quiet) progress.line(`hankel: ${advice}`);
  });
  const narrator = options.show ? narrate(learner) : {};
  const { maxStates, maxQuestions, maxSeconds, maxMemory = defaultMaxMemory() } = options;
  let decided = margins();
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
    });
    return {
      result: {
        ...learned,
        statement: statementOf(learned, machine),
        margins: decided,
        conflicts: [],
        spread: 0,
      },
      machine,
      answers: target.algebra,
      prices,
      statistics: withProcess(learned.statistics, started),
    };
  } finally {
    progress.end();
  }
}

function statementOf(
  { automaton, outcome, reason }: Learned<unknown>,
  machine: MachineKind | undefined,
): string {
  if (outcome !== "accepted") return `Nothing is established: ${reason}.`;
  const claims = [{ kind: "box", exact: true }] as const;
  return statement(automaton.algebra, { states: automaton.size, claims, words: 0, machine });
}
