/**
 * The entry of the `hankel` command: the only place that decides how the process ends. It loads only what
 * the arguments need, because loading takes most of the time of a small command.
 */

import { isSupervised } from "./commands/index.ts";
import { reported, runToEnd } from "./run-to-end.ts";
import { EXIT, forgetLostTerminals, LONGEST_END, silenceConsole, version } from "./support/process.ts";
import type { Supervisor } from "./support/supervisor.ts";
import { standardOutput } from "./support/terminal.ts";

/** What a shell reports for a program that a closed pipe ended, or a closed terminal. */
const BROKEN_PIPE = 141;
const HANGUP = 129;

/** What runs the command, if it is one that may compute for long. */
let supervisor: Supervisor | undefined;

/** Ends the process, and before it what the command has started. */
function end(code: number): void {
  if (supervisor === undefined) process.exit(code);
  else void supervisor.end(code);
}

process.stdout.on("error", async (error: NodeJS.ErrnoException) => {
  // The reader has stopped reading, as in `hankel convert … | head`: there is nobody left to report to.
  if (error.code === "EPIPE") return end(BROKEN_PIPE);
  if (error.code === "EIO" && process.stdout.isTTY) return end(HANGUP);
  const { report, systemError } = await import("./support/failures.ts");
  report(systemError(error, "write to standard output"));
  end(EXIT.usage);
});
process.stderr.on("error", () => {});
forgetLostTerminals();
silenceConsole();
process.on("uncaughtException", async (error) => end(await reported(error)));

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  standardOutput.line(version());
} else if (isSupervised(args)) {
  const { supervise } = await import("./support/supervisor.ts");
  supervisor = supervise(new URL("./thread.js", import.meta.url), args);
} else {
  process.exitCode = await runToEnd(args);
  setTimeout(() => process.exit(), LONGEST_END).unref();
}
