/** What goes wrong in a session of a simulated run. */

import type { Random } from "@hankel/core";
import type { DiskFaults } from "./simulated-disk.ts";

export interface DrawnSession {
  readonly target: "programs" | "server" | "fleet";
  /** The seed of whoever answers. */
  readonly seed: number;
  readonly workers: number;
  readonly batch: number | undefined;
  /** The probability that something happens to a message. */
  readonly rate: number;
  /** The probability that a program does not start. */
  readonly startRate: number;
  /** The mean time between two deaths of a worker of a fleet, and between two tears of a connection, in milliseconds. */
  readonly lifetime: number;
  readonly tear: number;
  readonly disk: DiskFaults;
  /** When the user has had enough, in milliseconds. */
  readonly interrupt: number | undefined;
  readonly maxSeconds: number | undefined;
  readonly maxQuestions: number | undefined;
}

const NEVER = Number.POSITIVE_INFINITY;

export function drawSession(random: Random, faulty: boolean): DrawnSession {
  const setting = {
    target: (["programs", "programs", "server", "fleet"] as const)[random.below(4)],
    seed: random.bits() >>> 1,
    workers: 1 + random.below(4),
    batch: [undefined, undefined, 1, 3][random.below(4)],
  };
  const sometimes = <T>(share: number, value: T) => (faulty && random.real() < share ? value : undefined);
  const rate = sometimes(0.7, 0.02 + 0.7 * random.real() ** 2) ?? 0;
  return {
    ...setting,
    rate,
    startRate: sometimes(0.3, 0.2) ?? 0,
    lifetime: sometimes(0.5, 100 + random.below(2000)) ?? NEVER,
    tear: sometimes(0.3, 200 + random.below(2000)) ?? NEVER,
    disk: {
      crashAt: sometimes(0.5, 1 + random.below(40)),
      power: random.below(2) === 0,
      capacity: sometimes(0.1, 100 + random.below(4000)),
      failingSync: sometimes(0.1, 1 + random.below(20)),
    },
    interrupt: sometimes(0.1, random.below(2000)),
    maxSeconds: sometimes(0.1, random.real()),
    maxQuestions: sometimes(0.1, random.below(60)),
  };
}
