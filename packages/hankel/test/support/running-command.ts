/** The built command as a process that a test watches, sends signals to, and whose clock it may hold. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { BIN, type Workplace } from "./hankel.ts";

export interface RunningOptions {
  /** Its clock stands still but for steps of so many milliseconds, which `letTimePass` takes. */
  readonly clockStep?: number;
  /** The open file that its standard output goes to. */
  readonly stdout?: number;
  /** The address of a module that is loaded before it. */
  readonly imported?: string;
  /** Is its standard input a pipe that nobody closes? */
  readonly waits?: true;
}

export class RunningCommand {
  readonly child: ChildProcess;
  /** Its exit code and the signal that ended it. */
  readonly ended: Promise<{ readonly code: unknown; readonly by: unknown }>;
  stderr = "";
  stdout = "";
  #hasEnded = false;
  #look = () => {};

  constructor({ folder }: Workplace, args: readonly string[], options: RunningOptions = {}) {
    const { clockStep, stdout, waits } = options;
    const clock = new URL(`held-clock.mjs?${clockStep}`, import.meta.url).href;
    const imported = clockStep === undefined ? options.imported : clock;
    const before = imported === undefined ? [] : ["--import", imported];
    this.child = spawn(process.execPath, [...before, BIN, ...args], {
      cwd: folder,
      stdio: [waits ? "pipe" : "ignore", stdout ?? "pipe", "pipe"],
    });
    this.child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      this.stdout += chunk;
    });
    (this.child.stderr as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      this.stderr += chunk;
      this.#look();
    });
    this.ended = once(this.child, "close").then(([code, by]: unknown[]) => {
      this.#hasEnded = true;
      this.#look();
      return { code, by };
    });
  }

  /** Waits until standard error has this, so often; fails if the command ends without it. */
  async until(pattern: RegExp, times = 1): Promise<void> {
    const all = new RegExp(pattern, `g${pattern.flags}`);
    const isThere = () => (this.stderr.match(all)?.length ?? 0) >= times;
    await this.#when(isThere);
    if (!isThere()) throw new Error(`it ended without ${pattern}, but with:\n${this.stderr}`);
  }

  /** Lets a step of its clock pass, if the command has not ended. */
  async letTimePass(): Promise<void> {
    const before = this.#time;
    this.child.kill("SIGWINCH");
    await this.#when(() => this.#time > before);
  }

  /** Lets time pass until it ends. */
  async passTimeUntilEnd(): Promise<{ readonly code: unknown; readonly by: unknown }> {
    while (!this.#hasEnded) await this.letTimePass();
    return this.ended;
  }

  /** The time of its held clock, as it has told it. */
  get #time(): number {
    return Number([...this.stderr.matchAll(/^the clock: (\d+)$/gmu)].at(-1)?.[1] ?? 0);
  }

  /** Waits until this is so, or the command has ended. */
  #when(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        if (this.#hasEnded || isSo()) resolve();
      };
      this.#look();
    });
  }
}
