import { messageOf, type Word } from "@hankel/core";
import { LaneFailure, type LaneQuestion, type LaneState, ProtocolLane } from "../pool/lane.ts";
import { type Clock, systemClock } from "../pool/time.ts";
import { type AnsweredWords, problemIn, type Reply, type Request, wordsRequest } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import { isCount, type Join, readIds, readWant, shownText } from "./fleet-messages.ts";
import type { Host } from "./witnesses.ts";

/** A lease is lost if so many heartbeats do not mention it, the first of them this many beats after it was sent. */
const MISSED = 2;
const LATE = 2.5;
/** A lease or an answer may be on its way for this share of a beat. */
const ON_ITS_WAY = 1 / 8;
/** After a failure a worker gets nothing for this time, in milliseconds; the time doubles with every failure in a row. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 10_000;
/** Messages are made to take at most this share of what is allowed: the size of an answer is only guessed. */
const SHARE = 1 / 2;

/** A request that a worker has in hand. */
interface Lease {
  readonly id: number;
  /** The words, if it is about words. */
  readonly words: readonly Word[];
  readonly settle: (reply: Reply) => void;
  readonly fail: (failure: LaneFailure) => void;
  readonly sent: number;
  /** Since when its time limits count. */
  since: number;
  missed: number;
}

/** What the lanes of a fleet share. */
export interface LaneSetting {
  /** A new id for a lease. */
  readonly newId: () => number;
  /** The time between two heartbeats, in milliseconds. */
  readonly beat: number;
  /** The most milliseconds that an answer may take, although the worker is alive. */
  readonly timeout: number;
  /** The most bytes of a message. */
  readonly largest: () => number;
  /** A lease on words was answered. */
  readonly answered: (lane: FleetLane, words: readonly Word[], answers: readonly unknown[]) => void;
  /** A lease on words is given to others; an answer may still come. */
  readonly ranOut: (lane: FleetLane, id: number, words: readonly Word[]) => void;
  readonly clock?: Clock | undefined;
}

/** A worker of a fleet, somewhere on the network. It is dead once it has left or was silent for too long. */
export class FleetLane extends ProtocolLane {
  readonly machine: Host;
  readonly copies: number;
  reason = "";
  #dead = false;
  /** The learner was cut off, and has not heard of the worker since. */
  #cut = false;
  readonly #setting: LaneSetting;
  readonly #send: (text: string) => void;
  readonly #clock: Clock;
  readonly #sizes: ReturnType<typeof messageSizes>;
  readonly #leases = new Map<number, Lease>();
  #want: number;
  #heard: number;
  #failures = 0;
  #pause: (() => void) | undefined;
  #answered = 0;
  /** The milliseconds in which it had something to do, and since when it has. */
  #busy = 0;
  #since = 0;

  constructor(
    machine: Host,
    { copies, want }: Pick<Join, "copies" | "want">,
    vocabulary: Vocabulary,
    send: (text: string) => void,
    setting: LaneSetting,
  ) {
    super();
    this.machine = machine;
    this.copies = copies;
    this.#want = want;
    this.use(vocabulary);
    this.#send = send;
    this.#setting = setting;
    this.#clock = setting.clock ?? systemClock;
    this.#heard = this.#clock.now();
    this.#sizes = messageSizes(vocabulary);
  }

