/** Workers of a fleet in this process, which misbehave on request, and whole runs with them. */

import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { createLearner, parseEquivalence, type Wdfsa, type Word, writeHankel } from "@hankel/core";
import {
  automatonBox,
  type BlackBox,
  type FleetBoxOptions,
  Journal,
  type LiveOptions,
  type LiveResult,
  learnLive,
  openFleet,
  type WorkerOptions,
} from "@hankel/teachers";
import { serveFleet } from "../../src/fleet/worker.ts";
import { headerFor } from "../simulation/process-run.ts";
import { MemoryStorage } from "./memory-storage.ts";

/** Heartbeats and leases with a real server, in seconds. However busy the machine is, no worker there is silent for so long. */
export const PATIENT = { beat: 0.05, lease: 600 };

export interface BoxFaults {
  /** Milliseconds that each batch takes. */
  readonly delay?: number;
  /** Called before each batch: it may wait, throw or crash the worker. */
  readonly before?: (words: readonly Word[]) => Promise<void> | void;
  /** Changes the answer to a word. */
  readonly lie?: (word: Word, weight: unknown) => unknown;
}

/** An automaton as a black box that finds no counterexamples, with faults. */
export function faultyBox(
  target: Wdfsa<unknown>,
  { delay = 0, before, lie }: BoxFaults = {},
): BlackBox<unknown> {
  const box = automatonBox(target);
  return {
    ...box,

    async weigh(words, options) {
      if (delay > 0) await pause(delay);
      await before?.(words);
      const weights = await box.weigh(words);
      const said = lie === undefined ? weights : weights.map((weight, i) => lie(words[i], weight));
      options?.arrived?.(0, said);
      return said;
    },
  };
}

/** Notes what a fleet reports, but not that it waits for workers: that depends on how fast they start. */
export function noting(notices: string[]): (notice: string) => void {
  return (notice) => {
    if (!notice.startsWith("waiting for workers")) notices.push(notice);
  };
}

/** Workers that are stopped at the end of a test. */
export class Workers {
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>[] = [];
  readonly #setting: Pick<WorkerOptions, "fleet" | "name">;

  constructor(fleet: string, name: string) {
    this.#setting = { fleet, name };
    setMaxListeners(0, this.#stop.signal);
  }

  /** Starts a worker; the promise says how it ended. */
  start(
    box: BlackBox<unknown>,
    { crash, ...options }: Partial<WorkerOptions> & { readonly crash?: AbortSignal } = {},
  ): Promise<unknown> {
    const setting = { ...this.#setting, box, signal: this.#stop.signal, ...options };
    const ended = serveFleet(setting, { crash }).catch((error: unknown) => error);
    this.#running.push(ended);
    return ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}

export interface Run {
  readonly result: LiveResult<unknown>;
  readonly automaton: string;
  readonly journal: string;
}

/** How the runs of these tests learn. */
const EQUIVALENCE = "random:60";

/** Learns from a box, with a journal in memory. What went wrong is thrown. */
export async function learnFrom(
  box: BlackBox<unknown>,
  target: Wdfsa<unknown>,
  live: Partial<LiveOptions<unknown>> = {},
  main = new MemoryStorage(),
  early = new MemoryStorage(),
): Promise<Run> {
  const journal = new Journal("j", headerFor(target, "tree", EQUIVALENCE), { main, early });
  const setting = { seed: 1, words: () => [], box: "none" as const, samples: false };
  const result = await learnLive(box, {
    createLearner: (setting) => createLearner(setting, { learner: "tree" }),
    tests: parseEquivalence(EQUIVALENCE, setting),
    journal,
    recheck: 4,
    ...live,
  });
  journal.close();
  if (result.error !== undefined && result.outcome !== "cancelled") throw result.error;
  return { result, automaton: writeHankel(result.automaton), journal: main.text };
}

/** Learns from a fleet. */
export async function learnFromFleet(
  fleet: Pick<FleetBoxOptions, "fleet" | "name"> & Partial<FleetBoxOptions>,
  target: Wdfsa<unknown>,
  live: Partial<LiveOptions<unknown>> = {},
): Promise<Run> {
  const box = await openFleet({ ...PATIENT, ...fleet });
  try {
    return await learnFrom(box, target, live);
  } finally {
    await box.close();
  }
}
