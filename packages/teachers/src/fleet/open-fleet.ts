import { hostname } from "node:os";
import { HankelError } from "@hankel/core";
import type { OpenBox, Report } from "../box.ts";
import { abortable } from "../pool/abortable.ts";
import { type Clock, every, systemClock } from "../pool/clock.ts";
import type { Pool } from "../pool/pool.ts";
import { boxOfPool } from "../pool/pool-box.ts";
import type { VocabularyOptions } from "../wire/vocabulary.ts";
import { type Carrier, openCarrier } from "./carrier.ts";
import { Fleet } from "./fleet.ts";
import type { FleetAccess } from "./fleet-access.ts";
import type { FleetLanguage } from "./fleet-language.ts";
import { readMessage, shownText } from "./fleet-messages.ts";
import type { NatsMessage } from "./nats-client.ts";

/** Seconds between two heartbeats of a worker, and without a sign of it after which its leases are given to others. */
const BEAT = 2;
const LEASE = 10;
/** How long to wait for another learner to say that it is at work, in milliseconds. */
const BUSY = 250;

/** Options of a box that is a fleet of workers. */
export interface FleetBoxOptions extends FleetAccess, VocabularyOptions {
  /** The name of the fleet. */
  readonly name: string;
  /** The words in one lease, where there are so many; by default they follow the measured times of each worker. */
  readonly batch?: number | undefined;
  /** The most seconds that an answer may take; no limit unless given, since heartbeats show that a worker is alive. */
  readonly timeout?: number | undefined;
  /** Seconds between two heartbeats of a worker; 2 by default. */
  readonly beat?: number | undefined;
  /** After so many seconds without a sign of a worker its leases are given to others; 10 by default. */
  readonly lease?: number | undefined;
  /** What to do when two workers contradict each other: `fail` unless given. */
  readonly contradicted?: "fail" | "report" | undefined;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report?: Report | undefined;
}

/** Connects to the server of a fleet, and waits for its first worker. Others may come and go at any time. */
export async function openFleet(options: FleetBoxOptions): Promise<OpenBox<unknown>> {
  return fleetOver(await openCarrier(options), options, systemClock);
}

/** The same over a connection that is there. */
export async function fleetOver(
  carrier: Carrier,
  options: FleetBoxOptions,
  clock: Clock,
): Promise<OpenBox<unknown>> {
  const { report = () => {}, beat = BEAT, lease = LEASE, contradicted = "fail", signal } = options;
  const fleet = new Fleet(carrier, { ...options, report, beat, lease, contradicted, clock });
  const stopChecks = every(clock, (beat * 1000) / 2, () => fleet.check());
  const close = async () => {
    stopChecks();
    carrier.send(carrier.subjects.hello, JSON.stringify({ goodbye: fleet.id }));
    await carrier.close();
  };
  try {
    const { language, pool } = await abortable(
      firstWorker(fleet, carrier, { ...options, report }, clock),
      signal,
    );
    return fleetBox(`the fleet ${options.name}`, { fleet, carrier, language, pool, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opened {
  readonly language: FleetLanguage;
  readonly pool: Pool<unknown>;
}

/** Announces the learner, makes sure that it is the only one, and waits for the first worker. */
async function firstWorker(
  fleet: Fleet,
  carrier: Carrier,
  { name, report }: Pick<FleetBoxOptions, "name"> & { readonly report: Report },
  clock: Clock,
): Promise<Opened> {
  const { subjects } = carrier;
  const inbox = subjects.inbox(fleet.id);
  const say = (verb: "asks" | "hello") =>
    carrier.send(subjects.hello, JSON.stringify({ [verb]: fleet.id }), inbox);
  let atWork = false;
  let pool: Pool<unknown> | undefined;
  return new Promise<Opened>((resolve, reject) => {
    const fail = (error: HankelError) => (pool === undefined ? reject(error) : pool.fail(error));
    fleet.failed = fail;
    fleet.opened = (language, opened) => {
      pool = opened;
      resolve({ language, pool });
    };
    carrier.listener = {
      failed: fail,
      changed(connected) {
        fleet.reconnected(connected);
        if (connected) say("hello");
      },
    };
    carrier.receive(inbox, ({ data }) => {
      const other = otherLearner(data);
      if (other !== undefined)
        fail(new HankelError("usage", `the fleet ${name} has a learner already: ${other}`));
    });
    carrier.receive(subjects.hello, (message) => answerHello(fleet, carrier, message, atWork));
    carrier.receive(subjects.who, ({ reply }) => {
      if (reply !== undefined && subjects.isInbox(reply)) carrier.send(reply, JSON.stringify(fleet.facts()));
    });
    // Workers are not disturbed before it is known that there is no other learner.
    say("asks");
    clock.after(BUSY, () => {
      if (carrier.closed) return;
      atWork = true;
      carrier.receive(subjects.everyWorker, (message) => fleet.receive(message));
      say("hello");
      clock.after(BUSY, () => {
        if (pool === undefined && !carrier.closed) report(`waiting for workers of the fleet ${name}`);
      });
    });
  });
}

/** Tells another learner that this one is at work. When both start at once, the one with the smaller id goes on. */
function answerHello(fleet: Fleet, carrier: Carrier, { data, reply }: NatsMessage, atWork: boolean): void {
  if (reply === undefined || !carrier.subjects.isInbox(reply)) return;
  const other = stringOf(data, "hello") ?? stringOf(data, "asks");
  if (other === undefined || other === fleet.id || !(atWork || fleet.id < other)) return;
  carrier.send(reply, JSON.stringify({ busy: fleet.id, host: hostname(), pid: process.pid }));
}

function otherLearner(data: Uint8Array): string | undefined {
  try {
    const { busy, host, pid } = readMessage(data);
    if (typeof busy !== "string") return undefined;
    return `process ${Number(pid)} on ${shownText(host, 64)}; wait for its end, or choose another name`;
  } catch {
    return undefined;
  }
}

function stringOf(data: Uint8Array, name: string): string | undefined {
  try {
    const value = readMessage(data)[name];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

interface FleetParts extends Opened {
  readonly fleet: Fleet;
  readonly carrier: Carrier;
  readonly close: () => Promise<void>;
}

function fleetBox(name: string, { fleet, carrier, language, pool, close }: FleetParts): OpenBox<unknown> {
  const { vocabulary, announcement, longest, tests } = language;
  const box = boxOfPool(name, vocabulary, announcement, pool);
  return {
    ...box,
    ...(longest !== undefined && { longest }),
    ...(tests !== undefined && { tests }),
    witnesses: (word) => fleet.witnesses(word),
    async weigh(words, options = {}) {
      const { signal } = options;
      // Without a connection no answer comes, so there is nothing to wait for.
      const stop = () => {
        if (!carrier.connected) fleet.dropLeases("the run was stopped");
      };
      signal?.addEventListener("abort", stop);
      try {
        return await pool.weigh(words, options);
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    },
    async close() {
      await pool.close();
      await close();
    },
  };
}
