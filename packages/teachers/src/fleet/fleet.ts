import { randomInt } from "node:crypto";
import { hostname } from "node:os";
import { HankelError, messageOf, type Word } from "@hankel/core";
import type { OpenBox, Report, WeighOptions } from "../box.ts";
import { Pool } from "../pool/pool.ts";
import { boxOfPool } from "../pool/pool-box.ts";
import { abortable, type Clock, every, systemClock } from "../pool/time.ts";
import { answersIn, problemIn, type Reply } from "../wire/messages.ts";
import type { VocabularyOptions } from "../wire/vocabulary.ts";
import { type Carrier, openCarrier, randomName } from "./carrier.ts";
import type { FleetAccess, NatsMessage } from "./fleet-access.ts";
import { FleetLane, type LaneSetting } from "./fleet-lane.ts";
import { type FleetLanguage, fleetLanguage } from "./fleet-language.ts";
import { type Join, LONGEST_NAME, readJoin, readMessage, readOr, shownText } from "./fleet-messages.ts";
import { Witnesses } from "./witnesses.ts";

/** Seconds between two heartbeats of a worker, and without a sign of it after which its leases are given to others. */
const BEAT = 2;
const LEASE = 10;
/** How long to wait for another learner to say that it is at work, in milliseconds. */
const BUSY = 250;
/** The most leases whose late answers are awaited. */
const MOST_LATE = 1000;
/** The most workers whose mistakes are told: anyone can make up names. */
const MOST_TOLD = 1000;
/** A worker that will be done within this time, in milliseconds, gets the next lease, so that it need not wait for it. */
const AHEAD = 20;
/** Ids of leases begin at a random number, so that an answer for another learner is never taken for one for this. */
const IDS = 2 ** 20;

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
  const fleet = new Fleet(carrier, options, clock);
  try {
    return await abortable(fleet.open(), options.signal);
  } catch (error) {
    await fleet.close();
    throw error;
  }
}

interface Member {
  readonly join: Join;
  readonly lane: FleetLane;
}

/** The workers of a fleet, as the learner sees them: who is there, what they have in hand, and what they said. */
class Fleet {
  readonly #id = randomName();
  readonly #carrier: Carrier;
  readonly #options: FleetBoxOptions;
  readonly #clock: Clock;
  readonly #report: Report;
  /** In seconds. */
  readonly #times: { readonly beat: number; readonly lease: number };
  readonly #stopChecks: () => void;
  readonly #setting: LaneSetting;
  readonly #members = new Map<string, Member>();
  /** What leases that ran out were about. */
  readonly #late = new Map<number, { readonly lane: FleetLane; readonly words: readonly Word[] }>();
  readonly #started: number;
  /** Workers that were refused or sent nonsense, so that this is said once. */
  readonly #told = new Set<string>();
  /** Is it known that there is no other learner? */
  #atWork = false;
  #opened: (box: OpenBox<unknown>) => void = () => {};
  #failed: (error: HankelError) => void = () => {};
  /** The first worker decides about these. */
  #language: FleetLanguage | undefined;
  #pool: Pool<unknown, FleetLane> | undefined;
  #witnesses: Witnesses | undefined;
  #nextId = randomInt(2 ** 31) * IDS;
  #answered = 0;

