import { hostname } from "node:os";
import type { BlackBox, Report } from "../box.ts";
import { type Clock, systemClock } from "../pool/clock.ts";
import { type Carrier, openCarrier, randomName } from "./carrier.ts";
import { describeBox, probeWords, writeAnswers } from "./describe-box.ts";
import type { FleetAccess } from "./fleet-access.ts";
import { FLEET_VERSION } from "./fleet-messages.ts";
import { checkName } from "./subjects.ts";
import { Worker, type WorkerResult } from "./worker.ts";

/** Options of a worker of a fleet. */
export interface WorkerOptions extends FleetAccess {
  /** The name of the fleet. */
  readonly name: string;
  /** What it asks. The caller closes it. */
  readonly box: BlackBox<unknown>;
  /** The name of the worker, which no other one may have; the host's with something random unless given. */
  readonly id?: string | undefined;
  /** A text that all workers of the fleet must have, if they have one: a version of the model, or a hash. */
  readonly fingerprint?: string | undefined;
  /** How many words the box weighs at the same time; 1 unless given. */
  readonly copies?: number | undefined;
  /** Ends the worker in order: it answers the lease that it is at, within two seconds, gives the others back and leaves. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report | undefined;
}

/**
 * Answers the questions of a fleet from a black box, until the signal ends it. It waits for a server or a learner that is
 * not there. Throws if the learner refuses it.
 */
export function runWorker(options: WorkerOptions): Promise<WorkerResult> {
  return serveFleet(options);
}

/** What a test puts in the place of a process, a server and time. */
export interface WorkerPlace {
  /** When it aborts, the connection is cut without a word, as if the process was killed. */
  readonly crash?: AbortSignal | undefined;
  readonly connect?: (() => Promise<Carrier>) | undefined;
  readonly clock?: Clock | undefined;
}

/** The same in another place. */
export async function serveFleet(options: WorkerOptions, place: WorkerPlace = {}): Promise<WorkerResult> {
  const { crash, connect = () => openCarrier({ ...options, patient: true }), clock = systemClock } = place;
  const { box, fingerprint, copies, signal, report = () => {} } = options;
  const session = randomName();
  const host = hostname();
  const id = checkName(
    options.id ?? `${host.replaceAll(/[^A-Za-z0-9_-]/gu, "-").slice(0, 40)}-${session.slice(0, 6)}`,
    "a worker",
  );
  const words = probeWords(box);
  const probe = words.map((word) => box.alphabet.spell(word));
  const answers = writeAnswers(box, await box.weigh(words, { signal }));
  const facts = {
    fleet: FLEET_VERSION,
    ...describeBox(box),
    session,
    host,
    pid: process.pid,
    ...(copies !== undefined && { copies }),
    ...(fingerprint !== undefined && { fingerprint }),
    probe,
  };
  const carrier = await connect();
  const worker = new Worker({
    clock,
    id,
    session,
    box,
    carrier,
    announcement: `${JSON.stringify(facts).slice(0, -1)},${answers}`,
    report,
  });
  crash?.addEventListener("abort", () => worker.crash());
  const stop = () => worker.stop();
  signal?.addEventListener("abort", stop);
  try {
    return await worker.run();
  } finally {
    signal?.removeEventListener("abort", stop);
    await carrier.close();
  }
}
