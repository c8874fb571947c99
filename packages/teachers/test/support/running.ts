/** Which processes run. */

import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";

/** A process that has ended, and that nobody has asked about, does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s*Z/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The processes that a process has started itself. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** How long a test waits for what must happen. It is a guard only: on a busy machine things take their time. */
export const PATIENCE = { timeout: 120_000, interval: 20 };

/** Expects that these processes end. */
export async function expectEnd(pids: readonly number[]): Promise<void> {
  expect(pids.length).toBeGreaterThan(0);
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), PATIENCE);
}

/**
 * The beginning of a program in JavaScript that is hard to end: it ignores signals, and so does what it starts, which has
 * none of its pipes. It writes the numbers of both on standard error.
 */
export const STUBBORN = `
import { spawn } from "node:child_process";
for (const name of ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"]) process.on(name, () => {});
const child = spawn("sh", ["-c", "trap '' TERM HUP INT QUIT; echo ready; while true; do sleep 1; done"], {
  stdio: ["ignore", "pipe", "ignore"],
});
await new Promise((resolve) => child.stdout.once("data", resolve));
child.stdout.destroy();
console.error("pids " + process.pid + " " + child.pid);
setInterval(() => {}, 1000);
`;

/** The processes that a stubborn program has named. */
export function pidsIn(text: string): number[] {
  return [...text.matchAll(/pids (\d+) (\d+)/gu)].flatMap(([, ...pids]) => pids.map(Number));
}
