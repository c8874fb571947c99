/** Runs the built command on real files. */

import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test as plainTest } from "vitest";
import { withoutProgress } from "../../../../scripts/without-progress.ts";
import { canRunInside, runInside } from "./run-inside.ts";

export const BIN = fileURLToPath(new URL("../../bin/hankel.js", import.meta.url));
const COMMAND = new URL("../../dist/command/main.js", import.meta.url);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent as soon as standard error holds this text. */
  readonly interrupt?: { readonly at: string; readonly signal: NodeJS.Signals };
  /** Stop reading standard output after this many characters. */
  readonly readOnly?: number;
}

/** The command is bundled after compiling. Fails if something was only compiled since. */
function refuseOldCommand(): void {
  const built = statSync(COMMAND).mtimeMs;
  for (const name of ["core", "networks", "teachers", "hankel"]) {
    const compiled = statSync(new URL(`../../../${name}/tsconfig.tsbuildinfo`, import.meta.url)).mtimeMs;
    if (compiled > built)
      throw new Error("the command is older than what it is made of; run npm run build:packages");
  }
}

/** The same on a slow machine as on a fast one. */
function steady({ code, stdout, stderr }: Ended): Ended {
  return { code, stdout, stderr: withoutProgress(stderr) };
}

/** A temporary folder for a test, in which the command runs. */
export class Workplace {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(this.path(name), content);
    return name;
  }

  async read(name: string): Promise<string> {
    return readFile(this.path(name), "utf8");
  }

  /** The names of the files in the folder, hidden ones included. */
  async files(): Promise<string[]> {
    return (await readdir(this.folder)).toSorted();
  }

  /** Runs a command: inside this process if that makes no difference, otherwise in one of its own. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const plain = Object.keys(options).length === 0 && canRunInside(args);
    if (!plain) return this.spawn(args, options);
    const { code, stdout, stderr } = await runInside(this.folder, args);
    return steady({ code, stdout, stderr });
  }

  async spawn(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    refuseOldCommand();
    const { HANKEL_DEBUG: _debug, NO_COLOR: _colour, FORCE_COLOR: _force, ...env } = process.env;
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: this.folder,
      env: { ...env, ...options.env },
      stdio: "pipe",
    });
    let stdout = "";
    let stderr = "";
    let interrupted = false;
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (options.readOnly !== undefined && stdout.length >= options.readOnly) child.stdout.destroy();
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
      if (!interrupted && options.interrupt !== undefined && stderr.includes(options.interrupt.at)) {
        interrupted = child.kill(options.interrupt.signal);
      }
    });
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(steady({ code, stdout, stderr })));
    });
  }

  /** Runs a command that must succeed without output on standard error; returns its output. */
  async print(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  }
}

/** A test with a temporary folder `place`, removed afterwards. */
export const test = plainTest.extend<{ place: Workplace }>({
  place: async ({ task: _task }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "hankel-test-"));
    await use(new Workplace(folder));
    // What a killed command has started may write there a moment longer.
    await rm(folder, { recursive: true, maxRetries: 50 });
  },
});

/** The text of a small automaton; `changes` replace the values of keys. */
export function automatonText(changes: Readonly<Record<string, string>> = {}): string {
  const parts = {
    format: '"hankel/1"',
    semifield: '"rational"',
    alphabet: '["a", "b"]',
    states: "2",
    initial: '[[0, "1/2"]]',
    final: '[[1, "3/4"]]',
    arcs: '[[0, "a", "1/3", 1], [1, "b", "-2", 0]]',
    ...changes,
  };
  const fields = Object.entries(parts).map(([key, value]) => `  "${key}": ${value}`);
  return `{\n${fields.join(",\n")}\n}\n`;
}

/** Expects an error message on standard error only, with these contents and without a stack trace. */
export function expectComplaint(ended: Ended, code: number, ...contents: readonly string[]): void {
  expect(ended.stdout).toBe("");
  expect(ended.stderr).toMatch(/^hankel: /u);
  expect(ended.stderr).not.toMatch(/^\s+at /mu);
  for (const content of contents) expect(ended.stderr).toContain(content);
  expect(ended.code).toBe(code);
}
