/**
 * A fleet in simulated time, with a server in memory that delivers everything at once: however slow the machine is, the same
 * happens.
 */

import { Random } from "@hankel/core";
import type { BlackBox, FleetBoxOptions, WorkerOptions } from "@hankel/teachers";
import type { Carrier } from "../../src/fleet/carrier.ts";
import { fleetOver } from "../../src/fleet/fleet.ts";
import { serveFleet } from "../../src/fleet/worker.ts";
import { ProcessClock, SimulatedClock } from "../simulation/simulated-clock.ts";
import { SimulatedServer } from "../simulation/simulated-server.ts";

const PLACE = { fleet: "nats://simulated:4222", name: "virtual" };
/** Seconds between two heartbeats, and without a sign of a worker. */
const TIMES = { beat: 0.05, lease: 0.4 };

export interface VirtualWorkerOptions extends Partial<WorkerOptions> {
  /** Ends the worker like a process that is killed. */
  readonly crash?: AbortSignal;
}

export class VirtualFleet {
  readonly clock = new SimulatedClock();
  readonly #server = new SimulatedServer(
    this.clock,
    new Random(1),
    { rate: 0, tear: Number.POSITIVE_INFINITY, delay: 1 },
    () => {},
  );

  /** Someone else on the server. */
  connect(): Carrier {
    return this.#server.connect(PLACE.name).carrier;
  }

  /** Starts a worker; the promise says how it ended. */
  start(box: BlackBox<unknown>, { crash, ...options }: VirtualWorkerOptions = {}): Promise<unknown> {
    const clock = new ProcessClock(this.clock);
    const { carrier, cut } = this.#server.connect(PLACE.name);
    crash?.addEventListener("abort", () => {
      clock.kill();
      cut();
    });
    const place = { crash, connect: async () => carrier, clock };
    return serveFleet({ ...PLACE, box, ...options }, place).catch((error: unknown) => error);
  }

  /** A learner's end of the fleet. */
  open(options: Partial<FleetBoxOptions> = {}): Promise<BlackBox<unknown>> {
    return this.until(fleetOver(this.connect(), { ...PLACE, ...TIMES, ...options }, this.clock));
  }

  /** Lets so many milliseconds pass, for whoever waits for it. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.after(milliseconds, resolve);
    });
  }

  /** Lets time pass until a promise is settled. */
  until<T>(promise: Promise<T>): Promise<T> {
    return this.clock.until(promise);
  }
}
