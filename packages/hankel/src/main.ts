/**
 * The entry of the `hankel` command: the only place that decides how the process ends. It loads only what
 * the arguments need, because loading takes most of the time of a small command. Commands on files have an entry of their own
 * that is faster still, `quick.ts`, and come here only with a command line that is not plain.
 */

import { isSupervised } from "./commands/index.ts";
import { endSoon, prepareProcess } from "./own-process.ts";
import { runToEnd } from "./run-to-end.ts";
import { version } from "./support/process.ts";
import type { Supervisor } from "./support/supervisor.ts";
import { standardOutput } from "./support/terminal.ts";

/** What runs the command, if it is one that may compute for long. */
let supervisor: Supervisor | undefined;

prepareProcess((code) => {
  if (supervisor === undefined) process.exit(code);
  else void supervisor.end(code);
});

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  standardOutput.line(version());
} else if (isSupervised(args)) {
  const { supervise } = await import("./support/supervisor.ts");
  supervisor = supervise(new URL("./thread.js", import.meta.url), args);
} else {
  endSoon(await runToEnd(args));
}
