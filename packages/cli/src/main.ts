/** The entry of the `hankel` command: the only place that decides how the process ends. */

import { run } from "./program.ts";
import { EXIT, exitCodeOf, report, systemError } from "./support/failures.ts";

/** What a shell reports for a program that a closed pipe ended. */
const BROKEN_PIPE = 141;

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader has seen enough, as in `hankel convert … | head`: nobody is left to tell anything.
  if (error.code === "EPIPE") process.exit(BROKEN_PIPE);
  report(systemError(error, "write to standard output"));
  process.exit(EXIT.usage);
});
process.stderr.on("error", () => {});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  report(error);
  process.exitCode = exitCodeOf(error);
}
