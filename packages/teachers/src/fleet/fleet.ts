import { randomInt } from "node:crypto";
import { hostname } from "node:os";
import { HankelError, messageOf, type Word } from "@hankel/core";
import type { OpenBox, Report, WeighOptions } from "../box.ts";
import { Pool } from "../pool/pool.ts";
import { boxOfPool } from "../pool/pool-box.ts";
import { abortable, type Clock, every, systemClock } from "../pool/time.ts";
import { Account } from "../wire/account.ts";
import { answersIn, problemIn, type Reply } from "../wire/messages.ts";
import type { VocabularyOptions } from "../wire/vocabulary.ts";
import { type Carrier, openCarrier, randomName } from "./carrier.ts";
import type { FleetAccess, NatsMessage } from "./fleet-access.ts";
import { FleetLane, type LaneSetting } from "./fleet-lane.ts";
import { type FleetLanguage, fleetLanguage } from "./fleet-language.ts";
import { isCount, type Join, LONGEST_NAME, readJoin, readMessage, shownText } from "./fleet-messages.ts";
import { Notices } from "./notices.ts";
import { Witnesses } from "./witnesses.ts";

/** Seconds between two heartbeats of a worker, and without a sign of it after which its leases are given to others. */
const BEAT = 2;
const LEASE = 10;
/** How long to wait for another learner to say that it is at work, in milliseconds. */
const BUSY = 250;
/** The most leases whose late answers are awaited. */
const MOST_LATE = 1000;
/** The most workers: anyone can make up names. With so many, the learner itself sends and reads thousands of messages a second. */
const MOST_MEMBERS = 1000;
/** The most workers whose mistakes are told. */
const MOST_TOLD = 1000;
/** So many times within a beat the learner looks whether the workers that have leases are there. */
const LOOKS = 8;
/** After the learner was cut off, a worker has so many beats to come back before the server is asked for it. */
const BACK = 1;
/** So many workers are told of in one message. */
const TOLD_AT_ONCE = 50;
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
  /** Looks at the box that the first worker makes, and at its answers to a few words: why is that worker refused? Undefined if it is not. */
  readonly refuse?:
    | ((
        box: OpenBox<unknown>,
        probe: readonly (readonly [symbols: readonly string[], answer: unknown])[],
      ) => string | undefined)
    | undefined;
  /** The memory that the run may take, in bytes, a gibibyte by default: the values of a message may take a quarter of it. */
  readonly maxMemory?: number | undefined;
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
  readonly session: string;
  readonly host: string;
  readonly pid: number;
  readonly lane: FleetLane;
  /** Ends the watch over its connection. */
  readonly unwatch: () => void;
}

