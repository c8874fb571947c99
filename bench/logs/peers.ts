/** Other people's state merging: AALpy, where bench/peers/setup installed it, and FlexFringe, where HANKEL_FLEXFRINGE names the program. */

import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** An automaton of a peer. State 0 is initial. */
export interface PeerAutomaton {
  /** Of the processor. */
  readonly seconds: number;
  readonly states: readonly {
    readonly label: boolean;
    /** The letter, the state, and the output of each arc. */
    readonly arcs: readonly (readonly [string, number, string | null])[];
  }[];
}

/** A peer's result, or why there is none. */
export type PeerResult = PeerAutomaton | string;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The Python that has AALpy. */
function python(): string | undefined {
  const installed = here("../peers/.installed/python/bin/python");
  return process.env["HANKEL_AALPY_PYTHON"] ?? (existsSync(installed) ? installed : undefined);
}

export function aalpy(algorithm: "edsm" | "edsm-mealy" | "gsm", text: string, seconds: number): PeerResult {
  const program = python();
  if (program === undefined) return "not installed";
  return inFolder((folder) => {
    const file = join(folder, "sample");
    writeFileSync(file, text);
    const script = here("../peers/aalpy_samples.py");
    const ended = limited('exec "$@"', [program, script, algorithm, file], seconds, folder);
    if (ended.status !== 0) return failure(ended, seconds);
    return JSON.parse(ended.stdout) as PeerAutomaton;
  });
}

/** Runs a program, and says how many seconds of the processor it took, for itself and for the system. */
const TIMED = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';

/** FlexFringe with one of its own settings, such as `edsm`: the folder `ini` lies beside the program. */
export function flexfringe(setting: string, text: string, seconds: number): PeerResult {
  const program = process.env["HANKEL_FLEXFRINGE"];
  if (program === undefined || !existsSync(program)) return "not installed";
  return inFolder((folder) => {
    const file = join(folder, "sample");
    writeFileSync(file, text);
    const ini = join(program, "..", "ini", `${setting}.ini`);
    const ended = limited(TIMED, [program, "--ini", ini, file], seconds, folder);
    const model = `${file}.ff.final.json`;
    if (ended.status !== 0 || !existsSync(model)) return failure(ended, seconds);
    const taken = ended.stderr
      .trim()
      .split(/\s+/u)
      .map(Number)
      .reduce((sum, part) => sum + part, 0);
    return readFlexfringe(JSON.parse(readFileSync(model, "utf8")) as FlexfringeModel, taken);
  });
}

interface FlexfringeModel {
  /** The labels, by the numbers that the counts have. */
  readonly types: readonly string[];
  readonly nodes: readonly {
    readonly id: number;
    readonly data: { readonly final_counts?: Readonly<Record<string, number>> };
  }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly name: string }[];
}

function readFlexfringe({ types, nodes, edges }: FlexfringeModel, seconds: number): PeerAutomaton {
  const sorted = nodes.toSorted((a, b) => Number(b.id === -1) - Number(a.id === -1));
  const number = new Map(sorted.map(({ id }, state) => [String(id), state]));
  const arcs = sorted.map((): [string, number, null][] => []);
  for (const { source, target, name } of edges) {
    const [from, to] = [number.get(source), number.get(target)];
    if (from !== undefined && to !== undefined) arcs[from].push([name, to, null]);
  }
  const accepts = (state: number) => (sorted[state].data.final_counts?.[types.indexOf("1")] ?? 0) > 0;
  return { seconds, states: arcs.map((list, state) => ({ label: accepts(state), arcs: list })) };
}

/** So many times longer by the clock may a program take that has a time of the processor: the machine may be busy. */
const BUSY = 20;

/** Runs a program by a line of shell, in a folder into which it may write, for so many seconds of the processor at most. */
function limited(line: string, command: readonly string[], seconds: number, cwd: string) {
  return spawnSync("bash", ["-c", `ulimit -t ${seconds}; ${line}`, "bash", ...command], {
    cwd,
    encoding: "utf8",
    timeout: BUSY * seconds * 1000,
    maxBuffer: 2 ** 29,
    killSignal: "SIGKILL",
  });
}

/** What the shell says of a program that had no time left. */
const KILLED = 128 + constants.signals.SIGKILL;
const OUT_OF_TIME = 128 + constants.signals.SIGXCPU;

/** Why a program has no result. */
function failure({ status, signal }: SpawnSyncReturns<string>, seconds: number): string {
  const outOfTime = signal !== null || status === KILLED || status === OUT_OF_TIME;
  return outOfTime ? `over ${seconds} s` : "failed";
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "hankel-logs-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