  get state(): LaneState {
    if (this.#dead) return "dead";
    return this.#cut || this.#pause !== undefined ? "recovering" : "ready";
  }

  get depth(): number {
    return this.#want;
  }

  /** What it has done, in words per second of the time that it had something to do, and what it has in hand. */
  get facts() {
    const now = this.#clock.now();
    const busy = this.#busy + (this.#leases.size > 0 ? now - this.#since : 0);
    return {
      answered: this.#answered,
      rate: busy > 0 ? (this.#answered * 1000) / busy : 0,
      leases: Array.from(this.#leases.values(), ({ id, words, sent }) => ({
        id,
        words: words.length,
        seconds: (now - sent) / 1000,
      })),
      silence: (now - this.#heard) / 1000,
      silent: now - this.#heard > LATE * this.#setting.beat,
      want: this.#want,
    };
  }

  fit(words: readonly Word[], from: number, to: number): number {
    return this.#sizes.fit(words, from, to, this.#setting.largest());
  }

  override async weigh(words: readonly Word[], { states }: LaneQuestion): Promise<AnsweredWords<unknown>> {
    const answered = await this.#lease(wordsRequest(this.vocabulary, words, states), words);
    this.#answered += words.length;
    this.#setting.answered(this, words, answered.weights);
    return answered;
  }

  /** The worker says something: an answer, a heartbeat or both. Throws if the message is wrong. */
  hear(message: Reply, bytes: number): void {
    this.#isThere();
    const want = readWant(message);
    const { id, beat, back } = message;
    if (typeof id === "number") this.#answer(id, message, bytes);
    if (beat !== undefined) this.#beat(readIds(beat));
    if (back !== undefined) for (const lost of readIds(back)) this.#fail(lost, "it gave them back", false);
    if (want !== undefined && want !== this.#want) {
      this.#want = want;
      this.onChange();
    }
  }

  /** The same worker joins again: it may have missed leases, or its answers may be lost. */
  rejoin(holds: readonly number[]): void {
    // Just sent, a lease may still be on its way; but none was sent since the learner was cut off.
    const recent = this.#cut ? Number.NEGATIVE_INFINITY : this.#setting.beat * ON_ITS_WAY;
    const now = this.#clock.now();
    const lost = [...this.#leases.values()].filter(
      ({ id, sent }) => !holds.includes(id) && now - sent >= recent,
    );
    this.#isThere();
    for (const { id } of lost) this.#fail(id, "its connection was lost", false);
  }

  /** The learner itself is cut off: nothing runs out. */
  suspend(): void {
    this.#cut = true;
    this.onChange();
  }

  /** Has nothing been heard of it since the learner was cut off? */
  get isCut(): boolean {
    return this.#cut;
  }

  /** Sends it a message that is no lease. */
  say(message: object): void {
    this.#send(JSON.stringify(message));
  }

  /** Sends it nothing, to see whether anybody is there. Who has no lease is not missed. */
  look(): void {
    if (this.#leases.size > 0) this.say({});
  }

  /** The learner is connected again. Time limits begin anew; the worker is ready when it says something. */
  resume(): void {
    this.#heard = this.#clock.now();
    for (const lease of this.#leases.values()) lease.since = this.#heard;
  }

  /** Checks the time limits; returns why the worker counts as lost, or undefined. */
  overdue(silence: number): string | undefined {
    const now = this.#clock.now();
    if (now - this.#heard > silence) return `no sign of it for ${seconds(silence)}`;
    for (const { id, since } of this.#leases.values()) {
      if (now - since > this.#setting.timeout)
        this.#fail(id, `no answer within ${seconds(this.#setting.timeout)}`, true);
    }
    return undefined;
  }

  /** The worker is gone. `crashed`: the oldest lease may be the cause. */
  end(reason: string, crashed: boolean): void {
    if (this.state === "dead") return;
    this.#pause?.();
    this.#dead = true;
    this.reason = reason;
    const died = Math.min(this.#clock.now(), this.#heard + this.#setting.beat);
    [...this.#leases.keys()].forEach((id, i) => {
      if (crashed && i === 0) this.#fail(id, reason, true, died);
      else this.#fail(id, reason, false);
    });
    this.onChange();
  }

  /** Gives all leases up without a word about whose fault it is. */
  drop(reason: string): void {
    for (const id of this.#leases.keys()) this.#fail(id, reason, false);
  }

  async close(): Promise<void> {
    this.end("the run is over", false);
  }

  protected request<T>(request: Request<T>): Promise<T> {
    return this.#lease(request, []);
  }

  #lease<T>(request: Request<T>, words: readonly Word[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.state !== "ready") {
        reject(new LaneFailure(`${this.machine.name} is not ready`, { suspect: false }));
        return;
      }
      const id = this.#setting.newId();
      const text = request.body(id);
      const largest = this.#setting.largest();
      if (Buffer.byteLength(text) > largest) {
        const problem = `the request takes more than the ${largest} bytes of a message (max_payload of the server)`;
        reject(new LaneFailure(problem, { final: words.length <= 1 }));
        return;
      }
      const settle = (reply: Reply) => {
        try {
          resolve(request.decode(reply));
          this.#failures = 0;
        } catch (error) {
          reject(new LaneFailure(`${this.machine.name}: ${messageOf(error)}`));
          this.#rest();
        }
      };
      const sent = this.#clock.now();
      if (this.#leases.size === 0) this.#since = sent;
      this.#leases.set(id, { id, words, settle, fail: reject, sent, since: sent, missed: 0 });
      this.#send(text);
    });
  }

  #answer(id: number, message: Reply, bytes: number): void {
    const lease = this.#leases.get(id);
    if (lease === undefined) return;
    this.#remove(id);
    const said = problemIn(message);
    if (said === undefined) {
      this.#sizes.answered(lease.words, bytes);
      lease.settle(message);
      return;
    }
    const problem = shownText(said) || "an error without a text";
    const at = isCount(message["at"], lease.words.length - 1) ? message["at"] : undefined;
    lease.fail(new LaneFailure(`${this.machine.name} says: ${problem}`, { at }));
    this.#rest();
  }

  /** A heartbeat says which leases the worker has. */
  #beat(holds: readonly number[]): void {
    const now = this.#clock.now();
    for (const lease of this.#leases.values()) {
      if (holds.includes(lease.id) || now - lease.since < LATE * this.#setting.beat) lease.missed = 0;
      else if (++lease.missed >= MISSED) this.#fail(lease.id, "the lease or its answer was lost", false);
    }
  }

  /** It says something. */
  #isThere(): void {
    this.#heard = this.#clock.now();
    if (!this.#cut) return;
    this.#cut = false;
    this.onChange();
  }

  #fail(id: number, reason: string, suspect: boolean, died?: number): void {
    const lease = this.#leases.get(id);
    if (lease === undefined) return;
    this.#remove(id);
    if (lease.words.length > 0) this.#setting.ranOut(this, id, lease.words);
    lease.fail(new LaneFailure(`${this.machine.name}: ${reason}`, { suspect, died }));
  }

  #remove(id: number): void {
    this.#leases.delete(id);
    if (this.#leases.size === 0) this.#busy += this.#clock.now() - this.#since;
  }

  /** After a failure the worker waits a little, so that a broken one does not take all the work. */
  #rest(): void {
    if (this.state === "dead" || this.#failures++ === 0) return;
    this.#pause?.();
    const pause = Math.min(FIRST_PAUSE * 2 ** (this.#failures - 2), LONGEST_PAUSE);
    this.#pause = this.#clock.after(pause, () => {
      this.#pause = undefined;
      this.onChange();
    });
    this.onChange();
  }
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toPrecision(3))} s`;
}

/** Estimates the bytes of requests and answers, so that both fit into a message. */
function messageSizes({ alphabet, kind }: Vocabulary) {
  /** The bytes of each symbol in a request, with quotes and comma. */
  const bytesOf = alphabet.symbols.map((symbol) => Buffer.byteLength(JSON.stringify(symbol)) + 1);
  /** The bytes of the answer to a word are at most this for each of its letters, and once more, if answers grow with the word. */
  let perLetter = kind.answerBytes;
  const lengthOf = (word: Word) => (kind.tellsPrefixes ? word.length + 1 : 1);
  return {
    /** How many of the words from index `from` up to, but not including, `to` fit into a message, with their answers. */
    fit(words: readonly Word[], from: number, to: number, largest: number): number {
      const most = SHARE * largest;
      let [request, answer, count] = [0, 0, 0];
      for (let i = from; i < to; i++) {
        const word = words[i];
        for (let j = 0; j < word.length; j++) request += bytesOf[word[j]];
        request += 3;
        answer += perLetter * lengthOf(word);
        if (request > most || answer > most) break;
        count++;
      }
      return count;
    },
    /** Notes how many bytes the answers to words took. */
    answered(words: readonly Word[], bytes: number): void {
      const letters = words.reduce((sum, word) => sum + lengthOf(word), 0);
      if (letters > 0) perLetter = Math.max(perLetter, bytes / letters);
    },
  };
}
