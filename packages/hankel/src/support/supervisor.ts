/**
 * Runs a command in a thread of its own and sees to it that it ends. The thread may multiply numbers of a million digits, in
 * which it hears nothing, or fill its heap; the main thread keeps its time, hears the signals, and has the last conjecture of
 * the run, ready to be written.
 */

import { getHeapStatistics } from "node:v8";
import { Worker } from "node:worker_threads";
import { EXIT, LONGEST_END } from "./process.ts";
import { announced, exitCodeOfSignal, onSignals } from "./signals.ts";
import { COUNTED, type Kept, type Order, type Run, type Start, type Told } from "./supervision.ts";
import { standardError, standardOutput } from "./terminal.ts";

/** How long a run may take beyond its limit before it is ended from outside, in milliseconds. */
export const GRACE = 5000;
/** The same after a signal: what is under way may be worth waiting for, and a second signal does not wait. */
const SIGNAL_GRACE = 10_000;
/** How long a thread may take to end what it has started, then to be ended before something is written, and then in all, in milliseconds. */
const LONGEST_EXIT = 250;
const LONGEST_TERMINATION = 1500;
const LONGEST_HANGING = 10_000;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Why a run is ended from outside. */
interface Ending {
  readonly code: number;
  /** The signal, if it is one: what ends a process whose threads cannot be ended. */
  readonly signal?: NodeJS.Signals;
  /** What the sentence about it begins with; empty if there is none. */
  readonly why: string;
}

/** Runs the command line in a thread with this code. The process ends when it ends, or is ended. */
export function supervise(code: URL, args: readonly string[]): Supervisor {
  return new Supervisor(code, args);
}

export class Supervisor {
  readonly #thread: Worker;
  readonly #started = performance.now();
  readonly #costs = new Float64Array(new SharedArrayBuffer(8 * COUNTED.length));
  readonly #hears = new Int32Array(new SharedArrayBuffer(4));
  #listening: (() => void) | undefined;
  #run: Run | undefined;
  #timer: NodeJS.Timeout | undefined;
  #kept: Kept | undefined;
  /** Has the command begun to write its result itself? */
  #written = false;
  #done: number | undefined;
  /** Is the thread being ended from outside? */
  #ending = false;
  readonly #exited: Promise<void>;

