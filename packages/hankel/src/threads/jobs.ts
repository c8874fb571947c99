/** What can be computed in parts on other threads: each job in a file that is loaded where it runs. */

import type { Compute, Here } from "./common.ts";

/** A job gets what is common to its parts, and computes them. */
export type Job<G, R> = (given: G, here: Here) => Compute<R>;

export const jobs = {
  models: async () => (await import("../infer/models.ts")).models,
  words: async () => (await import("../sample/drawn-lines.ts")).drawnLines,
};

export type JobName = keyof typeof jobs;

type Loaded<N extends JobName> = Awaited<ReturnType<(typeof jobs)[N]>>;

/** What a job is given. */
export type Given<N extends JobName> = Parameters<Loaded<N>>[0];

/** What comes of a part. */
export type Result<N extends JobName> = ReturnType<ReturnType<Loaded<N>>>;

/** What a thread is started with. */
export interface Start {
  readonly job: JobName;
  readonly given: never;
  readonly memory: Int32Array<SharedArrayBuffer>;
}
