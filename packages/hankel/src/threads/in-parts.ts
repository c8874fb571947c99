/**
 * What is computed in parts, none of which needs another, is computed on several threads: this one, which would otherwise only wait, and
 * others that are started for it. Whoever is free takes the next part. The results come in the order of the parts, and wait in memory for
 * those before them, so nobody sees how many threads there were.
 */

import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Common, type Compute, type Here, opened, type Settled, settle, type Why } from "./common.ts";
import type { Given, JobName, Result } from "./jobs.ts";

/** So many threads at most, unless more are asked for: each takes memory of its own. */
const MOST = 4;
/** While this thread waits for others, it looks so often whether they should stop, in milliseconds. */
const LOOKED = 50;

/** How many threads there may be: as many as `--threads` says, or as many as the machine has processors. */
export function threadsOf(threads: number | undefined): number {
  return threads ?? Math.min(MOST, availableParallelism());
}

/** What is computed in parts. */
export interface Division<N extends JobName> {
  readonly job: N;
  /** What the job is given in other threads; it is copied for each, but for shared memory. */
  readonly given: () => Given<N>;
  /** The same job in this thread, which has what the others are given already. */
  readonly here: (here: Here) => Compute<Result<N>>;
  readonly parts: number;
  /** How many threads compute, this one included. */
  readonly threads: number;
  /** Should all of it stop? Parts under way end with what they have, and no other is begun. */
  readonly stopped?: () => Why | undefined;
  readonly progress?: Here["progress"];
}

/** The results of all parts in their order; undefined for those that were not begun because all of it should stop. */
export async function* inParts<N extends JobName>(
  division: Division<N>,
): AsyncGenerator<Result<N> | undefined, void> {
  const { parts, threads, stopped: shouldStop = () => undefined, progress = () => {} } = division;
  const common = Common.of(parts);
  const stopped = () => {
    const why = shouldStop();
    if (why !== undefined) common.stop(why);
    return common.stopped;
  };
  const settled: (Settled<Result<N>> | undefined)[] = [];
  const crew = new Crew(division, common, Math.min(threads, parts) - 1, (one) => {
    settled[one.part] = one;
  });
  try {
    const compute = division.here({ common, stopped, progress });
    for (let next = 0; next < parts; ) {
      stopped();
      const own = common.take();
      if (own !== undefined) settled[own] = settle(compute, own);
      else if (settled[next] === undefined && crew.working) await crew.news(stopped);
      // The thread that took this part has died, for want of memory perhaps.
      else if (settled[next] === undefined && common.stopped === undefined)
        settled[next] = settle(compute, next);
      // Lets the results of the others come in.
      await setImmediate();
      const end = common.stopped !== undefined && !crew.working ? parts : next;
      while (next < end || settled[next] !== undefined) {
        const one = settled[next];
        settled[next++] = undefined;
        yield one && opened(one);
      }
    }
  } finally {
    common.stop("cancelled");
    await crew.end();
  }
}

/** The other threads. */
class Crew<N extends JobName> {
  readonly #workers: readonly Worker[];
  #working: number;
  #wake = () => {};

  constructor(
    { job, given }: Division<N>,
    { memory }: Common,
    size: number,
    arrived: (settled: Settled<Result<N>>) => void,
  ) {
    this.#working = Math.max(0, size);
    const workerData = this.working ? { job, given: given(), memory } : undefined;
    this.#workers = Array.from({ length: this.#working }, () => {
      const worker = new Worker(createRequire(import.meta.url).resolve("#part-worker"), { workerData });
      worker.on("message", (settled: Settled<Result<N>>) => {
        arrived(settled);
        this.#wake();
      });
      // Its parts are computed by this thread.
      worker.on("error", () => {});
      worker.on("exit", () => {
        this.#working--;
        this.#wake();
      });
      return worker;
    });
  }

  /** Is there any left? */
  get working(): boolean {
    return this.#working > 0;
  }

  /** Waits until a result has come, or a thread has ended; looks now and then whether they should stop. */
  async news(stopped: () => unknown): Promise<void> {
    const looking = setInterval(stopped, LOOKED);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    clearInterval(looking);
  }

  /** Ends those that are left. */
  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
