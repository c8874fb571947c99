/** Other people's state merging: AALpy, where bench/peers/setup installed it, and FlexFringe, where HANKEL_FLEXFRINGE names the program. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
    const { stdout, status, error } = spawnSync(program, [script, algorithm, file], options(seconds));
    if (status !== 0) return failure(error, seconds);
    return JSON.parse(stdout) as PeerAutomaton;
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
    const command = ["-c", TIMED, "bash", program, "--ini", ini, file];
    // It writes files of its own into the folder in which it runs.
    const { status, error, stderr } = spawnSync("bash", command, { ...options(seconds), cwd: folder });
    const model = `${file}.ff.final.json`;
    if (status !== 0 || !existsSync(model)) return failure(error, seconds);
    const taken = stderr
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

function options(seconds: number) {
  return { encoding: "utf8", timeout: seconds * 1000, maxBuffer: 2 ** 29, killSignal: "SIGKILL" } as const;
}

function failure(error: Error | undefined, seconds: number): string {
  return error !== undefined && "code" in error && error.code === "ETIMEDOUT"
    ? `over ${seconds} s`
    : "failed";
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "hankel-logs-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
