/** How signals and time limits end a command. */

import { constants } from "node:os";
import { HankelError } from "../index.ts";
import { wasStopped } from "../internal/core.ts";
import { StatusLine } from "../show/status-line.ts";
import { standardError } from "./terminal.ts";

/** What ends a command: a closed terminal, Ctrl-C, Ctrl-\ and a request to end. */
const SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
/** npm passes on the Ctrl-C that the terminal sends to everybody: two signals within so many milliseconds are one. */
const ONE_PRESS = 100;

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
 * releases the lock of the journal.
 */
function stopSignal(): Stop {
  const controller = new AbortController();
  let received: NodeJS.Signals = "SIGINT";
  let since: number | undefined;
  const exitCode = () => 128 + constants.signals[received];
  const onSignal = (name: NodeJS.Signals) => {
    // A terminal that closes tells the shell too, which tells us again.
    const again = since !== undefined && name !== "SIGHUP" && performance.now() - since > ONE_PRESS;
    if (since === undefined || name === "SIGQUIT") received = name;
    if (again || name === "SIGQUIT") {
      // An exit waits for threads, so that the signal after this one must be free to end them.
      ignore();
      process.exit(exitCode());
    }
    if (since !== undefined) return;
    since = performance.now();
    controller.abort();
    if (standardError.isTerminal) {
      standardError.line("");
      standardError.line("waiting for the answers under way; Ctrl-C again to stop at once");
    }
  };
  const ignore = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return { signal: controller.signal, exitCode, ignore };
}

/** Runs something until it ends or a signal stops it, which is no failure: `stopped` says so and gets the exit code. */
export async function untilStopped<T>(
  run: (stop: Stop) => Promise<T>,
  stopped: (exitCode: number) => T,
): Promise<T> {
  const stop = stopSignal();
  try {
    return await run(stop);
  } catch (error) {
    if (!wasStopped(error)) throw error;
    return stopped(stop.exitCode());
  } finally {
    stop.ignore();
  }
}

/** What a command works with that shows its progress. */
export interface Watched {
  readonly signal: AbortSignal;
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
      ({ signal }) => run({ signal, output, progress, end }),
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
