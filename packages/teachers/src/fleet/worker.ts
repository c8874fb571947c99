import { hostname } from "node:os";
import {
  countOf,
  foreignText,
  HankelError,
  messageOf,
  readHankel,
  toWdfsa,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { type BlackBox, cannot, type Report } from "../box.ts";
import { FailedWord } from "../pool/pool.ts";
import { type Clock, every, GRACE, systemClock } from "../pool/time.ts";
import type { Reply } from "../wire/messages.ts";
import { type Carrier, checkName, openCarrier, randomName } from "./carrier.ts";
import type { FleetAccess } from "./fleet-access.ts";
import {
  FLEET_VERSION,
  isCount,
  LONGEST_NAME,
  readLease,
  readMessage,
  readSeconds,
  shownText,
} from "./fleet-messages.ts";
import { Notices } from "./notices.ts";

/** The leases that a worker wants to have in hand: one that it is at, and one for when that is done. */
const WANT = 2;
/** Seconds between two heartbeats, if the learner does not say. */
const BEAT = 2;
/** How often it joins as long as nobody has welcomed it, in milliseconds. */
const JOIN_AGAIN = 2000;
/** The most leases in hand; a learner gives no more than are wanted. */
const MOST_LEASES = 16;
/** The most words that may be drawn at once. */
const MOST_SAMPLES = 100_000;
/** The longest word of the probe. */
const LONGEST_PROBE = 8;

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

/** What a worker has done. */
export interface WorkerResult {
  readonly leases: number;
  readonly words: number;
}

/**
 * Answers the questions of a fleet from a black box, until the signal ends it. It waits for a server or a learner that is
 * not there. Throws if the learner refuses it.
 *
 * @example
 * // Not run here: it needs the server of a fleet.
 * const box = await openModule({ path: "box.mjs" });
 * const { words } = await runWorker({ fleet: "nats://host:4222", name: "coffee", box });
 * console.log(words);
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
    notices: new Notices(report, clock),
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

/** What a worker announces about its box: the announcement of docs/protocol.md, and what only Hankel's own boxes know. */
export function describeBox(box: BlackBox<unknown>): Record<string, unknown> {
  const { kind, alphabet, longest, tests } = box;
  return {
    hankel: 1,
    ...kind.announced,
    alphabet: alphabet.symbols,
    counterexamples: box.findCounterexample !== undefined && kind.sendsConjectures,
    samples: box.draw !== undefined,
    ...(longest !== undefined && { longest }),
    ...(tests !== undefined && { tests }),
  };
}

/** Short words whose answers tell one model from another: ε, the first symbol, the last, and the first symbols in a row. */
export function probeWords({ alphabet, longest = LONGEST_PROBE }: BlackBox<unknown>): Word[] {
  const most = Math.min(alphabet.size, LONGEST_PROBE, longest);
  if (most === 0) return [[]];
  return [[], [0], [alphabet.size - 1], Array.from({ length: most }, (_, letter) => letter)];
}

/** The answers to words as a member of a JSON object: `"weights":[…]`, `"outputs":[…]` or `"distributions":[…]`. */
export function writeAnswers({ kind }: BlackBox<unknown>, answers: readonly unknown[]): string {
  return `"${kind.reply}":${JSON.stringify(answers.map((answer) => kind.write(answer)))}`;
}

interface Lease {
  readonly id: number;
  readonly request: Reply;
  readonly words: number;
  readonly arrived: number;
}

interface WorkerSetting {
  readonly id: string;
  /** What tells it from another worker of the same name. */
  readonly session: string;
  readonly box: BlackBox<unknown>;
  readonly carrier: Carrier;
  /** The join without the leases in hand, and without its last brace. */
  readonly announcement: string;
  readonly notices: Notices;
  readonly clock: Clock;
}

/** A worker of a fleet: it joins, answers its leases in order, and says now and then that it is alive. */
class Worker {
  readonly #setting: WorkerSetting;
  /** The leases in hand, the one under way first. */
  #leases: Lease[] = [];
  #working = false;
  #learner: string | undefined;
  /** The learner that it was last at work for, also if that one is away. */
  #served: string | undefined;
  #stopTimer: () => void = () => {};
  #stopGrace: () => void = () => {};
  /** Answers that could not be sent, since the server was away. */
  readonly #unsent: string[] = [];
  #stopping = false;
  #ended = false;
  #done = { leases: 0, words: 0 };
  #busy = 0;
  #settle: { resolve: (result: WorkerResult) => void; reject: (error: Error) => void } | undefined;

  constructor(setting: WorkerSetting) {
    this.#setting = setting;
  }

  /** Serves until it is stopped; rejects if it is refused. */
  run(): Promise<WorkerResult> {
    const { carrier, id } = this.#setting;
    const { subjects } = carrier;
    return new Promise<WorkerResult>((resolve, reject) => {
      this.#settle = { resolve, reject };
      carrier.listener = {
        changed: (connected) => {
          if (connected) this.#back();
        },
        failed: (error) => this.#end(error),
      };
      carrier.receive(subjects.to(id), ({ data }) => this.#receive(data));
      carrier.receive(subjects.hello, ({ data }) => this.#hello(data));
      carrier.receive(subjects.who, (message) => carrier.answer(message, this.#facts()));
      this.#await();
    });
  }

  /** Ends in order: the lease under way is answered if that takes no longer than the grace, the others are given back. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    const back = this.#leases.slice(1).map(({ id }) => id);
    this.#leases = this.#leases.slice(0, 1);
    if (this.#leases.length === 0) {
      this.#leave();
      return;
    }
    this.#setting.notices.say(
      `stopping; ${countOf(this.#leases[0].words, "word")} in hand to be answered first`,
    );
    this.#say(`{"beat":${this.#ids()},"back":${JSON.stringify(back)},"want":0}`);
    this.#stopGrace = this.#setting.clock.after(GRACE, () => this.#leave());
  }

  /** Ends like a worker that is killed. */
  crash(): void {
    this.#setting.carrier.abandon();
    this.#end();
  }

  /** Joins, and again and again as long as nobody answers. */
  #await(): void {
    this.#learner = undefined;
    this.#stopTimer();
    this.#stopTimer = every(this.#setting.clock, JOIN_AGAIN, () => this.#join());
    this.#join();
  }

  #join(): void {
    this.#say(`${this.#setting.announcement},"want":${this.#want},"holds":${this.#ids()}}`);
  }

  /** The server is back: whoever is there gets the answers that are ready, and hears what this worker still has. */
  #back(): void {
    for (const answer of this.#unsent.splice(0)) this.#say(answer);
    this.#await();
  }

  #hello(data: Uint8Array): void {
    const { hello, goodbye } = this.#read(data) ?? {};
    if (hello === undefined && (goodbye === undefined || goodbye !== this.#served)) return;
    // Another learner does not know these leases. The one under way cannot be taken back.
    if (hello !== this.#served) this.#leases = this.#leases.slice(0, this.#working ? 1 : 0);
    this.#await();
  }

  #receive(data: Uint8Array): void {
    const message = this.#read(data);
    if (message === undefined) return;
    const { welcome, refused, join, id, session } = message;
    if (typeof session === "string" && session !== this.#setting.session) {
      const { id: own } = this.#setting;
      const problem = `another worker with the name ${own} has joined; give each its own --id`;
      if (welcome !== undefined) this.#end(new HankelError("usage", problem));
    } else if (typeof welcome === "string") this.#welcome(welcome, message);
    else if (refused !== undefined) {
      this.#end(new HankelError("teacher", `the learner refuses this worker: ${shownText(refused)}`));
    } else if (join !== undefined) this.#join();
    else if (isCount(id)) this.#take(id, message);
  }

  #read(data: Uint8Array): Reply | undefined {
    if (this.#ended) return undefined;
    try {
      return readMessage(data);
    } catch (error) {
      this.#setting.notices.say(`a message was dropped: ${messageOf(error)}`);
      return undefined;
    }
  }

  #welcome(learner: string, { host, beat }: Reply): void {
    const where = shownText(host, LONGEST_NAME) || "an unknown host";
    if (this.#served !== learner) this.#setting.notices.say(`at work for the learner on ${where}`);
    this.#served = learner;
    this.#learner = learner;
    const pause = readSeconds(beat) ?? BEAT;
    const beatOnce = () => this.#say(`{"beat":${this.#ids()},"want":${this.#want}}`);
    this.#stopTimer();
    this.#stopTimer = every(this.#setting.clock, pause * 1000, beatOnce);
  }

  #take(id: number, request: Reply): void {
    if (this.#stopping || this.#leases.some((lease) => lease.id === id)) return;
    if (this.#leases.length >= MOST_LEASES) return;
    const words = askedOf(request, this.#setting.box.kind.verb).length;
    this.#leases.push({ id, request, words, arrived: this.#setting.clock.now() });
    if (!this.#working) void this.#work();
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let lease = this.#leases[0]; lease !== undefined; lease = this.#leases[0]) {
      const started = this.#setting.clock.now();
      const answer = await this.#answer(lease);
      const took = this.#setting.clock.now() - started;
      this.#busy += took;
      this.#leases = this.#leases.filter((other) => other !== lease);
      this.#done = { leases: this.#done.leases + 1, words: this.#done.words + lease.words };
      this.#say(this.#fitting(lease.id, `${answer},"ms":${took.toFixed(3)},"want":${this.#want}}`), true);
    }
    this.#working = false;
    if (this.#stopping) this.#leave();
  }

  /** The answer to a lease, without its last brace. */
  async #answer({ id, request }: Lease): Promise<string> {
    try {
      return `{"id":${id},${await this.#ask(request)}`;
    } catch (error) {
      if (!(error instanceof FailedWord)) return failure(id, messageOf(error));
      const symbols = JSON.stringify(error.symbols);
      const asked = askedOf(request, this.#setting.box.kind.verb);
      const found = asked.findIndex((word) => JSON.stringify(word) === symbols);
      return `${failure(id, error.reason)}${found < 0 ? "" : `,"at":${found}`}`;
    }
  }

  async #ask(request: Reply): Promise<string> {
    const { box } = this.#setting;
    const { alphabet } = box;
    const { conjecture, sample, seed } = request;
    const asked = request[box.kind.verb];
    if (asked !== undefined) return writeAnswers(box, await box.weigh(readLease(alphabet, asked)));
    if (conjecture !== undefined && box.kind.sendsConjectures) {
      if (box.findCounterexample === undefined) throw cannot(box, "find counterexamples");
      const word = await box.findCounterexample(readConjecture(box, conjecture));
      return `"counterexample":${JSON.stringify(word === null ? null : alphabet.spell(word))}`;
    }
    if (isCount(sample, MOST_SAMPLES) && isCount(seed)) {
      if (box.draw === undefined) throw cannot(box, "draw samples");
      const words = await box.draw(sample, seed);
      return `"words":${JSON.stringify(words.map((word) => alphabet.spell(word)))}`;
    }
    throw new HankelError("usage", "this worker does not know such a request");
  }

  #fitting(id: number, text: string): string {
    const { largest } = this.#setting.carrier;
    const bytes = Buffer.byteLength(text);
    if (bytes <= largest) return text;
    const problem = `the answer takes ${bytes} bytes, and a message may have ${largest} (max_payload of the server)`;
    return `${failure(id, problem)},"want":${this.#want}}`;
  }

  #say(text: string, keep = false): void {
    const { carrier, id } = this.#setting;
    if (carrier.connected) carrier.send(carrier.subjects.from(id), text);
    else if (keep) this.#unsent.push(text);
  }

  #leave(): void {
    if (this.#ended) return;
    this.#say('{"leave":"it was stopped"}');
    this.#end();
  }

  /** What arrives from here on starts nothing: a worker that has left must not join again. */
  #end(error?: Error): void {
    this.#ended = true;
    this.#setting.notices.end();
    this.#setting.carrier.listener = {};
    this.#stopTimer();
    this.#stopGrace();
    if (error === undefined) this.#settle?.resolve(this.#done);
    else this.#settle?.reject(error);
  }

  get #want(): number {
    return this.#stopping ? 0 : WANT;
  }

  #ids(): string {
    return JSON.stringify(this.#leases.map(({ id }) => id));
  }

  #facts(): object {
    const now = this.#setting.clock.now();
    const leases = this.#leases.map(({ id, words, arrived }) => ({
      id,
      words,
      seconds: (now - arrived) / 1000,
    }));
    const rate = this.#busy > 0 ? (this.#done.words * 1000) / this.#busy : 0;
    const { id } = this.#setting;
    const known = { id, host: hostname(), pid: process.pid, answered: this.#done.words, rate, leases };
    return { worker: { ...known, learner: this.#learner ?? null } };
  }
}

/** The words that a request asks about, unchecked. */
function askedOf(request: Reply, verb: string): readonly unknown[] {
  const asked = request[verb];
  return Array.isArray(asked) ? asked : [];
}

function failure(id: number, problem: string): string {
  return `{"id":${id},"error":${JSON.stringify(foreignText(problem))}`;
}

/** The automaton of a conjecture. Its tolerance is that of the learner, so the semifield is the box's own. */
export function readConjecture(
  { kind: { algebra } }: BlackBox<unknown>,
  conjecture: unknown,
): Wdfsa<unknown> {
  const own = { ...(conjecture as object), semifield: algebra.name };
  return toWdfsa(readHankel(JSON.stringify(own), algebra));
}
