/**
 * Time and memory of the learners; and what several threads bring to commands.
 *
 *     npm run bench -- speed [--quick] [--only large,huge,growth,learnlib,planning,threads]
 *
 * Every run has a process of its own. Times are the processor's unless they are called wall: other work on the machine
 * does not change them much.
 */

import { growing } from "./speed/growth.ts";
import { huge, large } from "./speed/large.ts";
import { learnlib } from "./speed/learnlib.ts";
import { planning } from "./speed/planning.ts";
import { threads } from "./speed/threads.ts";
import { runSections } from "./support/section.ts";

export function run(args: readonly string[]): Promise<void> {
  return runSections("speed", [large, huge, growing, learnlib, planning, threads], args);
}
