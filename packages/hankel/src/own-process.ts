/** What a process does that is a command: how it ends, and what becomes of errors that nobody caught. */

import { reported } from "./run-to-end.ts";
import { EXIT, forgetLostTerminals, LONGEST_END, silenceConsole } from "./support/process.ts";
import { whenOpened } from "./support/terminal.ts";

/** What a shell reports for a program that a closed pipe ended, or a closed terminal. */
const BROKEN_PIPE = 141;
const HANGUP = 129;

/** Prepares this process; `end` ends it, and before it what the command has started. */
export function prepareProcess(end: (code: number) => void): void {
  whenOpened((stream, name) => {
    stream.on("error", async (error: NodeJS.ErrnoException) => {
      if (name === "stderr") return;
      // The reader has stopped reading, as in `hankel convert … | head`: there is nobody left to report to.
      if (error.code === "EPIPE") return end(BROKEN_PIPE);
      if (error.code === "EIO" && stream.isTTY) return end(HANGUP);
      const { report, systemError } = await import("./support/failures.ts");
      report(systemError(error, "write to standard output"));
      end(EXIT.usage);
    });
  });
  forgetLostTerminals();
  silenceConsole();
  process.on("uncaughtException", async (error) => end(await reported(error)));
}

/** The command is done: what it has left behind may not delay the end for long. */
export function endSoon(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(), LONGEST_END).unref();
}
