import { randomInt } from "node:crypto";
import { hostname } from "node:os";
import { HankelError, messageOf, type Word } from "@hankel/core";
import type { Report } from "../box.ts";
import type { Clock } from "../pool/clock.ts";
import { Pool } from "../pool/pool.ts";
import type { Reply } from "../wire/messages.ts";
import { readAnswers } from "../wire/messages.ts";
import type { VocabularyOptions } from "../wire/vocabulary.ts";
import { type Carrier, randomName } from "./carrier.ts";
import { Comparisons } from "./comparisons.ts";
import { FleetLane, type LaneSetting } from "./fleet-lane.ts";
import { FleetLanguage } from "./fleet-language.ts";
import { type Join, LONGEST_NAME, readJoin, readMessage, shownText } from "./fleet-messages.ts";
import type { NatsMessage } from "./nats-client.ts";
import { Witnesses } from "./witnesses.ts";

/** The most leases whose late answers are awaited. */
const MOST_LATE = 1000;
/** The most workers whose mistakes are told: anyone can make up names. */
const MOST_TOLD = 1000;
/** A worker that will be done within this time, in milliseconds, gets the next lease, so that it need not wait for it. */
const AHEAD = 20;
/** Ids of leases begin at a random number, so that an answer for another learner is never taken for one for this. */
const IDS = 2 ** 20;

export interface FleetOptions extends VocabularyOptions {
  readonly name: string;
  /** Seconds between two heartbeats of a worker. */
  readonly beat: number;
  /** After so many seconds without a sign of a worker its leases are given to others. */
  readonly lease: number;
  /** The most seconds that an answer may take. */
  readonly timeout?: number | undefined;
  readonly batch?: number | undefined;
  /** What happens when two workers contradict each other: the run ends, or only says so. */
  readonly contradicted: "fail" | "report";
  readonly report: Report;
  readonly clock: Clock;
}

interface Member {
  readonly join: Join;
  readonly lane: FleetLane;
}

/** What a lease that ran out was about. */
interface LateLease {
  readonly lane: FleetLane;
  readonly words: readonly Word[];
}

/** The workers of a fleet, as the learner sees them: who is there, what they have in hand, and what they said. */
export class Fleet {
  readonly id = randomName();
  /** Called when the first worker has joined. */
  opened: (language: FleetLanguage, pool: Pool<unknown>) => void = () => {};
  /** Called when the fleet cannot be opened. */
  failed: (error: HankelError) => void = () => {};
  readonly #carrier: Carrier;
  readonly #options: FleetOptions;
  readonly #setting: LaneSetting;
  readonly #members = new Map<string, Member>();
  /** The machines that ever joined, with their hosts; a machine's number is its place, from 1 on. */
  readonly #machines: { readonly name: string; readonly host: string }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #late = new Map<number, LateLease>();
  readonly #started: number;
  /** Workers that were refused or sent nonsense, so that this is said once. */
  readonly #told = new Set<string>();
  #language: FleetLanguage | undefined;
  #pool: Pool<unknown> | undefined;
  #witnesses = new Witnesses(0);
  #comparisons: Comparisons | undefined;
  #nextId = randomInt(2 ** 31) * IDS;
  #answered = 0;

