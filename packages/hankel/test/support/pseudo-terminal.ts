import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ended, Workplace } from "./hankel.ts";

const BIN = fileURLToPath(new URL("../../bin/hankel.js", import.meta.url));

/** Runs a command on a terminal of its own, and copies what arrives there to standard output. */
const RELAY = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/** Gives the terminal a width, and runs a command on it. */
const SIZED = ["sh", "-c", 'stty cols "$1"; shift; exec "$@"', "sh"];

/** Runs the built command at a terminal; `stdout` is what the terminal gets, from both of its outputs. */
export function runAtTerminal({ folder }: Workplace, args: readonly string[], columns = 80): Promise<Ended> {
  const { NO_COLOR: _none, HANKEL_DEBUG: _debug, ...env } = process.env;
  const child = spawn("python3", ["-c", RELAY, ...SIZED, String(columns), process.execPath, BIN, ...args], {
    cwd: folder,
    env: { ...env, TERM: "xterm" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