  constructor(carrier: Carrier, options: FleetBoxOptions, clock: Clock) {
    const { report = () => {}, beat = BEAT, lease = LEASE, timeout = Number.POSITIVE_INFINITY } = options;
    this.#carrier = carrier;
    this.#options = options;
    this.#clock = clock;
    this.#report = report;
    this.#times = { beat, lease };
    this.#started = clock.now();
    this.#setting = {
      clock,
      newId: () => this.#nextId++,
      beat: beat * 1000,
      timeout: timeout * 1000,
      largest: () => carrier.largest,
      answered: (lane, words, answers) => this.#took(lane, words, answers),
      ranOut: (lane, id, words) => this.#ranOut(lane, id, words),
    };
    this.#stopChecks = every(clock, (beat * 1000) / 2, () => this.#check());
  }

  /** Announces the learner, makes sure that it is the only one, and waits for the first worker. */
  open(): Promise<OpenBox<unknown>> {
    const carrier = this.#carrier;
    const { subjects } = carrier;
    const inbox = subjects.inbox(this.#id);
    const say = (verb: "asks" | "hello") =>
      carrier.send(subjects.hello, JSON.stringify({ [verb]: this.#id }), inbox);
    return new Promise((resolve, reject) => {
      this.#opened = resolve;
      this.#failed = (error) => (this.#pool === undefined ? reject(error) : this.#pool.fail(error));
      carrier.listener = {
        failed: this.#failed,
        changed: (connected) => {
          for (const { lane } of this.#members.values()) {
            if (connected) lane.resume();
            else lane.suspend();
          }
          if (connected) say("hello");
        },
      };
      carrier.receive(inbox, ({ data }) => this.#meet(readOr(data)));
      carrier.receive(subjects.hello, (message) => this.#answerHello(message));
      carrier.receive(subjects.who, (message) => carrier.answer(message, this.#facts()));
      // Workers are not disturbed before it is known that there is no other learner.
      say("asks");
      this.#clock.after(BUSY, () => {
        if (carrier.closed) return;
        this.#atWork = true;
        carrier.receive(subjects.everyWorker, (message) => this.#receive(message));
        say("hello");
        this.#clock.after(BUSY, () => {
          if (this.#pool !== undefined || carrier.closed) return;
          this.#report(`waiting for workers of the fleet ${this.#options.name}`);
        });
      });
    });
  }

  async close(): Promise<void> {
    this.#stopChecks();
    this.#carrier.send(this.#carrier.subjects.hello, JSON.stringify({ goodbye: this.#id }));
    await this.#carrier.close();
  }

  /** Another learner says that it is at work. */
  #meet({ busy, host, pid }: Reply): void {
    if (typeof busy !== "string") return;
    const other = `process ${Number(pid)} on ${shownText(host, LONGEST_NAME)}`;
    this.#failed(
      new HankelError(
        "usage",
        `the fleet ${this.#options.name} has a learner already: ${other}; wait for its end, or choose another name`,
      ),
    );
  }

  /** Tells another learner that this one is at work. When both start at once, the one with the smaller id goes on. */
  #answerHello(message: NatsMessage): void {
    const { hello, asks } = readOr(message.data);
    const other = typeof hello === "string" ? hello : asks;
    if (typeof other !== "string" || other === this.#id || !(this.#atWork || this.#id < other)) return;
    this.#carrier.answer(message, { busy: this.#id, host: hostname(), pid: process.pid });
  }

  /** Handles a message of a worker. */
  #receive({ subject, data }: NatsMessage): void {
    const worker = this.#carrier.subjects.workerAt(subject);
    if (worker === undefined) return;
    try {
      const message = readMessage(data);
      if (message["hankel"] !== undefined) this.#joins(worker, message);
      else if (message["leave"] !== undefined)
        this.#remove(worker, shownText(message["leave"]) || "it left", false);
      else this.#hear(worker, message, data.length);
    } catch (error) {
      this.#tell(worker, `a message of ${worker} was dropped: ${messageOf(error)}`);
    }
  }

  /** Gives up the workers that were silent for too long. */
  #check(): void {
    if (!this.#carrier.connected) return;
    for (const [worker, { lane }] of this.#members) {
      const reason = lane.overdue(this.#times.lease * 1000);
      if (reason !== undefined) this.#remove(worker, reason, true);
    }
  }

  /** The lanes that should not answer a word again, if there are others: on another host, or at least another worker. */
  #shun(word: Word): readonly FleetLane[] {
    const before = this.#witnesses?.of(word) ?? [];
    const lanes = Array.from(this.#members.values(), ({ lane }) => lane);
    const saw = (part: "host" | "name") =>
      lanes.filter(({ machine }) => before.some((other) => other[part] === machine[part]));
    const sameHost = saw("host");
    return sameHost.length < lanes.length ? sameHost : saw("name");
  }

  /** Who is there and what is under way. */
  #facts(): object {
    const seconds = (this.#clock.now() - this.#started) / 1000;
    const workers = Array.from(this.#members, ([id, { join, lane }]) => {
      return { id, host: join.host, pid: join.pid, ...lane.facts };
    });
    const answered = this.#answered;
    const done = { seconds, answered, rate: answered / seconds };
    return { learner: { id: this.#id, host: hostname(), pid: process.pid, ...done }, workers };
  }

  #hear(worker: string, message: Reply, bytes: number): void {
    const member = this.#members.get(worker);
    this.#takeLate(worker, message);
    if (member === undefined) this.#send(worker, { join: true });
    else member.lane.hear(message, bytes);
  }

  #joins(worker: string, message: Reply): void {
    const member = this.#members.get(worker);
    let join: Join;
    try {
      join = readJoin(message);
    } catch (error) {
      // Someone else may speak in the name of a worker that was accepted.
      if (member !== undefined) throw error;
      this.#refuse(worker, messageOf(error), message["session"]);
      return;
    }
    if (member?.join.session === join.session) {
      this.#welcome(worker, join);
      member.lane.rejoin(join.holds);
      return;
    }
    try {
      this.#language ??= this.#open(worker, join);
    } catch (error) {
      this.#failed(error instanceof HankelError ? error : new HankelError("teacher", messageOf(error)));
      return;
    }
    const refusal = join.probe.length === 0 ? "its join has no probe" : this.#language.refusal(join);
    if (refusal !== undefined) {
      this.#refuse(worker, refusal, join.session);
      return;
    }
    if (member !== undefined) this.#remove(worker, "it was started again", true);
    this.#accept(worker, join, this.#language);
  }

  /** The first worker decides about the language. */
  #open(worker: string, join: Join): FleetLanguage {
    const { name, batch, timeout } = this.#options;
    const language = fleetLanguage(worker, join, this.#options);
    const { vocabulary } = language;
    const { announcement, longest, tests } = join;
    this.#witnesses = new Witnesses(vocabulary.kind, vocabulary.alphabet);
    const pool = new Pool<unknown, FleetLane>([], vocabulary.alphabet, {
      clock: this.#clock,
      wish: batch,
      timeout: timeout === undefined ? undefined : timeout * 1000,
      ahead: AHEAD,
      shun: (word) => this.#shun(word),
    });
    this.#pool = pool;
    this.#opened({
      ...boxOfPool(`the fleet ${name}`, vocabulary, announcement, pool),
      ...(longest !== undefined && { longest }),
      ...(tests !== undefined && { tests }),
      witnesses: (word) => (this.#witnesses?.of(word) ?? []).map((machine) => machine.name),
      weigh: (words, options) => this.#weigh(pool, words, options),
      close: async () => {
        await pool.close();
        await this.close();
      },
    });
    return language;
  }

  async #weigh(
    pool: Pool<unknown, FleetLane>,
    words: readonly Word[],
    options: WeighOptions<unknown> = {},
  ): Promise<readonly unknown[]> {
    // Without a connection no answer comes, so there is nothing to wait for.
    const stop = () => {
      if (this.#carrier.connected) return;
      for (const { lane } of this.#members.values()) lane.drop("the run was stopped");
    };
    options.signal?.addEventListener("abort", stop);
    try {
      return await pool.weigh(words, options);
    } finally {
      options.signal?.removeEventListener("abort", stop);
    }
  }

  #accept(worker: string, join: Join, language: FleetLanguage): void {
    const lane = new FleetLane(
      { name: worker, host: join.host },
      join,
      language.vocabularyOf(join),
      (text) => this.#carrier.send(this.#carrier.subjects.to(worker), text),
      this.#setting,
    );
    const waiting = this.#members.size === 0 && this.#answered > 0;
    this.#members.set(worker, { join, lane });
    if (waiting) this.#report(`the worker ${worker} is there; the run goes on`);
    this.#welcome(worker, join);
    this.#pool?.add(lane);
  }

  #welcome(worker: string, { session }: Join): void {
    this.#send(worker, { welcome: this.#id, session, host: hostname(), ...this.#times });
  }

  /** The session says who is meant, if two workers have one name. */
  #refuse(worker: string, reason: string, session: unknown): void {
    this.#send(worker, { refused: shownText(reason), session: shownText(session, LONGEST_NAME) });
    this.#tell(worker, `the worker ${worker} is refused: ${reason}`);
  }

  #remove(worker: string, reason: string, crashed: boolean): void {
    const member = this.#members.get(worker);
    if (member === undefined) return;
    this.#members.delete(worker);
    const held = member.lane.facts.leases.length > 0 ? "; what it had in hand goes to others" : "";
    this.#report(`the worker ${worker} is gone: ${reason}${held}`);
    member.lane.end(reason, crashed);
    if (this.#members.size === 0)
      this.#report(`no worker of the fleet ${this.#options.name} is there; waiting for one`);
  }

  #took(lane: FleetLane, words: readonly Word[], answers: readonly unknown[]): void {
    this.#answered += words.length;
    this.#witnesses?.note(lane.machine, words);
    this.#compare(lane, words, answers);
  }

  #ranOut(lane: FleetLane, id: number, words: readonly Word[]): void {
    this.#witnesses?.watch(words);
    this.#late.set(id, { lane, words });
    if (this.#late.size > MOST_LATE) this.#late.delete(this.#late.keys().next().value as number);
  }

  /** An answer to a lease that was given to others: it is compared, and not used. */
  #takeLate(worker: string, message: Reply): void {
    const id = message["id"] as number;
    const late = this.#late.get(id);
    // One worker must not speak for another.
    if (late?.lane.machine.name !== worker) return;
    this.#late.delete(id);
    if (problemIn(message) !== undefined) return;
    this.#compare(late.lane, late.words, answersIn(late.lane.vocabulary, late.words, message));
  }

  #compare({ machine }: FleetLane, words: readonly Word[], answers: readonly unknown[]): void {
    const contradiction = this.#witnesses?.compare(machine.name, words, answers);
    if (contradiction === undefined) return;
    if (this.#options.contradicted === "report") this.#report(contradiction.message);
    else this.#pool?.fail(contradiction);
  }

  #send(worker: string, message: object): void {
    this.#carrier.send(this.#carrier.subjects.to(worker), JSON.stringify(message));
  }

  #tell(worker: string, notice: string): void {
    if (this.#told.has(worker) || this.#told.size >= MOST_TOLD) return;
    this.#told.add(worker);
    this.#report(shownText(notice));
  }
}
