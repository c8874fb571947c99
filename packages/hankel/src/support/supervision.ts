/**
 * A command that may compute for long runs in a thread, and the main thread supervises it: see `supervisor.ts`. Here is what
 * the two tell each other, and how the command does it. A command that runs in the main thread has no supervisor.
 */

import type { MessagePort } from "node:worker_threads";
import { type OutputStream, writeTo } from "./terminal.ts";

/** Something that can be written as it stands if the run is ended from outside. */
export interface Kept {
  /** What it is, such as `the last conjecture (41 states)`. */
  readonly what: string;
  readonly states: number;
  readonly arcs: number;
  /** The files it goes to; without a path, standard output. */
  readonly files: readonly { readonly path: string | undefined; readonly content: string | Uint8Array }[];
}

/** A run that leaves something if it is ended from outside. */
export interface Run {
  /** After so many milliseconds it should have ended; undefined if it has no limit. */
  readonly left: number | undefined;
  /** Is a JSON object about the run to be printed? */
  readonly json: boolean;
}

/** What the thread tells. */
export type Told =
  /** From here on, or no longer, the command hears signals. */
  | { readonly listens: boolean }
  /** A run has begun, or is over but for the writing of its results, which may wait for a reader. */
  | { readonly run: Run | undefined }
  /** What to write if the run is ended; undefined once it has written better itself. */
  | { readonly kept: Kept | undefined }
  /** A text for standard output or standard error, and the number by which the supervisor says that it is handed over. */
  | { readonly write: string | Uint8Array; readonly to: StreamName; readonly number: number }
  /** The command wants standard input. */
  | { readonly input: true }
  /** The command is done, and has this exit code. */
  | { readonly done: number };

/** What the supervisor tells. */
export type Order =
  /** The first signal has come. */
  | { readonly stop: NodeJS.Signals }
  /** End at once: end the programs that were started, and release what is locked. */
  | { readonly exit: number }
  /** The text of this number is handed over. */
  | { readonly written: number }
  /** The size of the terminal has changed. */
  | { readonly columns: Columns }
  /** Standard input cannot be read. */
  | { readonly inputFailed: { readonly message: string; readonly code: string | undefined } };

export type StreamName = "stdout" | "stderr";

/** How many characters fit into a line, where the stream is a terminal. */
export interface Columns {
  readonly stdout: number | undefined;
  readonly stderr: number | undefined;
}

/** What a thread is started with. */
export interface Start {
  readonly args: readonly string[];
  readonly terminals: { readonly stdout: boolean; readonly stderr: boolean };
  readonly columns: Columns;
  /** What the run has cost so far, in the order of `COUNTED`: the thread writes it, and the supervisor reads it at any time. */
  readonly costs: Float64Array<SharedArrayBuffer>;
  /** One as soon as the supervisor hears signals for the command: the thread waits for that. */
  readonly hears: Int32Array<SharedArrayBuffer>;
}

/** What is counted of a run. */
export const COUNTED = ["questions", "rounds", "symbols", "cost", "equivalences", "tests"] as const;
type Counted = Readonly<Record<(typeof COUNTED)[number], number>>;

let port: MessagePort | undefined;
/** What to call when a text is handed over. */
const writing = new Map<number, () => void>();
let written = 0;
let input = false;
let receive: (() => Order | undefined) | undefined;
let costs: Float64Array | undefined;
let hears: Int32Array | undefined;
let columns: Columns = { stdout: undefined, stderr: undefined };
/** The first signal, if it has come. */
let stopped: NodeJS.Signals | undefined;
let onStop: ((name: NodeJS.Signals) => void) | undefined;

/** This thread has a supervisor, at the other end of this port. `waiting` is the next order that waits there. */
export function beSupervised(parent: MessagePort, start: Start, waiting: () => Order | undefined): void {
  port = parent;
  receive = waiting;
  costs = start.costs;
  hears = start.hears;
  columns = start.columns;
  writeTo({ stdout: remote(parent, "stdout", start), stderr: remote(parent, "stderr", start) });
  port.on("message", (order: Order) => obey(parent, order));
  // A command that is done does not wait for orders.
  port.unref();
}

/**
 * A stream of the supervisor. The supervisor gets each text at once, also if this thread computes from then on; what Node passes
 * on by itself would wait until the thread is idle, and nobody would learn when it is handed over.
 */
function remote(parent: MessagePort, name: StreamName, { terminals }: Start): OutputStream {
  return {
    isTTY: terminals[name],
    get columns() {
      return columns[name];
    },
    write(text, done = () => {}) {
      writing.set(++written, done);
      // The thread lives until everything is handed over.
      parent.ref();
      tell({ write: text, to: name, number: written });
    },
  };
}

function obey(parent: MessagePort, order: Order): void {
  if ("exit" in order) process.exit(order.exit);
  if ("columns" in order) columns = order.columns;
  if ("written" in order) {
    writing.get(order.written)?.();
    writing.delete(order.written);
    if (writing.size === 0) parent.unref();
  }
  if ("inputFailed" in order) {
    const { message, code } = order.inputFailed;
    process.stdin.destroy(Object.assign(new Error(message), { code }));
  }
  if (!("stop" in order)) return;
  stopped = order.stop;
  onStop?.(order.stop);
}

/** Obeys the orders that wait. A thread that computes does not get them by itself. */
export function hear(): void {
  if (port === undefined) return;
  for (let order = receive?.(); order !== undefined; order = receive?.()) obey(port, order);
}

/** Notes what the run has cost so far. */
export function count(counted: Counted): void {
  if (costs === undefined) return;
  for (let i = 0; i < COUNTED.length; i++) costs[i] = counted[COUNTED[i]];
}

/** Tells the supervisor something, if there is one. */
export function tell(told: Told): void {
  port?.postMessage(told);
}

export function isSupervised(): boolean {
  return port !== undefined;
}

/**
 * Calls back at the first signal, also if it has come already. Returns what ends that. It returns when the supervisor hears signals:
 * one that came a moment earlier would still end the process.
 */
export function onOrderToStop(callback: (name: NodeJS.Signals) => void): () => void {
  onStop = callback;
  tell({ listens: true });
  if (hears !== undefined) Atomics.wait(hears, 0, 0);
  if (stopped !== undefined) callback(stopped);
  return () => {
    onStop = undefined;
    if (hears !== undefined) Atomics.store(hears, 0, 0);
    tell({ listens: false });
  };
}

/** Standard input. Nobody reads it before it is wanted: it may be meant for the next command of a script. */
export function standardInput(): NodeJS.ReadStream {
  input = true;
  tell({ input: true });
  return process.stdin;
}

/** Was standard input wanted? */
export function hasInput(): boolean {
  return input;
}
