/** The entry of a thread that computes parts of a job, until there are no more. */

import { parentPort, workerData } from "node:worker_threads";
import { Common, settle } from "./threads/common.ts";
import { type Job, jobs, type Start } from "./threads/jobs.ts";

if (parentPort === null) throw new Error("this file is for threads");
const { job, given, memory } = workerData as Start;
const common = new Common(memory);
const work: Job<never, unknown> = await jobs[job]();
const compute = work(given, { common, stopped: () => common.stopped, progress: () => {} });
for (let part = common.take(); part !== undefined; part = common.take()) {
  parentPort.postMessage(settle(compute, part), []);
}
