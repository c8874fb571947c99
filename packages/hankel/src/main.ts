/**
 * The entry of the `hankel` command: the only place that decides how the process ends. It loads only what
 * the arguments need, because loading takes most of the time of a small command.
 */

import { EXIT, forgetLostTerminals, silenceConsole, version } from "./support/process.ts";
import { standardOutput } from "./support/terminal.ts";

/** What a shell reports for a program that a closed pipe ended, or a closed terminal. */
const BROKEN_PIPE = 141;
const HANGUP = 129;
/** How long what a command has left behind, such as a network that is being loaded, may delay its end, in milliseconds. */
const LONGEST_END = 2000;

process.stdout.on("error", async (error: NodeJS.ErrnoException) => {
  // The reader has stopped reading, as in `hankel convert … | head`: there is nobody left to report to.
  if (error.code === "EPIPE") process.exit(BROKEN_PIPE);
  if (error.code === "EIO" && process.stdout.isTTY) process.exit(HANGUP);
  const { report, systemError } = await import("./support/failures.ts");
  report(systemError(error, "write to standard output"));
  process.exit(EXIT.usage);
});
process.stderr.on("error", () => {});
forgetLostTerminals();
silenceConsole();
process.on("uncaughtException", async (error) => {
  const { report } = await import("./support/failures.ts");
  report(error);
  process.exit(EXIT.bug);
});

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  standardOutput.line(version());
} else {
  try {
    const { run } = await import("./program.ts");
    process.exitCode = await run(args);
  } catch (error) {
    const { exitCodeOf, report } = await import("./support/failures.ts");
    report(error);
    process.exitCode = exitCodeOf(error);
  }
  setTimeout(() => process.exit(), LONGEST_END).unref();
}
