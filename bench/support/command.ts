/** A command of the system, run under GNU time: its processor time, its wall time and its peak memory. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TIME = "/usr/bin/time";

export interface Measured {
  readonly cpu: number;
  readonly wall: number;
  readonly peakMebibytes: number;
}

/** What is missing on this machine for measuring, or nothing. */
export function missingTime(): string | undefined {
  return existsSync(TIME) ? undefined : `${TIME} is missing: apt-get install time`;
}

/** A folder for the files of a measurement; remove it afterwards. */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), "hankel-bench-"));

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The least of several runs of a command, each measured from its start to its end. */
  measure(command: readonly string[], runs: number): Measured {
    return leastOf(Array.from({ length: runs }, () => this.once(command).measured));
  }

  /** One run of a command, and what it printed. */
  once(
    command: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { readonly measured: Measured; readonly output: string } {
    const report = this.path("time");
    const {
      status,
      stderr,
      stdout: output,
    } = spawnSync(TIME, ["-o", report, "-f", "%U %S %e %M", ...command], {
      cwd: this.folder,
      env: { ...process.env, ...env },
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    if (status !== 0) throw new Error(`${command.join(" ")}: exit ${status}: ${stderr.slice(0, 500)}`);
    const [user, system, wall, kibibytes] = readFileSync(report, "utf8").trim().split(" ").map(Number);
    return { measured: { cpu: user + system, wall, peakMebibytes: kibibytes / 1024 }, output };
  }
}

/** The least of several measurements, each figure by itself. */
export function leastOf(all: readonly Measured[]): Measured {
  const least = (key: keyof Measured) => Math.min(...all.map((one) => one[key]));
  return { cpu: least("cpu"), wall: least("wall"), peakMebibytes: least("peakMebibytes") };
}

/** One command after another. */
export function together(parts: readonly Measured[]): Measured {
  const sum = (key: "cpu" | "wall") => parts.reduce((total, part) => total + part[key], 0);
  return {
    cpu: sum("cpu"),
    wall: sum("wall"),
    peakMebibytes: Math.max(...parts.map(({ peakMebibytes }) => peakMebibytes)),
  };
}
