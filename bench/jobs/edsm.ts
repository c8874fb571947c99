/** EDSM on a problem of StaMinA, alone in its process: seconds of the processor of the first run, which waits for the compiler, and the least of several. */

import { infer } from "@hankel/core";
import { staminaProblem } from "../logs/samples.ts";

export interface EdsmJob {
  readonly folder: string;
  readonly number: number;
  readonly runs: number;
}

export interface EdsmDone {
  readonly first: number;
  readonly least: number;
}

export function run({ folder, number, runs }: EdsmJob): EdsmDone {
  const { train } = staminaProblem(folder, number);
  const seconds = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    infer(train, { measure: "edsm", heldOut: 0 });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return { first: seconds[0], least: Math.min(...seconds) };
}
