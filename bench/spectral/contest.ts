/** Our spectral learner and scikit-splearn on the same problem: the same rows and columns, the same ranks, the same judge. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Statistic, wordPerplexity } from "@hankel/core";
import type { SpectralDone, SpectralJob } from "../jobs/spectral.ts";
import { finished } from "../peers/peers.ts";
import { inChild } from "../support/child.ts";
import { scratchFile } from "../support/scratch.ts";
import type { Problem } from "./problem.ts";

/** What scikit-splearn calls the statistics. */
const VERSIONS: Readonly<Record<Statistic, string>> = {
  string: "classic",
  prefix: "prefix",
  substring: "factor",
};

/** One side of a contest. */
export interface Side {
  readonly rows: number;
  readonly columns: number;
  readonly seconds: number;
  readonly mebibytes: number;
  /** The perplexity by rank. */
  readonly perplexity: ReadonlyMap<number, number>;
}

export interface Contest {
  readonly problem: string;
  readonly statistics: Statistic;
  /** The perplexity of the true probabilities. */
  readonly least: number;
  readonly ours: Side;
  /** Or why it has no result. */
  readonly splearn: Side | string;
}

const peer = (path: string) => fileURLToPath(new URL(`../peers/${path}`, import.meta.url));

export async function contest(
  problem: Problem,
  setting: Pick<SpectralJob, "statistics" | "length" | "ranks">,
  seconds: number,
): Promise<Contest> {
  const job: SpectralJob = { train: problem.train, test: problem.test, ...setting };
  const { value, peakMebibytes } = await inChild<SpectralDone>("spectral", job);
  return {
    problem: problem.name,
    statistics: setting.statistics,
    least: wordPerplexity(problem.truth, problem.truth, 0),
    ours: side(problem, { ...value, peakMebibytes }),
    splearn: await runSplearn(problem, job, seconds),
  };
}

function side(
  { truth }: Problem,
  { rows, columns, seconds, weights, peakMebibytes }: SpectralDone & { readonly peakMebibytes: number },
): Side {
  const ranks = Object.entries(weights).map(
    ([rank, found]) => [Number(rank), wordPerplexity(truth, found)] as const,
  );
  return { rows, columns, seconds, mebibytes: peakMebibytes, perplexity: new Map(ranks) };
}

/** Why scikit-splearn cannot run, or undefined. */
export function splearnMissing(): string | undefined {
  if (existsSync(peer(".installed/scikit-splearn.version"))) return undefined;
  const failure = peer(".installed/scikit-splearn.failed");
  return existsSync(failure) ? readFileSync(failure, "utf8").trim() : "not set up: run bench/peers/setup";
}

async function runSplearn(problem: Problem, job: SpectralJob, seconds: number): Promise<Side | string> {
  const missing = splearnMissing();
  if (missing !== undefined) return missing;
  const file = scratchFile("splearn-job.json");
  writeFileSync(file, JSON.stringify({ ...job, version: VERSIONS[job.statistics] }));
  const end = await finished(
    peer(".installed/python/bin/python"),
    [peer("splearn_adapter.py"), file],
    seconds,
  );
  try {
    return side(problem, JSON.parse(end.output) as SpectralDone & { peakMebibytes: number });
  } catch {
    return end.how.startsWith("stopped") ? end.how : (end.complaints.trim().split("\n").at(-1) ?? end.how);
  }
}

/** The rank with the least perplexity, and that. */
export function best({ perplexity }: Side): readonly [rank: number, perplexity: number] {
  return [...perplexity].reduce((a, b) => (b[1] < a[1] ? b : a));
}
