import { HankelError, quote } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { type Clock, systemClock } from "../pool/clock.ts";
import { LaneFailure } from "../pool/lane.ts";
import { SpeakingLane } from "../pool/speaking-lane.ts";
import { parseAnnouncement, parseReply, type Reply, type Request } from "../wire/messages.ts";
import { announcementsDiffer, type Vocabulary } from "../wire/vocabulary.ts";
import type { Connect, Connection } from "./connection.ts";

export interface ProcessLaneOptions {
  /** How it is called in reports. */
  readonly name: string;
  readonly connect: Connect;
  /** How long it may be silent with a question before it, in milliseconds. */
  readonly timeout: number;
  /** How long it may take to introduce itself, in milliseconds. */
  readonly startTimeout: number;
  readonly report: Report;
  readonly clock?: Clock | undefined;
  readonly depth?: number;
}

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly fail: (failure: LaneFailure) => void;
}

/** So many failed starts in a row, and a lane is given up. */
const STARTS = 5;
/** The pause before a restart: it doubles with every failure in a row. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 10_000;

/**
 * A worker that answers on lines: it is started, introduces itself, and is asked several things at once, each by its id.
 * When it dies, falls silent or talks nonsense, it is ended, everything it was asked is handed back, and it is started
 * again after a pause. The oldest request under way is held responsible, for a worker takes them in order as a rule.
 */
export class ProcessLane extends SpeakingLane {
  readonly depth: number;
  reason = "";
  readonly #options: ProcessLaneOptions;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  #vocabulary: Vocabulary | undefined;
  #announcement: Announcement | undefined;
  #connection: Connection | undefined;
  #state: "ready" | "recovering" | "dead" = "recovering";
  #nextId = 1;
  /** Failures since the last answer, and failed starts in a row. */
  #failures = 0;
  #failedStarts = 0;
  #strays = 0;
  #timer: (() => void) | undefined;
  /** When the worker last said something, or was asked while nothing was due. */
  #heard = 0;
  #restart: (() => void) | undefined;
  #started: { resolve: (announcement: Announcement) => void; reject: (error: Error) => void } | undefined;

  constructor(options: ProcessLaneOptions) {
    super();
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.depth = options.depth ?? 4;
  }

  get state(): "ready" | "recovering" | "dead" {
    return this.#state;
  }

  protected get vocabulary(): Vocabulary {
    if (this.#vocabulary === undefined) throw new HankelError("usage", "the black box has not been started");
    return this.#vocabulary;
  }

  /** Starts it for the first time; a failure now is the user's to know at once. */
  open(): Promise<Announcement> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.#connect();
    });
  }

  /** Says what words and weights mean, before anything is asked. */
  use(vocabulary: Vocabulary, announcement: Announcement): void {
    this.#vocabulary = vocabulary;
    this.#announcement = announcement;
  }

  /** Starts a further copy, in the background. */
  join(): void {
    this.#connect();
  }

  async close(): Promise<void> {
    this.#become("dead", "it was closed");
    this.#restart?.();
    this.#unwatch();
    this.#dropPending("it was closed", false);
    await this.#connection?.close();
  }

  protected request<T>(request: Request<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const connection = this.#connection;
      if (this.#state !== "ready" || connection === undefined) {
        reject(new LaneFailure("the worker is not ready", { guilty: false }));
        return;
      }
      const id = this.#nextId++;
      const settle = (reply: Reply) => {
        try {
          resolve(request.decode(reply));
        } catch (error) {
          reject(new LaneFailure(messageOf(error)));
        }
      };
      this.#pending.set(id, { settle, fail: reject });
      connection.send(`${request.body(id)}\n`);
      if (this.#pending.size === 1) this.#watch();
    });
  }

  #connect(): void {
    this.#restart = undefined;
    const connection: Connection = this.#options.connect({
      line: (text) => {
        if (connection === this.#connection) this.#line(text);
      },
      end: (reason, neverStarted) => {
        if (connection === this.#connection) this.#lost(reason, neverStarted);
      },
    });
    this.#connection = connection;
    this.#watch();
  }

  /** Silence from now on is a failure, if an answer is due. One timer serves many requests: it looks when it rings. */
  #watch(): void {
    this.#heard = this.#clock.now();
    if (this.#timer === undefined) this.#ring(this.#limit);
  }

  #ring(after: number): void {
    this.#timer = this.#clock.after(after, () => {
      this.#timer = undefined;
      if (this.#state === "ready" && this.#pending.size === 0) return;
      const left = this.#heard + this.#limit - this.#clock.now();
      if (left > 0) this.#ring(left);
      else this.#broken(`no answer within ${this.#limit / 1000} s`);
    });
  }

  #unwatch(): void {
    this.#timer?.();
    this.#timer = undefined;
  }

  get #limit(): number {
    return this.#state === "ready" ? this.#options.timeout : this.#options.startTimeout;
  }

  #line(text: string): void {
    let reply: Reply;
    try {
      reply = parseReply(text);
      if (this.#state !== "ready") {
        this.#introduced(parseAnnouncement(reply));
        return;
      }
    } catch (error) {
      this.#broken(messageOf(error));
      return;
    }
    const { id } = reply;
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (pending === undefined) {
      // An answer given twice, or to nobody's question, harms nothing; but the user should know of such a worker.
      if (this.#strays++ === 0) this.#tell(`it answered what was not asked, or twice: ${quote(text)}`);
      return;
    }
    this.#pending.delete(id as number);
    this.#watch();
    if (reply["error"] !== undefined) {
      pending.fail(new LaneFailure(`it says: ${String(reply["error"])}`));
      return;
    }
    this.#failures = 0;
    pending.settle(reply);
  }

  #introduced(announcement: Announcement): void {
    const known = this.#announcement;
    const difference = known && announcementsDiffer(known, announcement);
    if (difference !== undefined) {
      this.#broken(`a further copy of it introduced itself with ${difference}`);
      return;
    }
    this.#failedStarts = 0;
    this.#unwatch();
    this.#become("ready");
    this.#started?.resolve(announcement);
    this.#started = undefined;
  }

  /** It is there, but of no use any more. */
  #broken(reason: string): void {
    const connection = this.#connection;
    this.#lost(reason, false);
    connection?.kill();
  }

  #lost(reason: string, final: boolean): void {
    if (this.#state === "dead") return;
    this.#unwatch();
    this.#connection = undefined;
    if (this.#started !== undefined) {
      this.#started.reject(new HankelError("teacher", `the black box did not start: ${reason}`));
      this.#started = undefined;
      this.#become("dead", reason);
      return;
    }
    const starting = this.#state === "recovering";
    this.#failedStarts += starting ? 1 : 0;
    this.#failures++;
    if (final || this.#failedStarts >= STARTS) {
      this.#become("dead", `the black box cannot be started any more: ${reason}`);
    } else {
      this.#tell(`${reason}; starting it again`);
      const pause = Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE);
      this.#restart = this.#clock.after(pause, () => this.#connect());
      this.#state = "recovering";
    }
    this.#dropPending(reason, true);
    this.onChange();
  }

  #dropPending(reason: string, blame: boolean): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(({ fail }, i) => fail(new LaneFailure(reason, { guilty: blame && i === 0 })));
  }

  #become(state: "ready" | "recovering" | "dead", reason = ""): void {
    this.#state = state;
    this.reason = reason;
    this.onChange();
  }

  #tell(notice: string): void {
    this.#options.report(`${this.#options.name}: ${notice}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