/** The workers of a fleet, as the learner sees them: who is there, what they have in hand, and what they said. */
class Fleet {
  readonly #id = randomName();
  readonly #carrier: Carrier;
  readonly #options: FleetBoxOptions;
  readonly #clock: Clock;
  readonly #notices: Notices;
  /** In seconds. */
  readonly #times: { readonly beat: number; readonly lease: number };
  readonly #stopChecks: () => void;
  /** The bytes that the values of a message may take. */
  readonly #room: number;
  readonly #setting: LaneSetting;
  readonly #members = new Map<string, Member>();
  /** What leases that ran out were about. */
  readonly #late = new Map<number, { readonly lane: FleetLane; readonly words: readonly Word[] }>();
  readonly #started: number;
  /** Workers that were refused or sent nonsense, so that this is said once. */
  readonly #told = new Set<string>();
  /** When it was known that there is no other learner. */
  #atWork: number | undefined;
  /** When the connection was last there again. */
  #connectedAt: number;
  /** Messages that make no sense. */
  #dropped = 0;
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
    // Messages come over one connection, and have a mebibyte at most.
    this.#room = new Account(options.maxMemory).room;
    this.#clock = clock;
    this.#notices = new Notices(report, clock);
    this.#times = { beat, lease };
    this.#started = clock.now();
    this.#connectedAt = this.#started;
    this.#setting = {
      clock,
      newId: () => this.#nextId++,
      beat: beat * 1000,
      timeout: timeout * 1000,
      largest: () => carrier.largest,
      answered: (lane, words, answers) => this.#took(lane, words, answers),
      ranOut: (lane, id, words) => this.#ranOut(lane, id, words),
    };
    this.#stopChecks = every(clock, (beat * 1000) / LOOKS, () => this.#check());
  }

  /** Announces the learner, makes sure that it is the only one, and waits for the first worker. */
  open(): Promise<OpenBox<unknown>> {
    const carrier = this.#carrier;
    const { subjects } = carrier;
    return new Promise((resolve, reject) => {
      this.#opened = resolve;
      this.#failed = (error) => (this.#pool === undefined ? reject(error) : this.#pool.fail(error));
      carrier.listener = { failed: this.#failed, changed: (connected) => this.#changed(connected) };
      carrier.receive(subjects.hello, ({ data }) => this.#meet(this.#read(data)));
      carrier.receive(subjects.who, (message) => this.#answerWho(message));
      // Workers are not disturbed before it is known that there is no other learner.
      this.#sayToAll({ asks: this.#id });
      this.#clock.after(BUSY, () => {
        if (carrier.closed) return;
        this.#atWork = this.#clock.now();
        carrier.receive(subjects.everyWorker, (message) => this.#receive(message));
        this.#sayHello();
        this.#clock.after(BUSY, () => {
          if (this.#pool !== undefined || carrier.closed) return;
          this.#notices.say(`waiting for workers of the fleet ${this.#options.name}`);
        });
      });
    });
  }

  async close(): Promise<void> {
    this.#stopChecks();
    this.#notices.end();
    this.#sayToAll({ goodbye: this.#id });
    await this.#carrier.close();
  }

  #changed(connected: boolean): void {
    this.#connectedAt = this.#clock.now();
    for (const { lane } of this.#members.values()) {
      if (connected) lane.resume();
      else lane.suspend();
    }
    if (connected && this.#atWork !== undefined) this.#sayHello();
  }

  #sayHello(): void {
    this.#sayToAll({ hello: this.#id, ...this.#self });
  }

  /** How long it has been at work, and where. */
  get #self() {
    const seconds = (this.#clock.now() - (this.#atWork ?? this.#clock.now())) / 1000;
    return { host: hostname(), pid: process.pid, seconds };
  }

  #sayToAll(message: object): void {
    this.#carrier.send(this.#carrier.subjects.hello, JSON.stringify(message));
  }

  /**
   * Another learner speaks. It is told that this one is at work; if both are, the one that began later ends. All of this is said where only
   * learners may speak, so that no worker can end a learner.
   */
  #meet({ asks, hello, busy, to, host, pid, seconds }: Reply): void {
    if (typeof busy === "string" && to === this.#id) this.#yieldTo(host, pid);
    const other = hello ?? asks;
    if (typeof other !== "string" || other === this.#id) return;
    const own = this.#self.seconds;
    const theirs = hello !== undefined && typeof seconds === "number" ? seconds : 0;
    const first = own === theirs ? this.#id < other : own > theirs;
    const starting = this.#atWork === undefined;
    // Who only asks is at work later than who is at work, whatever the clocks say.
    if (first || (asks !== undefined && !starting))
      this.#sayToAll({ busy: this.#id, to: other, ...this.#self });
    else if (hello !== undefined) this.#yieldTo(host, pid);
  }

  /** There is another learner already. */
  #yieldTo(host: unknown, pid: unknown): void {
    const other = `process ${isCount(pid) ? pid : "?"} on ${shownText(host, LONGEST_NAME) || "an unknown host"}`;
    this.#failed(
      new HankelError(
        "usage",
        `the fleet ${this.#options.name} has a learner already: ${other}; wait for its end, or choose another name`,
      ),
    );
  }

  /** A message as an object. One that is none counts, and has no members. */
  #read(data: Uint8Array): Reply {
    try {
      return readMessage(data, this.#room);
    } catch {
      this.#dropped++;
      return {};
    }
  }

  /** Handles a message of a worker. */
  #receive({ subject, data }: NatsMessage): void {
    const worker = this.#carrier.subjects.workerAt(subject);
    if (worker === undefined) return;
    try {
      const message = readMessage(data, this.#room);
      if (message["hankel"] !== undefined) this.#joins(worker, message);
      else if (message["leave"] !== undefined)
        this.#remove(worker, shownText(message["leave"]) || "it left", false);
      else this.#hear(worker, message, data.length);
    } catch (error) {
      this.#dropped++;
      this.#tell(worker, `a message of ${worker} was dropped: ${messageOf(error)}`);
    }
  }

  /** Gives up the workers that were silent for too long, and looks whether those that have leases are there. */
  #check(): void {
    if (!this.#carrier.connected) return;
    for (const [worker, { lane }] of this.#members) {
      const reason = lane.overdue(this.#times.lease * 1000);
      if (reason !== undefined) this.#remove(worker, reason, true);
      else lane.look();
    }
  }

  /** The server says that nobody listens for this worker. After the learner was cut off, the worker may need a moment more to come back. */
  #vanished(worker: string, lane: FleetLane): void {
    if (this.#members.get(worker)?.lane !== lane) return;
    const since = (this.#clock.now() - this.#connectedAt) / 1000;
    if (lane.isCut && since < BACK * this.#times.beat) return;
    this.#remove(worker, "the server has lost it", true);
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

  /** Tells who is there and what is under way. */
  #answerWho(message: NatsMessage): void {
    const seconds = (this.#clock.now() - this.#started) / 1000;
    const answered = this.#answered;
    const done = { seconds, answered, rate: answered / seconds, dropped: this.#dropped };
    const learner = { id: this.#id, host: hostname(), pid: process.pid, ...done };
    const workers = Array.from(this.#members, ([id, { host, pid, lane }]) => ({
      id,
      host,
      pid,
      ...lane.facts,
    }));
    for (let from = 0; from === 0 || from < workers.length; from += TOLD_AT_ONCE)
      this.#carrier.answer(message, { learner, workers: workers.slice(from, from + TOLD_AT_ONCE) });
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
    if (member?.session === join.session) {
      this.#welcome(join, member.lane);
      member.lane.rejoin(join.holds);
      return;
    }
    const refusal = this.#refusal(worker, join, member !== undefined);
    if (refusal !== undefined) {
      this.#refuse(worker, refusal, join.session);
      return;
    }
    if (member !== undefined) this.#remove(worker, "it was started again", true);
    if (this.#language !== undefined) this.#accept(worker, join, this.#language);
  }

  /** Why a worker cannot join, or undefined. The first that can decides about the language. */
  #refusal(worker: string, join: Join, known: boolean): string | undefined {
    if (join.probe.length === 0) return "its join has no probe";
    if (!known && this.#members.size >= MOST_MEMBERS)
      return `the fleet has ${MOST_MEMBERS} workers, and no room for more`;
    if (this.#language !== undefined) return this.#language.refusal(join);
    try {
      return this.#open(worker, join);
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Opens the fleet with the language of its first worker; or returns why that worker is refused. */
  #open(worker: string, join: Join): string | undefined {
    const { name, batch, timeout } = this.#options;
    const language = fleetLanguage(worker, join, this.#options);
    const { vocabulary } = language;
    const { announcement, longest, tests } = join;
    const pool = new Pool<unknown, FleetLane>([], vocabulary.alphabet, {
      clock: this.#clock,
      wish: batch,
      timeout: timeout === undefined ? undefined : timeout * 1000,
      ahead: AHEAD,
      shun: (word) => this.#shun(word),
    });
    const box: OpenBox<unknown> = {
      ...boxOfPool(`the fleet ${name}`, vocabulary, announcement, pool),
      ...(longest !== undefined && { longest }),
      ...(tests !== undefined && { tests }),
      witnesses: (word) => (this.#witnesses?.of(word) ?? []).map((machine) => machine.name),
      weigh: (words, options) => this.#weigh(pool, words, options),
      close: async () => {
        await pool.close();
        await this.close();
      },
    };
    const refusal = this.#options.refuse?.(box, language.probe);
    if (refusal !== undefined) return refusal;
    this.#language = language;
    this.#witnesses = new Witnesses(vocabulary.kind, vocabulary.alphabet);
    this.#pool = pool;
    this.#opened(box);
    return undefined;
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
    const { host, pid, session } = join;
    const to = this.#carrier.subjects.to(worker);
    const watch = this.#carrier.watch(() => this.#vanished(worker, lane));
    const lane: FleetLane = new FleetLane(
      { name: worker, host },
      join,
      language.vocabularyOf(join),
      (text) => this.#carrier.send(to, text, watch.inbox),
      this.#setting,
    );
    const waiting = this.#members.size === 0 && this.#answered > 0;
    this.#members.set(worker, { session, host, pid, lane, unwatch: watch.end });
    if (waiting) this.#notices.say(`the worker ${worker} is there; the run goes on`);
    this.#welcome(join, lane);
    this.#pool?.add(lane);
  }

  #welcome({ session }: Join, lane: FleetLane): void {
    lane.say({ welcome: this.#id, session, host: hostname(), ...this.#times });
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
    member.unwatch();
    const held = member.lane.facts.leases.length > 0 ? "; what it had in hand goes to others" : "";
    this.#notices.say(`the worker ${worker} is gone: ${reason}${held}`);
    member.lane.end(reason, crashed);
    if (this.#members.size === 0)
      this.#notices.say(`no worker of the fleet ${this.#options.name} is there; waiting for one`);
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
    if (this.#options.contradicted === "report") this.#notices.say(contradiction.message);
    else this.#pool?.fail(contradiction);
  }

  #send(worker: string, message: object): void {
    this.#carrier.send(this.#carrier.subjects.to(worker), JSON.stringify(message));
  }

  #tell(worker: string, notice: string): void {
    if (this.#told.has(worker) || this.#told.size >= MOST_TOLD) return;
    this.#told.add(worker);
    this.#notices.say(shownText(notice));
  }
}
