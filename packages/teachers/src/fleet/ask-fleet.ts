import { setTimeout as pause } from "node:timers/promises";
import { isObject, type Reply } from "../wire/messages.ts";
import { openCarrier, randomName } from "./carrier.ts";
import type { FleetAccess } from "./fleet-access.ts";
import { isCount, LONGEST_NAME, readOr, shownText } from "./fleet-messages.ts";

/** How long to wait for answers, in seconds. */
const WAIT = 0.5;

/** A worker of a fleet: who it is, what it has done, and what it has in hand. */
export interface WorkerFacts {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** The words that it has answered. */
  readonly answered: number;
  /** Words per second of the time that it had something to do. */
  readonly rate: number;
  readonly leases: readonly { readonly words: number; readonly seconds: number }[];
  /** Seconds since the learner heard of it; undefined if it waits for a learner. */
  readonly silence: number | undefined;
  /** Has the learner missed several heartbeats of it? */
  readonly silent: boolean;
}

/** Who is there in a fleet. */
export interface FleetFacts {
  readonly learner:
    | {
        readonly host: string;
        readonly pid: number;
        /** How long it has been at work. */
        readonly seconds: number;
        readonly answered: number;
        readonly rate: number;
        /** The messages that it dropped since they made no sense. */
        readonly dropped: number;
      }
    | undefined;
  readonly workers: readonly WorkerFacts[];
}

/** Options of a look at a fleet. */
export interface AskFleetOptions extends FleetAccess {
  /** The name of the fleet. */
  readonly name: string;
  /** How long to wait for answers, in seconds; half a second unless given. */
  readonly wait?: number | undefined;
}

/**
 * Asks who is there in a fleet. The learner tells of its workers; those that wait for one answer for themselves.
 *
 * @example
 * // Not run here: it needs the server of a fleet.
 * const { workers } = await askFleet({ fleet: "nats://host:4222", name: "coffee" });
 * console.log(workers.length);
 */
export async function askFleet(options: AskFleetOptions): Promise<FleetFacts> {
  const carrier = await openCarrier(options);
  try {
    const inbox = carrier.subjects.inbox(randomName());
    let learner: FleetFacts["learner"];
    const known = new Map<string, WorkerFacts>();
    const waiting = new Map<string, WorkerFacts>();
    carrier.receive(inbox, ({ data }) => {
      const { learner: at, workers, worker } = readOr(data);
      if (isObject(at)) {
        learner = { ...who(at), seconds: amount(at["seconds"]), ...done(at), dropped: amount(at["dropped"]) };
        for (const each of list(workers)) known.set(shownText(each["id"], LONGEST_NAME), factsOf(each));
      }
      if (isObject(worker)) waiting.set(shownText(worker["id"], LONGEST_NAME), factsOf(worker));
    });
    carrier.send(carrier.subjects.who, "{}", inbox);
    await pause((options.wait ?? WAIT) * 1000);
    for (const [id, facts] of waiting) if (!known.has(id)) known.set(id, { ...facts, silence: undefined });
    const workers = [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { learner, workers };
  } finally {
    await carrier.close();
  }
}

function factsOf(message: Reply): WorkerFacts {
  const leases = list(message["leases"]).map(({ words, seconds }) => ({
    words: amount(words),
    seconds: amount(seconds),
  }));
  const silence = typeof message["silence"] === "number" ? amount(message["silence"]) : undefined;
  const silent = message["silent"] === true;
  return {
    id: shownText(message["id"], LONGEST_NAME),
    ...who(message),
    ...done(message),
    leases,
    silence,
    silent,
  };
}

function who({ host, pid }: Reply) {
  return { host: shownText(host, LONGEST_NAME), pid: isCount(pid) ? pid : 0 };
}

function done({ answered, rate }: Reply) {
  return { answered: amount(answered), rate: amount(rate) };
}

function amount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

function list(value: unknown): Reply[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
