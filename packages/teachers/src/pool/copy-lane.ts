import { countOf, foreignText, HankelError, messageOf, shown } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { announcementsDiffer, parseAnnouncement } from "../wire/announcement.ts";
import { problemIn, type Reply, type Request } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import { LaneFailure, type LaneState, ProtocolLane } from "./lane.ts";
import { type Clock, systemClock } from "./time.ts";

/** A connection to a copy of a black box: a program, which reads and writes lines, or a thread, with messages of its own. */
export interface Connection<M = string> {
  send(line: M): void;
  /** Asks the program to end, and kills it if it does not. */
  close(): Promise<void>;
  /** Kills the program at once. */
  kill(): void;
}

/** Receives the events of a connection; none follow `end`. */
export interface Listener<M = string> {
  line(text: M): void;
  /** The program has ended, or could not be started. */
  end(reason: string, start?: FailedStart): void;
}

/** A program that could not be started: it never can, or only now the system has no room for it. */
export type FailedStart = "never" | "not now";

/** Opens a connection to a black box; called again when one has failed. */
export type Connect<M = string> = (listener: Listener<M>) => Connection<M>;

export interface CopyLaneOptions<M> {
  /** How requests and replies are written; a line that is no reply is an error. */
  write(request: Request<unknown>, id: number): M;
  read(line: M): Reply;
  /** The name that reports use. */
  readonly name: string;
  readonly connect: Connect<M>;
  /** The time limits for an answer and for the announcement, in milliseconds. */
  readonly timeout: number;
  readonly startTimeout: number;
  /** After this many failed starts in a row the lane is dead; 5 unless given. Starts that only now fail do not count, */
  readonly starts?: number;
  /** but after so many milliseconds of them the lane is dead, too. */
  readonly patience: number;
  /** The pause before a restart, in milliseconds, which doubles with every failure in a row; 50 unless given. */
  readonly pause?: number;
  /** What the error says, before the reason, when the first copy does not start. */
  readonly failed: string;
  readonly report: Report;
  /** How often each reason for a restart occurred, also in other copies: only the first time it is told in full. */
  readonly reported?: Map<string, number>;
  readonly clock?: Clock | undefined;
}

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly fail: (failure: LaneFailure) => void;
}

const STARTS = 5;
/** So many different reasons are remembered. */
const MOST_REASONS = 1000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 10_000;

/**
 * A program or a thread that announces itself and then answers requests by id, several at once. When it ends, misses the
 * time limit or breaks the protocol, the lane kills it, fails its pending requests and starts another copy. Only the
 * oldest pending request is suspect, because most copies answer in order.
 */
export class CopyLane<M> extends ProtocolLane {
  readonly depth = 4;
  state: LaneState = "recovering";
  reason = "";
  readonly #options: CopyLaneOptions<M>;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  #announcement: Announcement | undefined;
  #connection: Connection<M> | undefined;
  #nextId = 1;
  /** Failures since the last answer, and failed starts in a row. */
  #failures = 0;
  #failedStarts = 0;
  /** Since when the system has had no room for it. */
  #noRoomSince: number | undefined;
  #strays = 0;
  #timer: (() => void) | undefined;
  /** When the worker last answered, or was last asked while idle. */
  #lastHeard = 0;
  #restart: (() => void) | undefined;
  #started: { resolve: (announcement: Announcement) => void; reject: (error: Error) => void } | undefined;