  constructor(carrier: Carrier, options: FleetOptions) {
    this.#carrier = carrier;
    this.#options = options;
    this.#started = options.clock.now();
    this.#setting = {
      clock: options.clock,
      newId: () => this.#nextId++,
      beat: options.beat * 1000,
      timeout: (options.timeout ?? Number.POSITIVE_INFINITY) * 1000,
      largest: () => carrier.largest,
      answered: (lane, words, answers) => this.#took(lane, words, answers),
      ranOut: (lane, id, words) => this.#ranOut(lane, id, words),
    };
  }

  get size(): number {
    return this.#members.size;
  }

  /** Handles a message of a worker. */
  receive({ subject, data }: NatsMessage): void {
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

  /** The connection of the learner is lost, or back. */
  reconnected(connected: boolean): void {
    for (const { lane } of this.#members.values()) {
      if (connected) lane.resume();
      else lane.suspend();
    }
  }

  /** Gives up the workers that were silent for too long. */
  check(): void {
    if (!this.#carrier.connected) return;
    for (const [worker, { lane }] of this.#members) {
      const reason = lane.overdue(this.#options.lease * 1000);
      if (reason !== undefined) this.#remove(worker, reason, true);
    }
  }

  /** Takes all leases back, whatever becomes of them. */
  dropLeases(reason: string): void {
    for (const { lane } of this.#members.values()) lane.drop(reason);
  }

  /** The lanes that should not answer a word again, if there are others: on another host, or at least another worker. */
  shun(word: Word): readonly FleetLane[] {
    const before = this.#witnesses.of(word).map((number) => this.#machines[number - 1]);
    const lanes = Array.from(this.#members.values(), ({ lane }) => lane);
    const sameHost = ({ host }: FleetLane) => before.some((machine) => machine.host === host);
    if (!lanes.every(sameHost)) return lanes.filter(sameHost);
    return lanes.filter(({ machine }) => before.some(({ name }) => name === machine));
  }

  /** Who answered a word, first and last. */
  witnesses(word: Word): readonly string[] {
    return this.#witnesses.of(word).map((number) => this.#machines[number - 1].name);
  }

  /** Who is there and what is under way. */
  facts(): object {
    const seconds = (this.#options.clock.now() - this.#started) / 1000;
    const workers = Array.from(this.#members, ([id, { join, lane }]) => {
      return { id, host: join.host, pid: join.pid, ...lane.facts };
    });
    const rate = this.#answered / seconds;
    const learner = {
      id: this.id,
      host: hostname(),
      pid: process.pid,
      seconds,
      answered: this.#answered,
      rate,
    };
    return { learner, workers };
  }

  #hear(worker: string, message: Reply, bytes: number): void {
    const member = this.#members.get(worker);
    const late = this.#late.get(message["id"] as number);
    // One worker must not speak for another.
    if (late?.lane.machine === worker) this.#takeLate(late, message);
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
      this.failed(error instanceof HankelError ? error : new HankelError("teacher", messageOf(error)));
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
    const language = new FleetLanguage(worker, join, this.#options);
    const { kind, alphabet } = language.vocabulary;
    this.#witnesses = new Witnesses(alphabet.size);
    this.#comparisons = new Comparisons(kind, alphabet);
    const { batch, timeout, clock } = this.#options;
    this.#pool = new Pool<unknown>([], alphabet, {
      clock,
      wish: batch,
      timeout: timeout === undefined ? undefined : timeout * 1000,
      ahead: AHEAD,
      fleet: { shun: (word) => this.shun(word) },
    });
    this.opened(language, this.#pool);
    return language;
  }

  #accept(worker: string, join: Join, language: FleetLanguage): void {
    const { host, copies, want } = join;
    const lane = new FleetLane(
      { machine: worker, host, copies, want },
      language.vocabularyOf(join),
      (text) => this.#carrier.send(this.#carrier.subjects.to(worker), text),
      this.#setting,
    );
    if (!this.#numbers.has(worker)) this.#numbers.set(worker, this.#machines.push({ name: worker, host }));
    const waiting = this.#members.size === 0 && this.#answered > 0;
    this.#members.set(worker, { join, lane });
    if (waiting) this.#options.report(`the worker ${worker} is there; the run goes on`);
    this.#welcome(worker, join);
    this.#pool?.add(lane);
  }

  #welcome(worker: string, { session }: Join): void {
    const { beat, lease } = this.#options;
    this.#send(worker, { welcome: this.id, session, host: hostname(), beat, lease });
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
    this.#options.report(`the worker ${worker} is gone: ${reason}${held}`);
    member.lane.end(reason, crashed);
    if (this.#members.size === 0)
      this.#options.report(`no worker of the fleet ${this.#options.name} is there; waiting for one`);
  }

  #took(lane: FleetLane, words: readonly Word[], answers: readonly unknown[]): void {
    this.#answered += words.length;
    this.#witnesses.note(this.#numbers.get(lane.machine) as number, words);
    this.#compare(lane, words, answers);
  }

  #ranOut(lane: FleetLane, id: number, words: readonly Word[]): void {
    this.#comparisons?.watch(words);
    this.#late.set(id, { lane, words });
    if (this.#late.size > MOST_LATE) this.#late.delete(this.#late.keys().next().value as number);
  }

  /** An answer to a lease that was given to others: it is compared, and not used. */
  #takeLate({ lane, words }: LateLease, message: Reply): void {
    this.#late.delete(message["id"] as number);
    const language = this.#language;
    if (language === undefined || message["error"] !== undefined) return;
    this.#compare(lane, words, readAnswers(lane.vocabulary, words, message));
  }

  #compare({ machine }: FleetLane, words: readonly Word[], answers: readonly unknown[]): void {
    const contradiction = this.#comparisons?.take(machine, words, answers);
    if (contradiction === undefined) return;
    if (this.#options.contradicted === "fail") this.#pool?.fail(contradiction);
    else this.#options.report(contradiction.message);
  }

  #send(worker: string, message: object): void {
    this.#carrier.send(this.#carrier.subjects.to(worker), JSON.stringify(message));
  }

  #tell(worker: string, notice: string): void {
    if (this.#told.has(worker) || this.#told.size >= MOST_TOLD) return;
    this.#told.add(worker);
    this.#options.report(shownText(notice));
  }
}