  constructor(code: URL, args: readonly string[]) {
    const start: Start = {
      args,
      terminals: { stdout: standardOutput.isTerminal, stderr: standardError.isTerminal },
      columns: columns(),
      costs: this.#costs,
      hears: this.#hears,
    };
    const thread = new Worker(code, { workerData: start, stdin: true });
    this.#thread = thread;
    thread.on("message", (told: Told) => this.#hear(told));
    thread.on("error", (error: NodeJS.ErrnoException) => this.#failed(error));
    this.#exited = new Promise((resolve) => {
      thread.on("exit", (exitCode) => {
        resolve();
        if (!this.#ending) this.#over(this.#done ?? exitCode);
      });
    });
    process.stdout.on("resize", () => this.#order({ columns: columns() }));
  }

  /** Ends the thread, and the process with this exit code. */
  async end(code: number): Promise<void> {
    await this.#end({ code, why: "" });
  }

  #order(order: Order): void {
    this.#thread.postMessage(order, []);
  }

  #hear(told: Told): void {
    if ("listens" in told) this.#listen(told.listens);
    else if ("run" in told) this.#time(told.run);
    else if ("kept" in told) {
      this.#kept = told.kept;
      if (told.kept === undefined) this.#written = true;
    } else if ("input" in told) this.#feed();
    else if ("write" in told) {
      const { write, to, number } = told;
      process[to].write(write, () => this.#order({ written: number }));
    } else {
      this.#done = told.done;
      // What the command has left behind, such as a network that is being loaded, may not delay the end for long.
      setTimeout(() => void this.end(told.done), LONGEST_END).unref();
    }
  }

  #listen(listens: boolean): void {
    this.#listening?.();
    this.#listening = undefined;
    if (!listens) return;
    this.#listening = onSignals({
      first: announced((name) => {
        this.#order({ stop: name });
        this.#expectEnd(name);
      }),
      last: (name) =>
        void this.#end({
          code: exitCodeOfSignal(name),
          signal: name,
          // Whoever presses Ctrl-\\ wants nothing more.
          why: name === "SIGQUIT" ? "" : "ended at once",
        }),
    });
    Atomics.store(this.#hears, 0, 1);
    Atomics.notify(this.#hears, 0);
  }

  /** A run that a signal should end has little time left. */
  #expectEnd(signal: NodeJS.Signals): void {
    if (this.#run === undefined) return;
    clearTimeout(this.#timer);
    const why = `ended ${SIGNAL_GRACE / 1000} s after the signal: the computation did not stop by itself`;
    this.#timer = setTimeout(
      () => void this.#end({ code: exitCodeOfSignal(signal), signal, why }),
      SIGNAL_GRACE,
    );
  }

  /** Keeps the time of a run. */
  #time(run: Run | undefined): void {
    this.#run = run;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (run?.left === undefined || run.left + GRACE > LONGEST_TIMER) return;
    this.#timer = setTimeout(
      () =>
        void this.#end({
          code: EXIT.budget,
          why: `ended after ${this.#seconds()}: the computation did not stop by itself`,
        }),
      Math.max(0, run.left) + GRACE,
    );
  }

  #seconds(): string {
    return `${Math.round(this.#milliseconds() / 1000)} s`;
  }

  #milliseconds(): number {
    return performance.now() - this.#started;
  }

  #feed(): void {
    const { stdin } = process;
    if (stdin.listenerCount("error") > 0) return;
    stdin.on("error", ({ message, code }: NodeJS.ErrnoException) =>
      this.#order({ inputFailed: { message, code } }),
    );
    // A command that has read enough closes its end.
    this.#thread.stdin?.on("error", () => stdin.destroy());
    if (this.#thread.stdin !== null) stdin.pipe(this.#thread.stdin);
  }

  #failed(error: NodeJS.ErrnoException): void {
    if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    const mebibytes = Math.round(getHeapStatistics().heap_size_limit / 2 ** 20);
    void this.#end({
      code: EXIT.budget,
      why: `ended after ${this.#seconds()}: Node's heap of ${mebibytes} MiB is full (NODE_OPTIONS=--max-old-space-size=${2 * mebibytes} in the environment lets it grow)`,
    });
  }

  /** The thread has ended. */
  #over(code: number): void {
    this.#listen(false);
    this.#time(undefined);
    process.stdin.destroy();
    process.exitCode = code;
    setTimeout(() => process.exit(), LONGEST_END).unref();
  }

  /** Ends the run from outside: what it has is written, the thread and all that it has started are ended, and so is the process. */
  async #end({ code, signal, why }: Ending): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    clearTimeout(this.#timer);
    // From here on, signals end the process as usual.
    this.#listen(false);
    this.#order({ exit: code });
    await soon(this.#exited, LONGEST_EXIT);
    void this.#thread.terminate();
    await soon(this.#exited, LONGEST_TERMINATION);
    if (why !== "") await this.#write(why, code).catch(() => {});
    const ended = await soon(
      this.#exited.then(() => true),
      // A command that is done has all the time: its result is there, and the next signal ends the process.
      this.#done === undefined ? LONGEST_HANGING : LONGEST_TIMER,
    );
    if (ended === true) process.exit(code);
    // A thread that waits for the system cannot be ended, and an exit would wait for it.
    process.kill(process.pid, signal ?? "SIGKILL");
  }

  /** Writes what is kept, and says so. */
  async #write(why: string, code: number): Promise<void> {
    const [{ print, writeText }, { messageOf }] = await Promise.all([
      import("./output.ts"),
      import("../internal/core.ts"),
    ]);
    const now = AbortSignal.abort();
    const kept = this.#kept;
    const [first] = kept?.files ?? [];
    /** Where the automaton is, if it was written to a file. */
    let out = first?.path;
    let result = this.#run === undefined || this.#written ? "" : "; nothing was learned";
    if (kept !== undefined && first === undefined)
      result = `; ${kept.what} was not written, since there is no --out`;
    else if (kept !== undefined && first !== undefined) {
      const { what, files } = kept;
      result = `; ${what} is ${first.path === undefined ? "on standard output" : `in ${first.path}`}`;
      try {
        for (const { path, content } of files) {
          if (path === undefined) await print(content, now);
          else await writeText(path, content, now);
        }
      } catch (error) {
        result = `; ${what} is lost: ${messageOf(error)}`;
        out = undefined;
      }
    }
    if (this.#run?.json === true) {
      const outcome = code === EXIT.budget ? "budget" : "cancelled";
      const counts = Object.fromEntries(COUNTED.map((name, i) => [name, this.#costs[i]]));
      const automaton = kept && { states: kept.states, arcs: kept.arcs };
      const seconds = Math.round(this.#milliseconds()) / 1000;
      const summary = { outcome, reason: why, ...automaton, ...counts, seconds, out };
      await print(`${JSON.stringify(summary)}\n`, now).catch(() => {});
    }
    standardError.line(`hankel: ${why}${result}`);
  }
}

function columns() {
  return { stdout: standardOutput.width, stderr: standardError.width };
}

/** Waits for a promise, but not for long. */
async function soon<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
