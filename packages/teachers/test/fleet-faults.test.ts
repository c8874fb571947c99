/**
 * Short runs of fleets in which everything goes wrong, as a seed decides: workers crash and come back, are slow, fail or
 * lie, the network is torn, the server is killed. Each ends with the automaton and the journal of a local box, or with a
 * clear error. A real server carries the messages; many more runs are simulated (simulation/simulation.test.ts).
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
  }) as never;
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

/** The same automaton and journal, or an error that a user understands; returns the runs that failed. */
function expectSameOrClear(ended: readonly Ended[]): Ended[] {
  for (const { seed, local, run, error } of ended) {
    if (run !== undefined) {
      expect({ seed, ...run, result: undefined }).toEqual({ seed, ...local, result: undefined });
    } else {
      expect(error, `seed ${seed}`).toBeInstanceOf(HankelError);
      expect((error as HankelError).message, `seed ${seed}`).toMatch(/the black box failed on|contradict/u);
    }
  }
  return ended.filter(({ run }) => run === undefined);
}

/** A worker that fails, is slow or crashes now and then, and is started again after a crash. */
async function keepRunning(
  workers: Workers,
  target: Wdfsa<unknown>,
  random: Random,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const crash = new AbortController();
    const before = async (words: readonly Word[]) => {
      // The words of the probe are asked before there is a connection.
      const luck = random.real();
      if (luck < 0.04) crash.abort();
      else if (luck < 0.08) await pause(random.below(40));
      else if (luck < 0.1 && words.length < 3) throw new HankelError("teacher", "out of memory");
    };
    await workers.start(faultyBox(target, { before }), { crash: crash.signal });
    await pause(random.below(30));
  }
}

/** A run on a fleet of workers with such faults. */
async function faultyRun(
  server: { readonly url: string },
  seed: number,
  kind: string,
  count = 3,
): Promise<Run> {
  const name = `${kind}-${seed}`;
  const over = new AbortController();
  const target = targetOf(seed);
  await using workers = new Workers(server.url, name);
  const kept = Array.from({ length: count }, (_, i) =>
    keepRunning(workers, target, new Random(seed, i), over.signal),
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
    const ended = await all(seeds(1000, 25), (seed) => faultyRun(server, seed, "crash"));
    expect(expectSameOrClear(ended).length).toBeLessThanOrEqual(2);
  });

  test("whose network is torn: 25 runs", async () => {
    const server = await start();
    const ended = await all(seeds(2000, 25), async (seed) => {
      const random = new Random(seed);
      const target = targetOf(seed);
      await using network = await TornNetwork.to(server.port);
      const tear = setInterval(
        () => (random.below(3) === 0 ? network.hang(30) : network.cut()),
        120 + random.below(200),
      );
      const name = `torn-${seed}`;
      await using workers = new Workers(network.url, name);
      for (let i = 0; i < 3; i++) void workers.start(faultyBox(target, { delay: random.below(4) }));
      try {
        return await learnFromFleet({ fleet: server.url, name }, target, LIVE);
      } finally {
        clearInterval(tear);
      }
    });
    expect(expectSameOrClear(ended)).toEqual([]);
  });

  test("whose server is killed and started again: 20 runs", async () => {
    const server = await start();
    const over = new AbortController();
    const killer = (async () => {
      for (const random = new Random(3000); !over.signal.aborted; ) {
        await pause(300 + random.below(300));
        await server.kill();
        await pause(random.below(100));
        await server.start();
      }
    })();
    const ended = await all(seeds(3000, 20), async (seed) => {
      const target = targetOf(seed);
      const name = `server-${seed}`;
      await using workers = new Workers(server.url, name);
      for (let i = 0; i < 2; i++) void workers.start(faultyBox(target, { delay: 3 }));
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
    expect(expectSameOrClear(ended)).toEqual([]);
  });

  test("with a worker that lies: 25 runs, and none ends with a wrong automaton", async () => {
    const server = await start();
    const ended = await all(seeds(4000, 25), async (seed) => {
      const target = targetOf(seed);
      const name = `liar-${seed}`;
      const random = new Random(seed);
      await using workers = new Workers(server.url, name);
      void workers.start(faultyBox(target, { delay: 1 }), { id: "honest" });
      // It is honest about the short words that it is asked when it joins.
      const lie = (word: Word, weight: unknown) =>
        word.length > 2 && random.below(8) === 0 ? rational.parse("7/3") : weight;
      void workers.start(faultyBox(target, { lie }), { id: "liar" });
      // Nearly every word is asked again, on the other machine. Lies that come before may add states for ever.
      return await learnFromFleet({ fleet: server.url, name }, target, {
        recheck: 1000,
        maxQuestions: 500,
        maxStates: 20,
      });
    });
    for (const { seed, local, run, error } of ended) {
      const outcome = run?.result.outcome ?? "failed";
      if (outcome === "accepted")
        expect({ seed, text: run?.automaton }).toEqual({ seed, text: local.automaton });
      else if (outcome === "failed") expect(String(error), `seed ${seed}`).toMatch(NAMED);
      else expect(outcome, `seed ${seed}`).toBe("budget");
    }
    expect(ended.filter(({ error }) => NAMED.test(String(error))).length).toBeGreaterThan(12);
  });
});

/** A contradiction, with the names of the machines: of an answer that was asked again, or of one that came late. */
const NAMED =
  /contradicts itself.*\(answered by (honest, then by liar|liar, then by honest)|the workers (honest and liar|liar and honest) contradict each other/u;
