import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { LineCutter } from "../wire/lines.ts";
import type { Connect } from "./connection.ts";

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Told of every line of its standard error. */
  readonly onStderr?: (line: string) => void;
}

/** How long a program may take to end by itself, then after it was asked to, in milliseconds. */
const GRACE = 1000;
/** So many lines of standard error are kept for the report of its death. */
const KEPT_LINES = 5;

/** Every program that runs now: none of them may outlive this process. */
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
 * Starts a program from an argument list, without a shell. It leads a process group of its own: Ctrl-C at the terminal
 * is meant for us, who still want the answers that are under way; and what it starts itself ends with it.
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
    const lastWords: string[] = [];
    let ended = false;
    let problem: string | undefined;
    const exited = new Promise<void>((resolve) => {
      const end = (reason: string, neverStarted: boolean) => {
        running.delete(child);
        resolve();
        if (ended) return;
        ended = true;
        const said = lastWords.length === 0 ? "" : `; its last words: ${lastWords.join(" / ")}`;
        listener.end(`${reason}${said}`, neverStarted);
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
      // "close" and not "exit": its last lines may still be in the pipe.
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
      problem = "it wrote a line without end";
      killGroup(child, "SIGKILL");
    });
    const stderr = new LineCutter((line) => {
      if (lastWords.push(line.slice(0, 200)) > KEPT_LINES) lastWords.shift();
      options.onStderr?.(line);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => stderr.push(chunk));
    child.stderr.on("end", () => stderr.push("\n".repeat(stderr.torn ? 1 : 0)));
    // A pipe that breaks is followed by the end of the program, which tells more.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});

    return {
      send(line) {
        const { stdin } = child;
        if (!stdin.writable) return;
        // Requests of one moment go out in one piece: a call of the system costs more than all else about a short one.
        if (stdin.writableCorked === 0) {
          stdin.cork();
          process.nextTick(() => stdin.uncork());
        }
        stdin.write(line);
      },
      async close() {
        ended = true;
        child.stdin.end();
        const calls = [
          setTimeout(() => killGroup(child, "SIGTERM"), GRACE),
          setTimeout(() => killGroup(child, "SIGKILL"), 2 * GRACE),
        ];
        await exited;
        for (const call of calls) clearTimeout(call);
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
