/**
 * A fleet on machines that come and go, for tests and benchmarks: workers are processes that are killed (SIGKILL) one after the other
 * and started again at once, and the server is restarted now and then. The result and the journal are compared with those of one local box.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Random } from "@hankel/core";
import { NatsServer } from "./nats-server.ts";

const HANKEL = fileURLToPath(new URL("../packages/hankel/bin/hankel.js", import.meta.url));

/** A language of 20 states. A word takes as long as the environment says, in milliseconds. */
const BOX = `
export const alphabet = ["a", "b"];
export const semifield = "rational";
const cell = new Int32Array(new SharedArrayBuffer(4));
export function weigh(word) {
  Atomics.wait(cell, 0, 0, Number(process.env.BOX_SLEEPS));
  let [i, j, weight] = [0, 0, 1n];
  for (const symbol of word) {
    weight *= BigInt(1 + ((i * 7 + j * 3) % 5));
    if (symbol === "a") i = (i + 1) % 5;
    else j = (j + 1) % 4;
  }
  return String(weight * BigInt(1 + ((i + 2 * j) % 7)));
}
`;

export interface ChurnOptions {
  readonly workers: number;
  /** How long a word takes, in milliseconds. */
  readonly word: number;
  /** A worker is killed every so many milliseconds; none unless given. */
  readonly kill?: number | undefined;
  /** The server is killed and started again every so many milliseconds; never unless given. */
  readonly restart?: number | undefined;
  /** The tests of conjectures. */
  readonly equivalence: string;
  readonly seed: number;
}

/** What was learned, and how fast. */
export interface ChurnResult {
  readonly automaton: string;
  readonly journal: string;
  /** The words in the journal. */
  readonly words: number;
  readonly seconds: number;
  /** Worker-seconds: from the moment when a worker is at work until it is killed, or until the end. */
  readonly living: number;
  readonly kills: number;
  readonly restarts: number;
  /** What the learner said. */
  readonly said: string;
}

/** Runs one learner on a fleet. */
export async function runChurn(options: ChurnOptions): Promise<ChurnResult> {
  await using stage = new Stage(options.word);
  await using server = await NatsServer.start();
  const fleet = `${server.url}/churn`;
  const workers = Array.from({ length: options.workers }, () => stage.worker(fleet));
  await Promise.all(workers.map(({ starts }) => starts));
  const started = performance.now();
  const over = new AbortController();
  const learner = stage.start(["learn", fleet, ...stage.results(options.equivalence)]);
  const counted = { kills: 0, restarts: 0 };
  const random = new Random(options.seed);
  const kill = async () => {
    // None of those that are just starting: a machine that never gets to work is not what is measured.
    const alive = workers.filter(({ begun, ended }) => begun !== undefined && ended === undefined);
    if (alive.length === 0) return;
    alive[random.below(alive.length)].kill();
    workers.push(stage.worker(fleet));
    counted.kills++;
  };
  const restart = async () => {
    await server.kill();
    await server.start();
    counted.restarts++;
  };
  const nuisances = [every(options.kill, kill, over.signal), every(options.restart, restart, over.signal)];
  const { code, said } = await learner.ended;
  const ended = performance.now();
  over.abort();
  await Promise.all(nuisances);
  if (code !== 0) throw new Error(`the learner ended with exit code ${code}: ${said}`);
  const living = workers.reduce((sum, worker) => {
    const { begun = ended, ended: killed = ended } = worker;
    return sum + Math.max(0, Math.min(killed, ended) - begun);
  }, 0);
  const seconds = (ended - started) / 1000;
  return { ...stage.found(), ...counted, seconds, living: living / 1000, said };
}

/** The same language, learned from a local box that takes no time. */
export async function runLocal(
  equivalence: string,
): Promise<Pick<ChurnResult, "automaton" | "journal" | "words">> {
  await using stage = new Stage(0);
  const { code, said } = await stage.start(["learn", "box.mjs", ...stage.results(equivalence)]).ended;
  if (code !== 0) throw new Error(`the learner ended with exit code ${code}: ${said}`);
  return stage.found();
}

async function every(
  milliseconds: number | undefined,
  act: () => Promise<void>,
  over: AbortSignal,
): Promise<void> {
  if (milliseconds === undefined) return;
  for (let next = performance.now(); !over.aborted; ) {
    next += milliseconds;
    await pause(Math.max(0, next - performance.now()), undefined, { signal: over }).catch(() => {});
    if (!over.aborted) await act();
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  onSaid: (text: string) => void;
}

/** A worker; its times are those of `performance.now`. */
interface WorkerProcess {
  /** Resolves when it has asked its box and looks for the fleet. */
  readonly starts: Promise<void>;
  begun: number | undefined;
  ended: number | undefined;
  kill(): void;
}

/** A folder with the box, and processes in it. */
class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), "hankel-churn-"));
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<Running>();

  constructor(word: number) {
    this.#env = { ...process.env, BOX_SLEEPS: String(word) };
    writeFileSync(join(this.#folder, "box.mjs"), BOX);
  }

  start(args: readonly string[]): Running {
    const stdio = ["ignore", "ignore", "pipe"] as const;
    const child = spawn(process.execPath, [HANKEL, ...args], {
      cwd: this.#folder,
      env: this.#env,
      stdio: [...stdio],
    });
    let said = "";
    const running: Running = {
      child,
      onSaid: () => {},
      ended: once(child, "close").then(([code]) => {
        this.#running.delete(running);
        return { code: code as number | null, said };
      }),
    };
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      running.onSaid(said);
    });
    this.#running.add(running);
    return running;
  }

  worker(fleet: string): WorkerProcess {
    const running = this.start(["worker", fleet, "box.mjs"]);
    let start = () => {};
    const worker: WorkerProcess = {
      starts: new Promise((resolve) => {
        start = resolve;
      }),
      begun: undefined,
      ended: undefined,
      kill() {
        worker.ended = performance.now();
        running.child.kill("SIGKILL");
      },
    };
    running.onSaid = (said) => {
      if (said.includes("a worker of the fleet")) start();
      if (said.includes("at work for the learner")) worker.begun ??= performance.now();
    };
    return worker;
  }

  /** The options that name the tests and the files of the results. */
  results(equivalence: string): string[] {
    return ["--equivalence", equivalence, "--seed", "1", "--journal", "run.jsonl", "--out", "learned.json"];
  }

  found(): Pick<ChurnResult, "automaton" | "journal" | "words"> {
    const read = (name: string) => readFileSync(join(this.#folder, name), "utf8");
    const journal = read("run.jsonl");
    const words = journal.split("\n").filter((line) => line.startsWith('{"word"')).length;
    return { automaton: read("learned.json"), journal, words };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { child, ended } of this.#running) {
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true });
  }
}
