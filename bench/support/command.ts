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

  /** One run of a command, without its memory. */
  finely(command: readonly string[]): Measured {
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", 'TIMEFORMAT="%3U %3S %3R"; time "$@" >/dev/null 2>&1', "bash", ...command],
      { cwd: this.folder, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`${command.join(" ")}: exit ${status}`);
    const [user, system, wall] = stderr.trim().split(" ").map(Number);
    return { cpu: user + system, wall, peakMebibytes: 0 };
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

/** What an attempt takes: one command, or several, one after the other. */
type Attempt = readonly (readonly string[])[];

/**
 * The least of several runs of attempts that take turns, so that other work on the machine meets all of them alike. Peak memory is that of
 * the first run. A run of less than a second is repeated under the shell, which tells its time to a millisecond.
 */
export function inTurns(bench: Bench, attempts: readonly Attempt[], runs: number): Measured[] {
  const first = attempts.map((attempt) => together(attempt.map((command) => bench.once(command).measured)));
  const all = first.map((measured) => (measured.cpu < 1 && runs > 1 ? [] : [measured]));
  for (let run = 1; run < runs; run++)
    attempts.forEach((attempt, i) => {
      const finely = first[i].cpu < 1;
      const parts = attempt.map((command) => (finely ? bench.finely(command) : bench.once(command).measured));
      all[i].push({ ...together(parts), peakMebibytes: first[i].peakMebibytes });
    });
  return all.map(leastOf);
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
