/**
 * Short runs of fleets in which everything goes wrong, as a seed decides: workers crash and come back, are slow or fail, the
 * network is torn, the server is killed. Each ends with the automaton and the journal of a local box. A real server carries the
 * messages; many more runs are simulated (simulation/simulation.test.ts).
 */

import { setTimeout as pause } from "node:timers/promises";
import { HankelError, Random, randomAutomaton, rational, type Wdfsa, type Word } from "@hankel/core";
import { afterAll, describe, expect, test } from "vitest";
import { missing, NatsServer, required, warnIfMissing } from "../../../scripts/nats-server.ts";
import { faultyBox, learnFrom, learnFromFleet, type Run, Workers } from "./support/fleets.ts";
import { TornNetwork } from "./support/torn-network.ts";

warnIfMissing("faults of fleets");

test.runIf(required)("nats-server is installed, as HANKEL_REQUIRE_NATS=1 requires", () => {
  expect(missing).toBe(false);
});

/** How many runs are under way at the same time. */
const AT_ONCE = 25;

/** How a run ended. */
interface Ended {
  readonly seed: number;
  readonly local: Run;
  readonly run: Run | undefined;
  readonly error: unknown;
}

function targetOf(seed: number): Wdfsa<unknown> {
  return randomAutomaton({
    algebra: rational,
    states: 3 + (seed % 4),
    letters: 2,
    shape: "dense",
    seed,
  });
}

/** Runs all seeds, some at the same time; returns how they ended. */
async function all(seeds: readonly number[], one: (seed: number) => Promise<Run>): Promise<Ended[]> {
  const ended: Ended[] = [];
  const queue = [...seeds];
  const lane = async () => {
    for (let seed = queue.shift(); seed !== undefined; seed = queue.shift()) {
      const local = await learnFrom(faultyBox(targetOf(seed)), targetOf(seed), LIVE);
      try {
        ended.push({ seed, local, run: await one(seed), error: undefined });
      } catch (error) {
        ended.push({ seed, local, run: undefined, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return ended;
}

const LIVE = { recheck: 4 };
const seeds = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

/** The same automaton and journal. */
function expectTheSame(ended: readonly Ended[]): void {
  for (const { seed, local, run, error } of ended) {
    expect({ seed, error }).toEqual({ seed, error: undefined });
    expect({ seed, ...run, result: undefined }).toEqual({ seed, ...local, result: undefined });
  }
}

/** Is it the first time that one of these words is unlucky? A word that brings bad luck again and again ends the run. */
function firstTime(unlucky: Set<string>, words: readonly Word[]): boolean {
  const names = words.map((word) => word.join(""));
  if (names.some((name) => unlucky.has(name))) return false;
  for (const name of names) unlucky.add(name);
  return true;
}

/** A worker that fails, is slow or crashes now and then, and is started again under its name after a crash. */
async function keepRunning(
  workers: Workers,
  target: Wdfsa<unknown>,
  { id, random, unlucky }: { id: string; random: Random; unlucky: Set<string> },
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const crash = new AbortController();
    const before = async (words: readonly Word[]) => {
      const luck = random.real();
      if (luck < 0.06) await pause(random.below(40));
      else if (luck < 0.18 && firstTime(unlucky, words)) {
        if (luck < 0.12) crash.abort();
        else throw new HankelError("teacher", "out of memory");
      }
    };
    await workers.start(faultyBox(target, { before }), { id, crash: crash.signal });
    await pause(random.below(30));
  }
}

/** A run on a fleet of three workers with such faults. */
async function faultyRun(server: { readonly url: string }, seed: number): Promise<Run> {
  const name = `crash-${seed}`;
  const over = new AbortController();
  const target = targetOf(seed);
  const unlucky = new Set<string>();
  await using workers = new Workers(server.url, name);
  const kept = [1, 2, 3].map((i) =>
    keepRunning(workers, target, { id: `w${i}`, random: new Random(seed, i), unlucky }, over.signal),
  );
  try {
    return await learnFromFleet({ fleet: server.url, name }, target, LIVE);
  } finally {
    over.abort();
    void kept;
  }
}

describe.skipIf(missing)("a fleet", () => {
  const servers: NatsServer[] = [];
  const start = async () => {
    const server = await NatsServer.start();
    servers.push(server);
    return server;
  };
  afterAll(() => Promise.all(servers.map((server) => server.kill())));

  test("whose workers crash, come back, fail and are slow: 25 runs", async () => {
    const server = await start();
    expectTheSame(await all(seeds(1000, 25), (seed) => faultyRun(server, seed)));
  });

  test("whose network is torn: 25 runs", async () => {
    const server = await start();
    const whole: number[] = [];
    const ended = await all(seeds(2000, 25), async (seed) => {
      const random = new Random(seed);
      const target = targetOf(seed);
      await using network = await TornNetwork.to(server.port, random);
      const name = `torn-${seed}`;
      await using workers = new Workers(network.url, name);
      for (let i = 0; i < 3; i++) void workers.start(faultyBox(target, { delay: random.below(4) }));
      const run = await learnFromFleet({ fleet: server.url, name }, target, LIVE);
      if (network.tears === 0) whole.push(seed);
      return run;
    });
    expectTheSame(ended);
    expect(whole, "seeds of runs whose network was never torn").toEqual([]);
  });

  test("whose server is killed and started again: 20 runs", async () => {
    const server = await start();
    const over = new AbortController();
    let [batches, kills] = [0, 0];
    const before = () => {
      batches++;
    };
    // What was answered decides when, not time, so that a slow machine gets as far as a fast one.
    const killer = (async () => {
      const random = new Random(3000);
      for (let next = 20; !over.signal.aborted; await pause(5)) {
        if (batches < next) continue;
        await server.kill();
        await pause(random.below(100));
        await server.start();
        next = batches + 50 + random.below(200);
        kills++;
      }
    })();
    const ended = await all(seeds(3000, 20), async (seed) => {
      const target = targetOf(seed);
      const name = `server-${seed}`;
      await using workers = new Workers(server.url, name);
      for (let i = 0; i < 2; i++) void workers.start(faultyBox(target, { delay: 3, before }));
      for (;;) {
        try {
          return await learnFromFleet({ fleet: server.url, name }, target, LIVE);
        } catch (error) {
          // A learner that finds no server says so at once.
          if (!/cannot connect/u.test(String(error))) throw error;
          await pause(50);
        }
      }
    });
    over.abort();
    await killer;
    expectTheSame(ended);
    expect(kills).toBeGreaterThan(1);
  });
});
