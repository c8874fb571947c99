/**
 * The entry of the `hankel` command: the only place that decides how the process ends. It loads what the arguments
 * need and no more, because loading is most of the time that a small command takes.
 */

import { EXIT } from "./support/exit.ts";
import { version } from "./support/version.ts";

/** What a shell reports for a program that a closed pipe ended. */
const BROKEN_PIPE = 141;

process.stdout.on("error", async (error: NodeJS.ErrnoException) => {
  // The reader has seen enough, as in `hankel convert … | head`: nobody is left to tell anything.
  if (error.code === "EPIPE") process.exit(BROKEN_PIPE);
  const { report, systemError } = await import("./support/failures.ts");
  report(systemError(error, "write to standard output"));
  process.exit(EXIT.usage);
});
process.stderr.on("error", () => {});

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V"))
  process.stdout.write(`${version()}\n`);
else {
  try {
    const { run } = await import("./program.ts");
    process.exitCode = await run(args);
  } catch (error) {
    const { exitCodeOf, report } = await import("./support/failures.ts");
    report(error);
    process.exitCode = exitCodeOf(error);
  }
}
