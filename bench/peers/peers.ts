/**
 * Other learners, run on the same targets as ours: which are installed here, and one run of one of them.
 * What the figures mean is in README.md beside this file.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Kind = "dfa" | "mealy" | "pdfa";

/** A complete machine in the adapters' format: letters 0..letters-1, state 0 initial, arcs at [state * letters + letter]. */
export type Target = {
  readonly letters: number;
  readonly size: number;
  readonly target: number[];
} & (
  | { readonly kind: "dfa"; readonly final: number[] }
  | { readonly kind: "mealy"; readonly output: number[] }
  | { readonly kind: "pdfa"; readonly probability: number[]; readonly stop: number[] }
);

export type PeerName = "learnlib" | "learnlib-older" | "aalpy" | "pymodelextractor";

export interface Peer {
  readonly name: PeerName;
  /** The algorithms it can run, by kind of target. */
  readonly algorithms: Readonly<Record<Kind, readonly string[]>>;
  /** The version installed, or null. */
  readonly version: string | null;
  /** Why it is not installed, or null. */
  readonly missing: string | null;
}

export interface PeerResult {
  readonly peer: string;
  readonly version: string;
  readonly algorithm: string;
  readonly kind: Kind;
  readonly states: number;
  /** Questions as the learner asks them, repeated ones too. */
  readonly queries: number;
  /** Different words asked. */
  readonly distinct: number;
  /** Words that reach the system behind a prefix-tree cache. */
  readonly maximal: number;
  /** Different words whose answer the learner got to see. */
  readonly answers: number;
  /** PDFA only: different words before the last letter of those asked, and what they cost. */
  readonly contexts?: number;
  readonly contextsCost?: number;
  /** Letters of the different words. */
  readonly symbols: number;
  /** 1 + letters for each word that counts as a question: README.md says which. */
  readonly cost: number;
  readonly equivalences: number;
  readonly seconds: number;
  readonly equivalenceSeconds: number;
  /** Runs in one process, of which `seconds` is the one that was fastest outside the equivalence oracle. */
  readonly runs: number;
  readonly correct: boolean;
}

export interface PeerFailure {
  readonly error: string;
}

export interface RunOptions {
  /** The longest a run may take, its own start-up not counted. */
  readonly seconds: number;
  /** How often LearnLib runs in one process (3 unless given), so that the compiler has warmed up. */
  readonly repeat?: number;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const ALGORITHMS: Readonly<Record<PeerName, Peer["algorithms"]>> = {
  learnlib: {
    dfa: ["ttt", "kv", "lstar", "lstar-rs"],
    mealy: ["ttt", "kv", "lstar", "lstar-rs"],
    pdfa: [],
  },
  "learnlib-older": {
    dfa: ["op", "lambda-ttt", "lambda-lstar"],
    mealy: ["op", "lambda-ttt", "lambda-lstar", "adt"],
    pdfa: [],
  },
  aalpy: {
    dfa: ["kv", "lstar", "lstar-rs", "lstar-rs-runs", "lsharp", "lsharp-ads"],
    mealy: ["kv", "lstar", "lstar-rs", "lstar-rs-runs", "lsharp", "lsharp-ads"],
    pdfa: [],
  },
  pymodelextractor: {
    dfa: [],
    mealy: [],
    pdfa: ["lstar", "lstar-col"],
  },
};

/** How long a process may take to start, read its target and be told to stop, beyond the time of its run. */
const GRACE_SECONDS = 10;

/** Every peer there is an adapter for, installed or not. */
export function findPeers(): Peer[] {
  return (Object.keys(ALGORITHMS) as PeerName[]).map((name) => {
    const version = note(`${name}.version`);
    const missing = version === null ? (note(`${name}.failed`) ?? "not set up: run bench/peers/setup") : null;
    return { name, algorithms: ALGORITHMS[name], version, missing };
  });
}

/** What setup wrote down about a peer. */
function note(name: string): string | null {
  const path = here(`.installed/${name}`);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : null;
}

/** Runs one algorithm of a peer on a target file. It never throws: what goes wrong is an error in words. */
export async function runPeer(
  peer: Peer,
  algorithm: string,
  targetFile: string,
  { seconds, repeat = 3 }: RunOptions,
): Promise<PeerResult | PeerFailure> {
  if (peer.missing !== null) {
    return { error: `${peer.name}: ${peer.missing}` };
  }
  const [program, ...before] = command(peer.name, "Adapter", `${peer.name}_adapter.py`);
  const java = program === "java";
  const after = [targetFile, algorithm, `${seconds}`, ...(java ? ["--repeat", `${repeat}`] : [])];
  const end = await finished(program, [...before, ...after], seconds + GRACE_SECONDS);
  return read(end, `${peer.name} ${algorithm}`);
}

/** How a peer's program is started: the Java class, or the Python file. */
export function command(name: PeerName, main: string, script: string): [program: string, ...args: string[]] {
  switch (name) {
    case "learnlib":
    case "learnlib-older": {
      const folder = here(`.installed/${name}`);
      return ["java", "-Xmx8g", "-cp", `${folder}/classes:${folder}/lib/*`, main];
    }
    case "aalpy":
    case "pymodelextractor":
      return [here(".installed/python/bin/python"), here(script)];
  }
}

export interface End {
  readonly output: string;
  readonly complaints: string;
  /** How the process ended, in words. */
  readonly how: string;
}

export function finished(program: string, args: string[], seconds: number): Promise<End> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let complaints = "";
    let late = false;
    const clock = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, seconds * 1000);
    const settle = (how: string) => {
      clearTimeout(clock);
      resolve({ output, complaints, how: late ? `stopped after ${seconds} s` : how });
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints = (complaints + text).slice(-2000);
    });
    child.on("error", (failure) => settle(`could not be started: ${failure.message}`));
    child.on("close", (code, signal) =>
      settle(signal === null ? `exit status ${code}` : `ended by ${signal}`),
    );
  });
}

function read(end: End, who: string): PeerResult | PeerFailure {
  let answer: unknown = null;
  try {
    answer = JSON.parse(end.output);
  } catch {
    // No JSON line: said below, with what the process said instead.
  }
  if (isFailure(answer)) {
    return { error: `${who}: ${answer.error}` };
  }
  if (isResult(answer)) {
    return answer;
  }
  return { error: `${who}: ${end.how}, no result. ${end.complaints.trim().split("\n").at(-1) ?? ""}`.trim() };
}

function isFailure(answer: unknown): answer is PeerFailure {
  return (
    typeof answer === "object" && answer !== null && "error" in answer && typeof answer.error === "string"
  );
}

const FIELDS: Readonly<Record<string, "string" | "number" | "boolean">> = {
  peer: "string",
  version: "string",
  algorithm: "string",
  kind: "string",
  states: "number",
  queries: "number",
  distinct: "number",
  maximal: "number",
  answers: "number",
  symbols: "number",
  cost: "number",
  equivalences: "number",
  seconds: "number",
  equivalenceSeconds: "number",
  runs: "number",
  correct: "boolean",
};

function isResult(answer: unknown): answer is PeerResult {
  if (typeof answer !== "object" || answer === null) {
    return false;
  }
  const fields = new Map<string, unknown>(Object.entries(answer));
  return Object.entries(FIELDS).every(([name, type]) => typeof fields.get(name) === type);
}
