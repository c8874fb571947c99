/** Words per second through a fleet and through local workers. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Random, type Word } from "@hankel/core";
import { type BlackBox, openFleet, openProcess } from "@hankel/teachers";
import { missing, NatsServer } from "../../scripts/nats-server.ts";
import type { Cell, Goal } from "../support/result.ts";
import { progress, type Section, WrongInput } from "../support/section.ts";
import { program } from "../teachers/echoes.ts";

const WORKERS = [1, 2, 4, 8];
const MILLISECONDS = [0, 1, 10, 100];
/** Workers that share a process. */
const TOGETHER = 4;
const LETTERS = 8;
/** Words for a box that takes no time. */
const FREE_WORDS = 200_000;
/** How long a batch takes at best, in milliseconds, if the box takes its time. */
const BATCH = 3000;
const TURNS = 3;

interface Rates {
  readonly milliseconds: number;
  readonly workers: number;
  /** Words per second. */
  readonly fleet: number;
  readonly local: number;
  /** What the boxes alone could do; null if they take no time. */
  readonly ideal: number | null;
}

function randomWords(count: number): Word[] {
  const random = new Random(1);
  return Array.from({ length: count }, () => Array.from({ length: LETTERS }, () => random.below(2)));
}

/** The best of several batches, after a small one that shows what a word costs. */
async function rate(box: BlackBox<unknown>, words: readonly Word[], workers: number): Promise<number> {
  await box.weigh(words.slice(0, Math.max(4 * workers, words.length / 10)));
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn++) {
    const start = performance.now();
    await box.weigh(words);
    best = Math.min(best, performance.now() - start);
  }
  return (1000 * words.length) / best;
}

async function throughFleet(
  { url: address }: NatsServer,
  words: readonly Word[],
  workers: number,
  milliseconds: number,
): Promise<number> {
  const name = `bench-${milliseconds}-${workers}`;
  const script = fileURLToPath(new URL("workers.ts", import.meta.url));
  const hosts: ChildProcess[] = [];
  for (let left = workers; left > 0; left -= TOGETHER) {
    const args = [address, name, `${Math.min(left, TOGETHER)}`, `${milliseconds}`];
    const command = ["--import", "tsx", script, ...args];
    hosts.push(spawn(process.execPath, command, { stdio: ["pipe", "ignore", "inherit"] }));
  }
  const box = await openFleet({ fleet: address, name });
  // The first worker opens the fleet; the others join within a second.
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  const found = await rate(box, words, workers);
  await box.close();
  for (const host of hosts) {
    host.stdin?.end();
    await once(host, "exit");
  }
  return found;
}

async function throughProcesses(
  words: readonly Word[],
  workers: number,
  milliseconds: number,
): Promise<number> {
  const slow = fileURLToPath(new URL("../teachers/slow-box.mjs", import.meta.url));
  const command = { command: process.execPath, args: [slow, "5", "0", `${milliseconds}`] };
  const box = await openProcess({ ...(milliseconds === 0 ? program : command), workers, onStderr: () => {} });
  const found = await rate(box, words, workers);
  await box.close();
  return found;
}

async function measure(
  server: NatsServer,
  milliseconds: number,
  workers: number,
  quick: boolean,
): Promise<Rates> {
  progress(`fleet/throughput ${milliseconds} ms, ${workers} workers`);
  const ideal = milliseconds === 0 ? null : (1000 * workers) / milliseconds;
  const count = ideal === null ? FREE_WORDS : (ideal * BATCH) / 1000;
  const words = randomWords(quick ? count / 4 : count);
  const fleet = await throughFleet(server, words, workers, milliseconds);
  const local = await throughProcesses(words, workers, milliseconds);
  return { milliseconds, workers, fleet, local, ideal };
}

function goalsOf(rows: readonly Rates[]): Goal[] {
  const slow = rows.filter(({ milliseconds }) => milliseconds >= 10);
  const share = ({ fleet, ideal }: Rates) => fleet / (ideal ?? fleet);
  const worst = slow.reduce((least, row) => (share(row) < share(least) ? row : least));
  const free = Math.max(...rows.filter(({ ideal }) => ideal === null).map(({ fleet }) => fleet));
  return [
    {
      goal: "at least 90 % of the ideal for boxes of 10 ms and more",
      found: `${(100 * share(worst)).toFixed(1)} % at least (${worst.milliseconds} ms, ${worst.workers} workers)`,
      met: share(worst) >= 0.9,
    },
    {
      goal: "100,000 words/s for boxes that take no time",
      found: `${Math.round(free).toLocaleString("en-US")} words/s at best`,
      met: free >= 100_000,
    },
  ];
}

export const throughput: Section = {
  name: "throughput",
  title: "Words through a fleet",
  about:
    "Words of 8 letters in one batch to boxes that sleep so long for each word: through a fleet (nats-server, the workers in processes of up to " +
    "four, everything on this machine with its two cores), and in the same run through as many local workers (`--workers`). *Ideal*: what the sleep alone " +
    "allows. The best of three batches, after a small one.",
  async measure({ quick }) {
    if (missing) throw new WrongInput("fleets need nats-server: apt-get install nats-server");
    const server = await NatsServer.start();
    const found: Rates[] = [];
    try {
      for (const milliseconds of MILLISECONDS) {
        for (const workers of WORKERS) found.push(await measure(server, milliseconds, workers, quick));
      }
    } finally {
      await server.kill();
    }
    const rows = found.map(({ milliseconds, workers, fleet, local, ideal }): Cell[] => [
      `${milliseconds} ms`,
      workers,
      fleet,
      local,
      ideal,
      ideal === null ? null : (100 * fleet) / ideal,
      (100 * fleet) / local,
    ]);
    return {
      columns: [
        { name: "a word takes" },
        { name: "workers" },
        { name: "fleet, words/s", digits: 0 },
        { name: "local, words/s", digits: 0 },
        { name: "ideal", digits: 0 },
        { name: "of the ideal, %", digits: 1 },
        { name: "of local, %", digits: 1 },
      ],
      rows,
      goals: goalsOf(found),
    };
  },
};
