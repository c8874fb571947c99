/** What signals mean to a command that hears them. */

import { constants } from "node:os";
import { standardError } from "./terminal.ts";

/** What ends a command: a closed terminal, Ctrl-C, Ctrl-\ and a request to end. */
const SIGNALS = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
/** npm passes on the Ctrl-C that the terminal sends to everybody: two signals within so many milliseconds are one. */
const ONE_PRESS = 100;

/** The exit code that shells report for a signal. */
export function exitCodeOfSignal(name: NodeJS.Signals): number {
  return 128 + constants.signals[name];
}

/** Who hears signals. */
export interface Listener {
  /** The run should end with what it has. */
  readonly first: (name: NodeJS.Signals) => void;
  /** The process should end at once: it is the second signal, or SIGQUIT. The name is that of the signal to report. */
  readonly last: (name: NodeJS.Signals) => void;
}

/** The same, and says at once that the signal was heard: what is under way may take a moment to end. */
export function announced(first: Listener["first"]): Listener["first"] {
  return (name) => {
    first(name);
    // The terminal has shown ^C at the end of the line.
    if (standardError.isTerminal) standardError.line("");
    standardError.line("hankel: stopping; a second signal, such as Ctrl-C again, ends the run at once");
  };
}

/** Listens to signals until the returned function is called; from then on they end the process as usual. */
export function onSignals({ first, last }: Listener): () => void {
  let received: NodeJS.Signals = "SIGINT";
  let since: number | undefined;
  const onSignal = (name: NodeJS.Signals) => {
    // A terminal that closes tells the shell too, which tells us again.
    const again = since !== undefined && name !== "SIGHUP" && performance.now() - since > ONE_PRESS;
    if (since === undefined || name === "SIGQUIT") received = name;
    if (again || name === "SIGQUIT") {
      // An exit may wait for threads, so that the signal after this one must be free to end them.
      ignore();
      last(received);
    } else if (since === undefined) {
      since = performance.now();
      first(name);
    }
  };
  const ignore = () => {
    for (const name of SIGNALS) process.off(name, onSignal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return ignore;
}
