/**
 * A fleet on machines that come and go: eight workers, of which one is killed every 0.15 s and started again at once, and a server
 * that is killed every 1.5 s. `npm run bench -- fleet --only churn` does the same with processes, at a seventh of the pace.
 */

import { setTimeout as pause } from "node:timers/promises";
import { Random, randomAutomaton, rational } from "@hankel/core";
import { expect, test } from "vitest";
import { missing, NatsServer, warnIfMissing } from "../../../scripts/nats-server.ts";
import { faultyBox, learnFrom, learnFromFleet, Workers } from "./support/fleets.ts";

warnIfMissing("fleets on machines that come and go");

const target = randomAutomaton({ algebra: rational, states: 6, letters: 2, shape: "dense", seed: 3 });

/** How long a word takes, how often a worker is killed, and how often the server, in milliseconds. */
const WORD = 60;
const KILL = 150;
const RESTART = 1500;

test.skipIf(missing)(
  "workers and the server are killed again and again: the bytes are those of a local box",
  async () => {
    const local = await learnFrom(faultyBox(target), target);
    await using server = await NatsServer.start();
    const at = { fleet: server.url, name: "churn" };
    await using workers = new Workers(at.fleet, at.name);
    const random = new Random(1);
    const over = new AbortController();
    const every = async (milliseconds: number, act: () => Promise<void> | void) => {
      let times = 0;
      for (; !over.signal.aborted; times++) {
        await pause(milliseconds);
        await act();
      }
      return times;
    };
    const start = () => {
      const crash = new AbortController();
      const before = async (words: readonly unknown[]) => pause(WORD * words.length);
      void workers.start(faultyBox(target, { before }), { crash: crash.signal });
      return crash;
    };
    const alive = Array.from({ length: 8 }, start);
    const kills = every(KILL, () => {
      const at = random.below(alive.length);
      alive[at].abort();
      alive[at] = start();
    });
    const restarts = every(RESTART, async () => {
      await server.kill();
      await server.start();
    });
    // With these times a worker that is only missed by its heartbeats would hold the run up for longer than a test may take.
    const run = await learnFromFleet({ ...at, beat: 0.4, lease: 600 }, target);
    over.abort();
    expect(run.journal).toBe(local.journal);
    expect(run.automaton).toBe(local.automaton);
    expect(await restarts).toBeGreaterThan(1);
    expect(await kills).toBeGreaterThan(10);
  },
);
