/**
 * How far a fleet of workers helps, by simulation on the rounds of real runs.
 *
 *     npm run bench -- fleet-simulation [--quick] [--only rounds,tested,ahead,machines]
 *     npm run bench -- fleet-simulation --only real-machines --dir FOLDER      FOLDER holds machines in DOT
 */

import { aheadSection } from "./fleet-simulation/asking-ahead.ts";
import { randomMachines, realMachines } from "./fleet-simulation/machines.ts";
import { roundsSection } from "./fleet-simulation/rounds.ts";
import { testedSection } from "./fleet-simulation/tested.ts";
import { runSections } from "./support/section.ts";

export function run(args: readonly string[]): Promise<void> {
  const sections = [roundsSection, testedSection, aheadSection, randomMachines, realMachines];
  return runSections("fleet-simulation", sections, args);
}
