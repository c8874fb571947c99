/** A whole run over a simulated program, with a journal in memory. */

import {
  createLearner,
  type JournalHeader,
  type LearnerName,
  parseEquivalence,
  type Wdfsa,
  writeHankel,
} from "@hankel/core";
import {
  automatonBox,
  Journal,
  type LiveOptions,
  type LiveResult,
  learnLive,
  openConnections,
} from "@hankel/teachers";
import { kindlessHeader } from "../support/bare-header.ts";
import { MemoryStorage } from "../support/memory-storage.ts";
import { SimulatedClock } from "./simulated-clock.ts";
import { type ProgramOptions, SimulatedProgram } from "./simulated-program.ts";

export interface RunOptions extends Partial<Omit<ProgramOptions, "box" | "clock">> {
  readonly workers?: number;
  readonly learner?: LearnerName;
  readonly equivalence?: string;
  readonly main?: MemoryStorage;
  readonly early?: MemoryStorage;
  readonly live?: Partial<LiveOptions<unknown>>;
}

export interface RunReport {
  readonly result: LiveResult<unknown>;
  readonly text: string;
  readonly journal: string;
  readonly program: SimulatedProgram;
  readonly notices: readonly string[];
}

export function headerFor(target: Wdfsa<unknown>, learner: string, equivalence: string): JournalHeader {
  const { algebra, alphabet } = target;
  return {
    ...kindlessHeader,
    learner,
    semifield: algebra.name,
    alphabet: alphabet.symbols,
    options: { equivalence },
  };
}

/** Runs to the end; throws what the run throws. */
export async function simulate(target: Wdfsa<unknown>, options: RunOptions = {}): Promise<RunReport> {
  const { workers = 1, learner = "table", equivalence = "random:50+wp:1" } = options;
  const { main = new MemoryStorage(), early = new MemoryStorage(), seed = 1, rate = 0 } = options;
  const clock = new SimulatedClock();
  const answering = { ...automatonBox(target), finds: "none" as const };
  const program = new SimulatedProgram({ ...options, box: answering, clock, seed, rate });
  const notices: string[] = [];
  const report = (notice: string) => notices.push(notice);
  const run = async () => {
    const settings = { name: "box", workers, timeout: 1, startTimeout: 1, report, clock };
    const box = await openConnections(() => program.connect(), settings);
    try {
      const journal = new Journal("j", headerFor(target, learner, equivalence), { main, early });
      const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
      const result = await learnLive(box, {
        createLearner: (setting) => createLearner(setting, { learner }),
        tests: parseEquivalence(equivalence, setting),
        journal,
        ...options.live,
      });
      journal.close();
      return { result, text: writeHankel(result.automaton), journal: main.text, program, notices };
    } finally {
      await box.close();
    }
  };
  return clock.until(run());
}
