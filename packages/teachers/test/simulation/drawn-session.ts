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
  /** When the system has no room for a program, or the server cannot be reached, in milliseconds since the session began. */
  readonly away: readonly [from: number, to: number] | undefined;
  /** By how many times the processor is slower for some time: everything takes longer, and the times that are set do not. */
  readonly slowness: number;
  /** Is a byte of the journal changed before the session? */
  readonly rot: boolean;
  /** When the user has had enough, in milliseconds. */
  readonly interrupt: number | undefined;
  readonly maxSeconds: number | undefined;
  readonly maxQuestions: number | undefined;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Most of the time it is over before anybody loses patience. */
function away(random: Random): readonly [from: number, to: number] {
  const from = random.below(500);
  return [from, from + (random.below(8) === 0 ? 2_000_000 : random.below(300_000))];
}

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
    away: sometimes(0.3, away(random)),
    slowness: sometimes(0.2, 2 + random.below(30)) ?? 1,
    rot: sometimes(0.15, true) ?? false,
    interrupt: sometimes(0.1, random.below(2000)),
    maxSeconds: sometimes(0.1, random.real()),
    maxQuestions: sometimes(0.1, random.below(60)),
  };
}
