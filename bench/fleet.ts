/**
 * Words per second through fleets of 1 to 8 workers, beside as many local workers, for black boxes that take their time.
 *
 *     npm run bench -- fleet [--quick]
 */

import { throughput } from "./fleet/throughput.ts";
import { runSections } from "./support/section.ts";

export function run(args: readonly string[]): Promise<void> {
  return runSections("fleet", [throughput], args);
}
