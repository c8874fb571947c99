/**
 * Times one job on two builds of the library in one process, in turns, and prints what it found as JSON:
 *
 *     node --expose-gc --import tsx bench/guard/pair.ts JOB BASE.mjs NEW.mjs SECONDS
 *
 * What else the machine does meets both alike. Times are the processor's, the compiler's and the collector's included.
 */

import { pathToFileURL } from "node:url";
import { jobs, type Library, type Work } from "./jobs.ts";

export interface Pair {
  /** How long the new one takes over the base: the median of all turns. */
  readonly ratio: number;
  /** Milliseconds of the base. */
  readonly milliseconds: number;
  readonly turns: number;
  /** What the results are called where they are not the same. */
  readonly changed?: readonly [base: string, now: string];
}

/** A turn takes at least so long on each side, since clocks of processor time are coarse. */
const TURN = 25;

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(work: Work, times: number): number {
  const start = cpu();
  for (let i = 0; i < times; i++) work();
  return (cpu() - start) / times;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function workOf(name: string, bundle: string): Promise<Work> {
  return jobs[name]((await import(pathToFileURL(bundle).href)) as Library);
}

const [name, baseFile, newFile, seconds] = process.argv.slice(2);
const base = await workOf(name, baseFile);
const now = await workOf(name, newFile);
const results = [base(), now()] as const;
// Warm up, and find out how often it fits into a turn.
let once = 1;
for (let i = 0; i < 4; i++) once = Math.max(0.05, timed(base, 1), timed(now, 1));
const times = Math.max(1, Math.ceil(TURN / once));
timed(base, times);
timed(now, times);
const ratios: number[] = [];
const bases: number[] = [];
const end = cpu() + 1000 * Number(seconds);
while (ratios.length < 5 || cpu() < end) {
  // Who comes second may pay for the garbage of the first, so they change places.
  const first = ratios.length % 2 === 0 ? base : now;
  const second = first === base ? now : base;
  globalThis.gc?.();
  const one = timed(first, times);
  globalThis.gc?.();
  const two = timed(second, times);
  const [before, after] = first === base ? [one, two] : [two, one];
  ratios.push(after / before);
  bases.push(before);
}
const found: Pair = {
  ratio: median(ratios),
  milliseconds: median(bases),
  turns: ratios.length,
  ...(results[0] !== results[1] && { changed: results }),
};
process.stdout.write(JSON.stringify(found));