  constructor(options: CopyLaneOptions<M>) {
    super();
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Starts the first copy. It is not restarted when this fails, so that the user hears of it at once. */
  open(): Promise<Announcement> {
    return new Promise((resolve, reject) => {
      this.#started = { resolve, reject };
      this.#connect();
    });
  }

  override use(vocabulary: Vocabulary, announcement: Announcement): void {
    super.use(vocabulary);
    this.#announcement = announcement;
  }

  /** Starts another copy, in the background. */
  join(): void {
    this.#connect();
  }

  async close(): Promise<void> {
    this.#become("dead", "it was closed");
    this.#restart?.();
    this.#stopTimer();
    this.#dropPending("it was closed", false);
    await this.#connection?.close();
  }

  protected request<T>(request: Request<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const connection = this.#connection;
      if (this.state !== "ready" || connection === undefined) {
        reject(new LaneFailure("the worker is not ready", { suspect: false }));
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
      connection.send(this.#options.write(request, id));
      if (this.#pending.size === 1) this.#expectAnswer();
    });
  }

  #connect(): void {
    this.#restart = undefined;
    const connection: Connection<M> = this.#options.connect({
      line: (line) => {
        if (connection === this.#connection) this.#receive(line);
      },
      end: (reason, start) => {
        if (connection === this.#connection) this.#lost(reason, start);
      },
    });
    this.#connection = connection;
    this.#expectAnswer();
  }

  /** Starts the time limit for an answer. One timer serves all requests: when it fires it checks the time of the last answer. */
  #expectAnswer(): void {
    this.#lastHeard = this.#clock.now();
    if (this.#timer === undefined) this.#setTimer(this.#timeLimit);
  }

  #setTimer(after: number): void {
    this.#timer = this.#clock.after(after, () => {
      this.#timer = undefined;
      if (this.state === "ready" && this.#pending.size === 0) return;
      const left = this.#lastHeard + this.#timeLimit - this.#clock.now();
      if (left > 0) this.#setTimer(left);
      else this.#giveUpOn(`no answer within ${this.#timeLimit / 1000} s`);
    });
  }

  #stopTimer(): void {
    this.#timer?.();
    this.#timer = undefined;
  }

  get #timeLimit(): number {
    return this.state === "ready" ? this.#options.timeout : this.#options.startTimeout;
  }

  #receive(line: M): void {
    let reply: Reply;
    try {
      reply = this.#options.read(line);
      if (this.state !== "ready") {
        this.#introduced(parseAnnouncement(reply));
        return;
      }
    } catch (error) {
      this.#giveUpOn(messageOf(error));
      return;
    }
    const { id } = reply;
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (pending === undefined) {
      // A second answer or one without a request is harmless, but the user should know about it.
      if (this.#strays++ === 0)
        this.#report(`it sent an answer that matches no pending request: ${shown(reply)}`);
      return;
    }
    this.#pending.delete(id as number);
    this.#expectAnswer();
    const problem = problemIn(reply);
    if (problem !== undefined) {
      pending.fail(new LaneFailure(`it says: ${foreignText(problem)}`));
      return;
    }
    this.#failures = 0;
    pending.settle(reply);
  }

  #introduced(announcement: Announcement): void {
    const known = this.#announcement;
    const difference = known && announcementsDiffer(known, announcement);
    if (difference !== undefined) {
      this.#giveUpOn(`another copy of it announced ${difference}`);
      return;
    }
    this.#failedStarts = 0;
    this.#noRoomSince = undefined;
    this.#stopTimer();
    this.#become("ready");
    this.#started?.resolve(announcement);
    this.#started = undefined;
  }

  /** Kills a worker that still runs but failed. */
  #giveUpOn(reason: string): void {
    const connection = this.#connection;
    this.#lost(reason);
    connection?.kill();
  }

  #lost(reason: string, start?: FailedStart): void {
    if (this.state === "dead") return;
    this.#stopTimer();
    this.#connection = undefined;
    if (this.#started !== undefined) {
      this.#started.reject(new HankelError("teacher", `${this.#options.failed}: ${reason}`));
      this.#started = undefined;
      this.#become("dead", reason);
      return;
    }
    const { pause = FIRST_PAUSE } = this.#options;
    const final = this.#cannotStart(start);
    this.#failures++;
    if (final) {
      this.#become("dead", `the black box cannot be started again: ${reason}`);
    } else {
      const told = this.#toldSeldom(reason);
      if (told !== undefined) this.#report(`${told}; starting it again`);
      this.state = "recovering";
      const wait = Math.min(pause * 2 ** (this.#failures - 1), LONGEST_PAUSE);
      if (wait === 0) this.#connect();
      else this.#restart = this.#clock.after(wait, () => this.#connect());
    }
    this.#dropPending(reason, true);
    this.onChange();
  }

  /** Counts a failed start. Is there no hope that another one succeeds? */
  #cannotStart(start: FailedStart | undefined): boolean {
    const { starts = STARTS, patience } = this.#options;
    if (start === "not now") {
      this.#noRoomSince ??= this.#clock.now();
      return this.#clock.now() - this.#noRoomSince >= patience;
    }
    this.#failedStarts += this.state === "recovering" ? 1 : 0;
    return start === "never" || this.#failedStarts >= starts;
  }

  /** A reason in full the first time, and how often it was the same again after 1, 2, 4, 8, … times: many copies may fail at once. */
  #toldSeldom(reason: string): string | undefined {
    const { reported } = this.#options;
    const times = reported?.get(reason) ?? 0;
    if (times > 0 || (reported?.size ?? 0) < MOST_REASONS) reported?.set(reason, times + 1);
    if (times === 0) return reason;
    return Number.isInteger(Math.log2(times)) ? `the same again (${countOf(times, "time")})` : undefined;
  }

  #dropPending(reason: string, blame: boolean): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(({ fail }, i) => fail(new LaneFailure(reason, { suspect: blame && i === 0 })));
  }

  #become(state: LaneState, reason = ""): void {
    this.state = state;
    this.reason = reason;
    this.onChange();
  }

  #report(notice: string): void {
    this.#options.report(`${this.#options.name}: ${notice}`);
  }
}
