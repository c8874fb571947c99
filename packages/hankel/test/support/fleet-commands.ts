/** A black box for the workers of a fleet, and commands that run until a test ends. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { BIN, type Workplace } from "./hankel.ts";

/**
 * A program that takes a few milliseconds for each word, or, after ten words, until there is a file named go. It notes its
 * process id, so that its end can be seen.
 */
export const BOX = `
const { existsSync, writeFileSync } = require("node:fs");
const say = (line) => process.stdout.write(line + "\\n");
const count = (text, pattern) => BigInt((text.match(pattern) ?? []).length);
const weight = (text) => (/bbb/.test(text) ? "0" : "1/" + 3n ** count(text, /a/g) * 5n ** count(text, /ba/g));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let words = 0;
const think = async (speed = "0") => {
  if (speed !== "held") await pause(Number(speed));
  else for (words++; words > 10 && !existsSync("go"); ) await pause(10);
};
if (process.argv[3]) writeFileSync(process.argv[3], String(process.pid));
say(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
let rest = "";
let work = Promise.resolve();
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) work = work.then(async () => {
    const { id, weigh } = JSON.parse(line);
    for (const _ of weigh) await think(process.argv[2]);
    say(JSON.stringify({ id, weights: weigh.map((word) => weight(word.join(""))) }));
  });
});
`;

/** A running command, and what it has written. */
interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
  said(text: string): Promise<void>;
}

/** Commands that are killed at the end of a test. */
export class Commands {
  readonly #place: Workplace;
  readonly #running: ChildProcess[] = [];

  constructor(place: Workplace) {
    this.#place = place;
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.#place.folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.resume();
    this.#running.push(child);
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    return {
      child,
      ended: once(child, "close").then(([code]) => ({ code: code as number | null, stderr })),
      async said(text) {
        while (!stderr.includes(text)) {
          if (child.exitCode !== null) throw new Error(`it did not say ${text} but ${stderr}`);
          await pause(20);
        }
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "close");
    }
  }
}

/** Is it there, and not only its entry in the table of processes, which waits to be cleared away? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
