import { setImmediate } from "node:timers/promises";
import {
  type Answer,
  type DriveOptions,
  drive,
  type Learned,
  type Learner,
  type Question,
  type Teacher,
} from "@hankel/core";

/** Who looks on during a run. */
export interface Watcher<W> {
  question?(question: Question<W>): void | Promise<void>;
  answer?(question: Question<W>, answer: Answer<W>): void | Promise<void>;
}

/** How long a run may keep the process to itself, in milliseconds: signals and the terminal wait meanwhile. */
const SLICE = 50;

/** Runs a learner against a teacher in memory, at full speed, but lets the process breathe. */
export async function watchedRun<W>(
  learner: Learner<W>,
  teacher: Teacher<W>,
  options: DriveOptions<W>,
  watchers: readonly Watcher<W>[],
): Promise<Learned<W>> {
  const run = drive(learner, options);
  let breath = performance.now();
  let step = run.next();
  while (step.done !== true) {
    const question = step.value;
    for (const watcher of watchers) await watcher.question?.(question);
    const answer: Answer<W> =
      question.kind === "weigh"
        ? { kind: "weights", weights: teacher.weigh(question.words) }
        : { kind: "verdict", counterexample: teacher.findCounterexample(question.hypothesis) };
    for (const watcher of watchers) await watcher.answer?.(question, answer);
    if (performance.now() - breath > SLICE) {
      await setImmediate();
      breath = performance.now();
    }
    step = run.next(answer);
  }
  return step.value;
}

/** The signal that asked this process to end, if one did; a second one ends it at once. */
export function stopSignals(): {
  readonly received: () => "SIGINT" | "SIGTERM" | undefined;
  readonly ignore: () => void;
} {
  let received: "SIGINT" | "SIGTERM" | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    received = signal === "SIGTERM" ? "SIGTERM" : "SIGINT";
    ignore();
  };
  const ignore = () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return { received: () => received, ignore };
}
