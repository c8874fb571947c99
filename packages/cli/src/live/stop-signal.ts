import { EXIT } from "../support/failures.ts";
import { standardError } from "../support/terminal.ts";

/** The first Ctrl-C ends the run with what it has, once the pending answers are there. The second ends the process. */
export function stopSignal(): {
  readonly signal: AbortSignal;
  readonly exitCode: () => number;
  readonly ignore: () => void;
} {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const exitCode = () => (received === "SIGTERM" ? EXIT.terminated : EXIT.interrupted);
  const onSignal = (name: NodeJS.Signals) => {
    // An exit, unlike a signal, also ends the programs that were started and releases the lock of the journal.
    if (received !== undefined) process.exit(exitCode());
    received = name;
    controller.abort();
    if (standardError.isTerminal) {
      standardError.line("");
      standardError.line("waiting for the answers under way; Ctrl-C again to stop at once");
    }
  };
  const ignore = () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    exitCode,
    ignore,
  };
}
