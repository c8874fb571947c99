/** Reads inputs in a thread of its own, so that `scripts/fuzz.ts` can watch it and end it. */

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { Campaign, type Finding, shortened } from "../test/fuzz/campaign.ts";
import { targets } from "../test/fuzz/targets/index.ts";

/** What a thread is to do. */
export interface Work {
  /** The indices of the targets. */
  readonly chosen: readonly number[];
  readonly seed: number;
  /** The first input and the number of inputs of each target. */
  readonly from: number;
  readonly count: number;
  /** Where to go on after another thread was ended: the index in `chosen` and the number of the input. */
  readonly resume: { readonly at: number; readonly number: number };
  /** The time at which to stop. */
  readonly end: number;
  /** Where the thread is: the index in `chosen`, the number of the input, when it started, and how many are done. */
  readonly place: Float64Array;
}

/** What a thread says. */
export type Report = { readonly finding: Finding } | { readonly done: true };

/** So many inputs of a target are read in a row. */
const BLOCK = 100;

const port = parentPort as MessagePort;
const { chosen, seed, from, count, resume, end, place } = workerData as Work;
const campaigns = chosen.map((index) => new Campaign(targets[index]));
const seen = new Set<string>();

/** Looks for a shorter input once for each kind of failure. */
async function tell(at: number, finding: Finding): Promise<void> {
  const { key } = finding.failure;
  const isNew = !seen.has(key);
  seen.add(key);
  place[2] = Number.POSITIVE_INFINITY;
  const told = isNew ? await shortened(campaigns[at].target, finding) : finding;
  port.postMessage({ finding: told } satisfies Report);
}

async function run(): Promise<void> {
  const isBehind = (at: number, number: number) => {
    const block = Math.floor((number - from) / BLOCK) - Math.floor((resume.number - from) / BLOCK);
    return block < 0 || (block === 0 && (at < resume.at || (at === resume.at && number < resume.number)));
  };
  const start = from + Math.floor((resume.number - from) / BLOCK) * BLOCK;
  for (let block = start; block < from + count; block += BLOCK) {
    for (const [at, campaign] of campaigns.entries()) {
      for (let number = block; number < Math.min(block + BLOCK, from + count); number++) {
        if (isBehind(at, number)) continue;
        if (Date.now() >= end) return;
        place.set([at, number, Date.now()]);
        const finding = await campaign.run(seed, number);
        place[3]++;
        if (finding !== undefined) await tell(at, finding);
      }
    }
  }
}

await run();
port.postMessage({ done: true } satisfies Report);
