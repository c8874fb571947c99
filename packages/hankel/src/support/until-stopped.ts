/** How signals and time limits end a command. */

import { HankelError } from "../index.ts";
import { wasStopped } from "../internal/core.ts";
import { StatusLine } from "../show/status-line.ts";
import { endReadingWith } from "./input.ts";
import { announced, exitCodeOfSignal, onSignals } from "./signals.ts";
import { isSupervised, onOrderToStop } from "./supervision.ts";
import { standardError } from "./terminal.ts";

const exit = (name: NodeJS.Signals) => process.exit(exitCodeOfSignal(name));

/** Tells a command that a signal came. */
export interface Stop {
  /** Aborts with the first signal. */
  readonly signal: AbortSignal;
  /** The exit code that shells report for the signal. */
  readonly exitCode: () => number;
  /** The command is over: signals end the process as usual. */
  readonly ignore: () => void;
}

/**
 * The first signal ends the run with what it has; answers under way are waited for a moment. The second one ends the process
 * at once, and so does SIGQUIT. By an exit, unlike by a signal, the process also ends the programs that it has started and
 * releases the lock of the journal. Under a supervisor it is the supervisor that hears the signals.
 */
function stopSignal(): Stop {
  const controller = new AbortController();
  let received: NodeJS.Signals = "SIGINT";
  const first = (name: NodeJS.Signals) => {
    received = name;
    controller.abort();
  };
  const ignore = isSupervised() ? onOrderToStop(first) : onSignals({ first: announced(first), last: exit });
  return { signal: controller.signal, exitCode: () => exitCodeOfSignal(received), ignore };
}

/** Runs something until it ends or a signal stops it, which is no failure: `stopped` says so and gets the exit code. */
export async function untilStopped<T>(
  run: (stop: Stop) => Promise<T>,
  stopped: (exitCode: number) => T,
): Promise<T> {
  const stop = stopSignal();
  endReadingWith(stop.signal);
  try {
    return await run(stop);
  } catch (error) {
    if (!wasStopped(error)) throw error;
    return stopped(stop.exitCode());
  } finally {
    stop.ignore();
    endReadingWith(undefined);
  }
}

/** What a command works with that shows its progress. */
export interface Watched {
  readonly signal: AbortSignal;
  /** The exit code that shells report for the signal, for a command that has something to show all the same. */
  readonly interrupted: () => number;
  /** Receives what a black box says besides its answers, a line each. */
  readonly output: { readonly report: (notice: string) => void; readonly stderr: (line: string) => void };
  /** Shows how far it has come, now and then, unless the command is quiet. */
  readonly progress: (text: () => string) => void;
  /** Removes the progress: what follows are results. */
  readonly end: () => void;
}

/** The same with progress on standard error, unless it is quiet. `lost` is what there is not, if a signal stops the run. */
export async function watchedUntilStopped(
  { quiet = false, lost, exit }: { quiet?: boolean | undefined; lost: string; exit: (code: number) => void },
  run: (watched: Watched) => Promise<void>,
): Promise<void> {
  const status = new StatusLine(standardError, performance.now());
  const say = (line: string) => status.line(line);
  const output = { report: (notice: string) => say(`hankel: ${notice}`), stderr: say };
  const progress = (text: () => string) => {
    if (!quiet) status.update(text, performance.now());
  };
  const end = () => status.end();
  try {
    await untilStopped(
      ({ signal, exitCode: interrupted }) => run({ signal, interrupted, output, progress, end }),
      (code) => {
        say(`hankel: stopped; ${lost}`);
        exit(code);
      },
    );
  } finally {
    end();
  }
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** Aborts with the signal, or at the deadline by `performance.now`: then its reason is an error that says so. */
export function timeLimit(
  signal: AbortSignal,
  { deadline, reason }: { readonly deadline: number; readonly reason: string },
): AbortSignal {
  const left = deadline - performance.now();
  if (left > LONGEST_TIMER) return signal;
  const limit = new AbortController();
  setTimeout(() => limit.abort(new HankelError("budget", reason)), Math.max(0, left)).unref();
  return AbortSignal.any([signal, limit.signal]);
}
