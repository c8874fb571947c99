import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { LineCutter } from "../wire/lines.ts";
import type { Connect } from "./connection.ts";

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Called with every line of its standard error. */
  readonly onStderr?: (line: string) => void;
}

/** How long to wait, in milliseconds, after closing its input before SIGTERM, and again before SIGKILL. */
const GRACE = 1000;
/** How many lines of standard error the report of its end quotes. */
const KEPT_LINES = 5;

/** All running programs: none of them may outlive this process. */
const running = new Set<ChildProcessWithoutNullStreams>();
let watching = false;

function watchExit(): void {
  if (watching) return;
  watching = true;
  process.on("exit", () => {
    for (const child of running) killGroup(child, "SIGKILL");
  });
}

/**
 * Starts a program from an argument list, without a shell. The program leads its own process group, for two reasons:
 * Ctrl-C at the terminal must reach us only, because we still want the pending answers; and ending the group also ends
 * what the program has started.
 */
export function childConnection(options: ChildOptions): Connect {
  return (listener) => {
    watchExit();
    const child = spawn(options.command, [...options.args], {
      stdio: ["pipe", "pipe", "pipe"],
      shell: false,
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    running.add(child);
    const stderrTail: string[] = [];
    let ended = false;
    let problem: string | undefined;
    const exited = new Promise<void>((resolve) => {
      const end = (reason: string, neverStarted: boolean) => {
        running.delete(child);
        resolve();
        if (ended) return;
        ended = true;
        const tail =
          stderrTail.length === 0 ? "" : `; its last lines on standard error: ${stderrTail.join(" / ")}`;
        listener.end(`${reason}${tail}`, neverStarted);
      };
      child.on("error", (error: NodeJS.ErrnoException) => {
        if (child.pid !== undefined) return;
        const why =
          error.code === "ENOENT"
            ? "no such program"
            : error.code === "EACCES"
              ? "not executable"
              : error.message;
        end(`cannot start ${options.command}: ${why}`, true);
      });
      // "close", not "exit": the last lines may still be in the pipe after "exit".
      child.on("close", (code, signal) => {
        const how = signal === null ? `exit code ${code}` : signal;
        end(problem ?? `it ended (${how})${cutter.torn ? " in the middle of a line" : ""}`, false);
      });
    });
    const cutter = new LineCutter((text) => {
      if (!ended && problem === undefined && text.trim() !== "") listener.line(text);
    });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (cutter.push(chunk) || problem !== undefined) return;
      problem = "it wrote a line that is too long";
      killGroup(child, "SIGKILL");
    });
    const stderr = new LineCutter((line) => {
      if (stderrTail.push(line.slice(0, 200)) > KEPT_LINES) stderrTail.shift();
      options.onStderr?.(line);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => stderr.push(chunk));
    child.stderr.on("end", () => stderr.push("\n".repeat(stderr.torn ? 1 : 0)));
    // After a broken pipe the program ends, and its end is reported with more detail.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});

    return {
      send(line) {
        const { stdin } = child;
        if (!stdin.writable) return;
        // Write the requests of one tick together: for a short request the system call is the largest cost.
        if (stdin.writableCorked === 0) {
          stdin.cork();
          process.nextTick(() => stdin.uncork());
        }
        stdin.write(line);
      },
      async close() {
        ended = true;
        child.stdin.end();
        const timers = [
          setTimeout(() => killGroup(child, "SIGTERM"), GRACE),
          setTimeout(() => killGroup(child, "SIGKILL"), 2 * GRACE),
        ];
        await exited;
        for (const timer of timers) clearTimeout(timer);
      },
      kill() {
        killGroup(child, "SIGKILL");
      },
    };
  };
}

function killGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}
