/**
 * The entry of the `hankel` command: the only place that decides how the process ends. It loads only what
 * the arguments need, because loading takes most of the time of a small command.
 */

import { EXIT } from "./support/exit.ts";
import { standardOutput } from "./support/terminal.ts";
import { version } from "./support/version.ts";

/** What a shell reports for a program that a closed pipe ended. */
const BROKEN_PIPE = 141;

process.stdout.on("error", async (error: NodeJS.ErrnoException) => {
  // The reader has stopped reading, as in `hankel convert … | head`: there is nobody left to report to.
  if (error.code === "EPIPE") process.exit(BROKEN_PIPE);
  const { report, systemError } = await import("./support/failures.ts");
  report(systemError(error, "write to standard output"));
  process.exit(EXIT.usage);
});
process.stderr.on("error", () => {});
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
}
