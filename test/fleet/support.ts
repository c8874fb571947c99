/** A real nats-server, and programs of a fleet, for tests: whatever was started is ended. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HANKEL = join(ROOT, "packages/hankel/bin/hankel.js");

/** Debian installs the server where only administrators look for programs. */
export const natsServer = ["nats-server", "/usr/sbin/nats-server"].find(
  (command) => spawnSync(command, ["--version"]).status === 0,
);
if (natsServer === undefined) {
  process.stderr.write("\n⚠ fleets are not tested: nats-server is missing (apt-get install nats-server)\n");
}

/** A Python with nats-py: the one that `.ci/run` prepares, or any other. */
export const python = [join(ROOT, ".tmp/nats-py/bin/python"), "python3"].find(
  (command) => spawnSync(command, ["-c", "import nats, nkeys"]).status === 0,
);
if (python === undefined) {
  process.stderr.write(
    "\n⚠ the Python worker is not tested: nats-py is missing (python3 -m venv .tmp/nats-py && .tmp/nats-py/bin/pip install 'nats-py[nkeys]')\n",
  );
}

export interface Result {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** What a run is judged by. On standard error it may say that it waits for workers, however quiet it is told to be. */
export function outcome({ stdout, status }: Result): Pick<Result, "stdout" | "status"> {
  return { stdout, status };
}

export interface Running {
  readonly process: ChildProcess;
  /** Everything it has written to standard error. */
  stderr(): string;
  /** Resolves when it has written this to standard error. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  ended: Promise<Result>;
}

/** Programs in a folder of their own. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), "hankel-fleet-"));
  readonly #running: Running[] = [];

  file(name: string): string {
    return join(this.folder, name);
  }

  /** Starts a program; its environment has these variables besides the test's own. */
  start(command: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const running = watch(child);
    this.#running.push(running);
    return running;
  }

  /** Starts `hankel` with these arguments, behind a command such as `ip netns exec` if there is one. */
  hankel(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    within: readonly string[] = [],
  ): Running {
    return this.start([...within, process.execPath, HANKEL, ...args], env);
  }

  /** Starts a server on a free port; resolves to the port. */
  async server(
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
    within: readonly string[] = [],
  ): Promise<number> {
    const server = this.start([...within, natsServer as string, "-a", "127.0.0.1", "-p", "-1", ...args], env);
    const [, port] = await server.said(
      /Listening for client connections on \S+:(\d+)[\s\S]*Server is ready/u,
    );
    return Number(port);
  }

  async close(): Promise<void> {
    for (const { process: child, ended } of this.#running.reverse()) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(late);
    }
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true });
  }
}

function watch(child: ChildProcess): Running {
  let [stdout, stderr] = ["", ""];
  const waiting = new Set<() => void>();
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const look of waiting) look();
  });
  const ended = once(child, "close").then(() => ({ stdout, stderr, status: child.exitCode }));
  const said = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(stderr);
        if (found === null) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without saying ${String(pattern)}:\n${stderr}`)));
    });
  return { process: child, stderr: () => stderr, said, ended };
}
