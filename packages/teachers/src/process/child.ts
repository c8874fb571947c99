import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
  spawn,
} from "node:child_process";
import type { Connect, Connection, FailedStart, Listener } from "../pool/copy-lane.ts";
import { atMost } from "../pool/sleep.ts";
import { Account, tooLong } from "../wire/account.ts";
import { LineCutter } from "../wire/lines.ts";
import { environmentOfPrograms } from "./environment.ts";
import { ErrorOutput } from "./error-output.ts";
import type { LastWords } from "./last-words.ts";
import { signalGroup, startWatching, unwatch, watch } from "./watchdog.ts";

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The memory for the lines of all programs; its own unless given. */
  readonly account?: Account | undefined;
  /** Receives the standard error of each copy that is started. */
  readonly follow?: () => ReturnType<LastWords["follow"]>;
  /** Starts a program; tests have one that fails on demand. */
  readonly start?: (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
}

/** How long to wait, in milliseconds, after closing its input before SIGTERM, and again before SIGKILL. */
const GRACE = 1000;
/** How long to read, in milliseconds, what a killed program has written. */
const LAST_WORDS = 200;

/** Starts a program from an argument list, without a shell. */
export function childConnection(options: ChildOptions): Connect {
  return (listener) => {
    const { command, args, start = spawn } = options;
    startWatching();
    try {
      const child = start(command, [...args], {
        stdio: ["pipe", "pipe", "pipe"],
        shell: false,
        env: environmentOfPrograms(),
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      if (hasPipes(child)) return new Child(child, options, listener);
      child.on("error", (error) => listener.end(...unstarted(command, error)));
    } catch (error) {
      // Nobody listens to this connection yet.
      setImmediate(() => listener.end(...unstarted(command, error as Error)));
    }
    return { send() {}, kill() {}, async close() {} };
  };
}

/** Where there are no file descriptors left, a program gets no pipes. */
function hasPipes(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  return Boolean(child.stdin && child.stdout && child.stderr);
}

/** What the system lacks for now: other programs may give it back. */
const LACKING: Readonly<Record<string, string>> = {
  EMFILE: "too many files are open",
  ENFILE: "the system has too many files open",
  EAGAIN: "the system has too many processes, or too little memory",
  ENOMEM: "the system has too little memory",
};
const HOPELESS: Readonly<Record<string, string>> = { ENOENT: "no such program", EACCES: "not executable" };

/** Why a program does not start, and whether it may later. */
function unstarted(command: string, { code = "", message }: NodeJS.ErrnoException): [string, FailedStart] {
  const why = LACKING[code] ?? HOPELESS[code] ?? message;
  return [`cannot start ${command}: ${why}`, code in LACKING ? "not now" : "never"];
}

/**
 * A program that runs. It leads its own process group, for two reasons: Ctrl-C at the terminal must reach us only, because we
 * still want the pending answers; and ending the group also ends what the program has started.
 */
class Child implements Connection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #listener: Listener;
  readonly #errors: ErrorOutput;
  readonly #words: ReturnType<LastWords["follow"]> | undefined;
  readonly #exited: Promise<void>;
  readonly #account: Account;
  #ended = false;
  #problem: string | undefined;

  constructor(
    child: ChildProcessWithoutNullStreams,
    { command, account = new Account(), follow }: ChildOptions,
    listener: Listener,
  ) {
    this.#listener = listener;
    this.#words = follow?.();
    this.#errors = new ErrorOutput((line) => this.#words?.line(line));
    this.#child = child;
    this.#account = account;
    if (child.pid !== undefined) watch(child.pid);
    const { longest } = account;
    const { stdout } = child;
    const memory = {
      take: (characters: number) => account.take(stdout, characters),
      release: () => account.release(stdout),
    };
    const cutter = new LineCutter((text) => this.#line(text), { longest, memory });
    stdout.setEncoding("utf8").on("data", (chunk: string) => {
      // Nothing is kept of what a program still writes once it was given up.
      if (this.#problem !== undefined) return;
      if (!cutter.push(chunk)) this.#giveUp(`it wrote ${tooLong("a line", longest)}`);
    });
    this.#errors.follow(child.stderr);
    // After a broken pipe the program ends, and its end is reported with more detail.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
    this.#exited = new Promise((resolve) => {
      child.on("error", (error: NodeJS.ErrnoException) => {
        if (child.pid !== undefined) return;
        resolve();
        this.#end(...unstarted(command, error));
      });
      // "close", not "exit": the last lines may still be in the pipe after "exit".
      child.on("close", (code, signal) => {
        resolve();
        account.release(stdout);
        this.#leaveNothing();
        this.#words?.ended();
        const how = signal === null ? `exit code ${code}` : signal;
        this.#end(this.#problem ?? `it ended (${how})${cutter.torn ? " in the middle of a line" : ""}`);
      });
    });
  }

  send(line: string): void {
    const { stdin } = this.#child;
    if (!stdin.writable) return;
    // Write the requests of one tick together: for a short request the system call is the largest cost.
    if (stdin.writableCorked === 0) {
      stdin.cork();
      process.nextTick(() => stdin.uncork());
    }
    stdin.write(line);
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#child.stdin.end();
    const timers = [
      setTimeout(() => this.#signal("SIGTERM"), GRACE),
      setTimeout(() => this.kill(), 2 * GRACE),
    ];
    // Even SIGKILL does not end a process that waits for a broken disk.
    await atMost(3 * GRACE, this.#exited);
    for (const timer of timers) clearTimeout(timer);
  }

  kill(): void {
    this.#signal("SIGKILL");
    // A process that left the group may hold the pipes for ever.
    const { stdin, stdout, stderr } = this.#child;
    const drop = () => [stdin, stdout, stderr].forEach((stream) => stream.destroy());
    this.#account.release(stdout);
    setTimeout(drop, LAST_WORDS).unref();
  }

  #line(text: string): void {
    this.#words?.answered();
    if (!this.#ended && this.#problem === undefined && text.trim() !== "") this.#listener.line(text);
  }

  #giveUp(problem: string): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.kill();
  }

  #end(reason: string, start?: FailedStart): void {
    if (this.#ended) return;
    this.#ended = true;
    const { lastLines } = this.#errors;
    const tail = lastLines.length === 0 ? "" : `; its last lines on standard error: ${lastLines.join(" / ")}`;
    this.#listener.end(`${reason}${tail}`, start);
  }

  /** Ends what the program has started and left behind. */
  #leaveNothing(): void {
    this.#signal("SIGKILL");
    if (this.#child.pid !== undefined) unwatch(this.#child.pid);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    // Without groups the program alone is ended; its number may belong to another program once it has ended.
    if (process.platform === "win32") this.#child.kill(signal);
    else if (pid !== undefined) signalGroup(pid, signal);
  }
}
