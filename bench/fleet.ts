/**
 * Words per second through fleets of 1 to 8 workers, beside as many local workers, for black boxes that take their time, and a fleet whose
 * workers and server are killed again and again.
 *
 *     npm run bench -- fleet [--quick]
 */

import { churn } from "./fleet/churn.ts";
import { throughput } from "./fleet/throughput.ts";
import { runSections } from "./support/section.ts";

export function run(args: readonly string[]): Promise<void> {
  return runSections("fleet", [throughput, churn], args);
}
