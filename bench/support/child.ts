/**
 * Work in a process of its own: its memory is its own, and no earlier code has influenced what the compiler makes of it. A
 * job is a file of bench/jobs with a function `run(input)`.
 */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const self = fileURLToPath(import.meta.url);

export interface Done<R> {
  readonly value: R;
  /** The most memory that the process ever held. */
  readonly peakMebibytes: number;
}

/** Runs a job. A failure, or the end of its time, is an error in words. */
export function inChild<R>(job: string, input: unknown, seconds = 600): Promise<Done<R>> {
  return new Promise((resolve, reject) => {
    const args = ["--expose-gc", "--import", "tsx", self, job, JSON.stringify(input)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const clock = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(clock);
      if (code === 0) resolve(JSON.parse(output) as Done<R>);
      else reject(new Error(`${job} ended by ${signal ?? `exit status ${code}`}`));
    });
  });
}

if (process.argv[1] === self) {
  const [job, input] = process.argv.slice(2);
  const module = (await import(new URL(`../jobs/${job}.ts`, import.meta.url).href)) as {
    run(input: unknown): unknown;
  };
  const value = await module.run(JSON.parse(input));
  const peakMebibytes = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ value, peakMebibytes }));
}
