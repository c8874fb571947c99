import { constants } from "node:os";
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
export function stopSignal(): Stop {
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
  return {
    signal: controller.signal,
    exitCode,
    ignore,
  };
}
