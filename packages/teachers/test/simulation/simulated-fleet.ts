/** A fleet in simulated time: its server, and workers that are slow, fail, die and come back. */

import { HankelError, Random } from "@hankel/core";
import type { BlackBox, Clock } from "@hankel/teachers";
import { fleetOver } from "../../src/fleet/fleet.ts";
import { serveFleet } from "../../src/fleet/worker.ts";
import type { DrawnSession } from "./drawn-session.ts";
import { ProcessClock } from "./simulated-clock.ts";
import { SimulatedServer } from "./simulated-server.ts";

export interface SimulatedFleetOptions {
  readonly makeBox: () => BlackBox<unknown>;
  readonly clock: Clock;
  /** The clock of the learner. */
  readonly process: Clock;
  readonly drawn: DrawnSession;
  readonly signal: AbortSignal;
  readonly report: (notice: string) => void;
  readonly trace: (line: string) => void;
}

const NAME = "simulated";
/** Seconds between two heartbeats, without a sign of a worker, and for an answer. */
const TIMES = { beat: 0.5, lease: 2, timeout: 3 };

/** Starts the server, the workers and the learner's end of the fleet. */
export function openSimulatedFleet(options: SimulatedFleetOptions) {
  const { clock, process, drawn, signal, report, trace } = options;
  const { seed, rate, tear, workers, batch } = drawn;
  const world = new ProcessClock(clock);
  const server = new SimulatedServer(world, new Random(seed, 1), { rate: rate / 2, tear }, trace);
  for (let worker = 1; worker <= workers; worker++)
    keepRunning(options, server, world, new Random(seed, 2, worker), `worker-${worker}`);
  const { carrier, cut } = server.connect(NAME);
  const settings = { ...TIMES, fleet: "nats://simulated:4222", name: NAME, batch, signal, report };
  return {
    box: fleetOver(carrier, settings, process),
    end() {
      cut();
      world.kill();
    },
  };
}

/** Runs a worker, which dies now and then and is started again. */
function keepRunning(
  options: SimulatedFleetOptions,
  server: SimulatedServer,
  world: Clock,
  random: Random,
  id: string,
): void {
  const { makeBox, drawn, trace } = options;
  const crash = new AbortController();
  const process = new ProcessClock(world);
  const { carrier, cut } = server.connect(NAME);
  const again = () => {
    process.kill();
    cut();
    world.after(random.below(500), () => keepRunning(options, server, world, random, id));
  };
  trace(`${id} starts`);
  const place = { crash: crash.signal, connect: async () => carrier, clock: process };
  const box = slowBox(makeBox(), process, random, drawn.rate);
  const setting = { fleet: "nats://simulated:4222", name: NAME, id, box };
  serveFleet(setting, place).catch((error: unknown) => {
    trace(`${id} ends: ${String(error)}`);
    again();
  });
  if (drawn.lifetime === Number.POSITIVE_INFINITY) return;
  process.after(random.below(2 * drawn.lifetime), () => {
    trace(`${id} dies`);
    crash.abort();
    again();
  });
}

/** A box that takes its time, and fails now and then. */
function slowBox(box: BlackBox<unknown>, clock: Clock, random: Random, rate: number): BlackBox<unknown> {
  const slow = random.below(4) === 0 ? 300 : 20;
  return {
    ...box,
    async weigh(words, options) {
      const fails = random.real() < rate / 2;
      await new Promise<void>((resolve) => {
        clock.after(random.below(slow), resolve);
      });
      if (fails) throw new HankelError("teacher", "out of memory");
      return box.weigh(words, options);
    },
  };
}
