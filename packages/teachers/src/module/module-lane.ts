import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { type Automaton, foreignText, HankelError, messageOf, type Word } from "@hankel/core";
import type { Announcement, Report } from "../box.ts";
import { atMost, GRACE } from "../pool/abortable.ts";
import { type Lane, LaneFailure } from "../pool/lane.ts";
import { ErrorOutput } from "../process/error-output.ts";
import { parseAnnouncement } from "../wire/announcement.ts";
import { readAnswers, readWeighed, type WeighedWords } from "../wire/answers.ts";
import { conjectureRequest, type Reply, sampleRequest } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";

export interface ModuleLaneOptions {
  readonly path: string;
  /** Learn over these symbols only, in this order. */
  readonly alphabet: readonly string[] | undefined;
  /** The time limit for a request, in milliseconds. */
  readonly timeout: number;
  /** The time limit for loading the module, in milliseconds. */
  readonly startTimeout: number;
  readonly report: Report;
  /** Called with the lines that the module prints; without it they go to the streams of this process. */
  readonly onOutput?: ((line: string) => void) | undefined;
}

interface Pending {
  readonly settle: (reply: Reply) => void;
  readonly fail: (failure: LaneFailure) => void;
}

/** A worker thread that has loaded the module. When it ends, another starts at once: a thread has nothing to recover from. */
export class ModuleLane implements Lane<unknown> {
  readonly depth = 4;
  state: "ready" | "recovering" | "dead" = "recovering";
  reason = "";
  onChange: () => void = () => {};
  readonly #options: ModuleLaneOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #vocabulary: Vocabulary | undefined;
  #nextId = 1;
  #timer: NodeJS.Timeout | undefined;
  #opening: { resolve: (announcement: Announcement) => void; reject: (error: Error) => void } | undefined;

  constructor(options: ModuleLaneOptions) {
    this.#options = options;
  }

  open(): Promise<Announcement> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#start();
    });
  }

  use(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
  }

  join(): void {
    this.#start();
  }

  weigh(words: readonly Word[]): Promise<readonly unknown[]> {
    const vocabulary = this.#vocabulary as Vocabulary;
    return this.#askWords(words, false, (reply) => readAnswers(vocabulary, words, reply));
  }

  weighWithStates(words: readonly Word[]): Promise<WeighedWords> {
    const vocabulary = this.#vocabulary as Vocabulary;
    return this.#askWords(words, true, (reply) => readWeighed(vocabulary, words, reply));
  }

  #askWords<T>(words: readonly Word[], states: boolean, decode: (reply: Reply) => T): Promise<T> {
    const lengths = Int32Array.from(words, (word) => word.length);
    const letters = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const word of words) for (let i = 0; i < word.length; i++) letters[at++] = word[i];
    return this.#ask({ letters, lengths, states }, [letters.buffer, lengths.buffer], decode);
  }

  findCounterexample(hypothesis: Automaton<unknown>): Promise<Word | null> {
    const vocabulary = this.#vocabulary as Vocabulary;
    const { decode } = conjectureRequest(vocabulary, hypothesis);
    return this.#ask({ conjecture: vocabulary.kind.conjecture(hypothesis) }, [], decode);
  }

  draw(count: number, seed: number): Promise<readonly Word[]> {
    const { decode } = sampleRequest((this.#vocabulary as Vocabulary).alphabet, count, seed);
    return this.#ask({ sample: count, seed }, [], decode);
  }

  async close(): Promise<void> {
    this.state = "dead";
    this.reason = "it was closed";
    clearTimeout(this.#timer);
    this.#drop("it was closed", false);
    const worker = this.#worker;
    this.#worker = undefined;
    // A thread that waits for something outside JavaScript cannot be ended.
    if (worker !== undefined) await atMost(GRACE, worker.terminate());
  }

  #ask<T>(body: object, transfer: ArrayBuffer[], decode: (reply: Reply) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = this.#nextId++;
      const settle = (reply: Reply) => {
        try {
          resolve(decode(reply));
        } catch (error) {
          reject(new LaneFailure(messageOf(error)));
        }
      };
      this.#pending.set(id, { settle, fail: reject });
      this.#worker?.postMessage({ id, ...body }, transfer);
      this.#watch();
    });
  }

  #start(): void {
    const { path, alphabet, onOutput } = this.#options;
    const ours = onOutput !== undefined;
    const worker = new Worker(new URL(import.meta.resolve("#module-worker")), {
      workerData: { path, alphabet },
      stdout: ours,
      stderr: ours,
    });
    this.#worker = worker;
    if (onOutput !== undefined) {
      passOn(worker.stdout, "standard output", onOutput);
      passOn(worker.stderr, "standard error", onOutput);
    }
    worker.on("message", (reply: Reply) => {
      if (worker === this.#worker) this.#message(reply);
    });
    worker.on("error", (error) => {
      if (worker === this.#worker) this.#lost(messageOf(error));
    });
    worker.on("exit", (code) => {
      if (worker === this.#worker) this.#lost(`the thread ended (exit code ${code})`);
    });
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.state === "ready" && this.#pending.size === 0) return;
    const { timeout, startTimeout } = this.#options;
    const limit = this.state === "ready" ? timeout : startTimeout;
    this.#timer = setTimeout(() => this.#lost(`no answer within ${limit / 1000} s`), limit);
  }

  #message(reply: Reply): void {
    if (this.state === "recovering") {
      this.#introduced(reply);
      return;
    }
    const pending = this.#pending.get(reply["id"] as number);
    this.#pending.delete(reply["id"] as number);
    this.#watch();
    if (reply["error"] !== undefined)
      pending?.fail(new LaneFailure(`it says: ${foreignText(reply["error"])}`));
    else pending?.settle(reply);
  }

  #introduced(reply: Reply): void {
    try {
      if (reply["failed"] !== undefined) throw new HankelError("teacher", foreignText(reply["failed"]));
      const announcement = parseAnnouncement(reply);
      this.state = "ready";
      this.#watch();
      this.#opening?.resolve(announcement);
      this.#opening = undefined;
      this.onChange();
    } catch (error) {
      this.#lost(messageOf(error));
    }
  }

  #lost(reason: string): void {
    if (this.state === "dead") return;
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    void worker?.terminate();
    const starting = this.state === "recovering";
    this.state = starting ? "dead" : "recovering";
    this.reason = `the module cannot be loaded: ${reason}`;
    this.#opening?.reject(new HankelError("teacher", `${this.#options.path}: ${reason}`));
    this.#opening = undefined;
    if (!starting) {
      this.#options.report(`${reason}; starting another thread`);
      this.#start();
    }
    this.#drop(reason, true);
    this.onChange();
  }

  #drop(reason: string, blame: boolean): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    pending.forEach(({ fail }, i) => fail(new LaneFailure(reason, { suspect: blame && i === 0 })));
  }
}

/** Passes on the lines of a stream. */
function passOn(stream: Readable, name: string, show: (line: string) => void): void {
  const output = new ErrorOutput(show, { name });
  stream.setEncoding("utf8").on("data", (chunk: string) => output.push(chunk));
  stream.on("end", () => output.end());
}
