/**
 * Has something become slower? Short jobs on the working tree and on a stored release, in turns:
 *
 *     npm run bench -- guard [--base COMMIT] [--only TEXT] [--seconds N] [--store]
 *
 * The release is a commit that bench/guard/release.json names; `--store` names the present one. Both are built from source in
 * the same way. It names the jobs that take more than 15 % longer, and then exits with 1. Each job is timed in two processes, with
 * either build loaded first, since the compiler may make something else of the second; one that seems slower is timed so again.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { jobs } from "./guard/jobs.ts";
import type { Pair } from "./guard/pair.ts";
import { root } from "./support/documents.ts";
import { progress, WrongInput } from "./support/section.ts";

/** So much longer is slower. */
const SLOWER = 1.15;

/** Seconds of the processor for each job, after warming up. */
const SECONDS = 2;

const PAIR = fileURLToPath(new URL("guard/pair.ts", import.meta.url));
const RELEASE = fileURLToPath(new URL("guard/release.json", import.meta.url));
const FOLDER = root(".tmp/guard");

/** One job: how long the working tree takes over the release. */
interface Compared extends Pair {
  readonly name: string;
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root("."), encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
  return stdout.trim();
}

function commitOf(name: string): string {
  try {
    return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  } catch {
    throw new WrongInput(`this clone does not have the commit ${name} (a shallow clone has only the newest)`);
  }
}

/** The core of a folder of sources as one file. */
async function bundled(folder: string, name: string): Promise<string> {
  const outfile = `${FOLDER}/${name}.mjs`;
  await build({
    entryPoints: [`${folder}/packages/core/src/index.ts`],
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** The sources of a commit, in a folder that git ignores. */
function checkedOut(commit: string): string {
  const folder = `${FOLDER}/${commit}`;
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync(
    "sh",
    ["-c", `git archive ${commit} packages/core/src | tar -x -C "$0"`, folder],
    {
      cwd: root("."),
      encoding: "utf8",
    },
  );
  if (archive.status !== 0) throw new Error(`the sources of ${commit}: ${archive.stderr.trim()}`);
  return folder;
}

function timed(name: string, base: string, now: string, seconds: number): Pair {
  const args = ["--expose-gc", "--import", "tsx", PAIR, name, base, now, String(seconds)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: root(".") });
  if (status !== 0) throw new Error(`${name}: ${stderr.trim().slice(0, 500)}`);
  return JSON.parse(stdout) as Pair;
}

/** A job on both builds, in a process for each order in which they are loaded. */
function inBothOrders(name: string, base: string, now: string, seconds: number): Compared {
  const found = timed(name, base, now, seconds / 2);
  const turned = timed(name, now, base, seconds / 2);
  const ratio = Math.sqrt(found.ratio / turned.ratio);
  return { name, ...found, ratio, turns: found.turns + turned.turns };
}

/** A job that seems slower is timed again, and counts as it does better. */
function compared(name: string, base: string, now: string, seconds: number): Compared {
  const found = inBothOrders(name, base, now, seconds);
  if (found.ratio <= SLOWER) return found;
  const again = inBothOrders(name, base, now, seconds);
  return again.ratio < found.ratio ? again : found;
}

function row({ name, ratio, milliseconds, turns, changed }: Compared): string {
  const figures = `${ratio.toFixed(2).padStart(6)}  ${milliseconds.toFixed(1).padStart(8)}  ${String(turns).padStart(5)}`;
  const mark = ratio > SLOWER ? "  slower" : ratio < 1 / SLOWER ? "  faster" : "";
  const other = changed === undefined ? "" : `  (another result: ${changed[0]}, now ${changed[1]})`;
  return `${name.padEnd(42)}${figures}${mark}${other}`;
}

export async function run(args: readonly string[]): Promise<void> {
  try {
    await guard(args);
  } catch (error) {
    if (!(error instanceof WrongInput)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

async function guard(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      base: { type: "string" },
      only: { type: "string", default: "" },
      seconds: { type: "string", default: String(SECONDS) },
      store: { type: "boolean", default: false },
    },
  });
  if (values.store) {
    const release = { commit: git("rev-parse", "HEAD"), date: git("log", "-1", "--format=%cs") };
    writeFileSync(RELEASE, `${JSON.stringify(release, null, 2)}\n`);
    console.log(`The guard compares with ${release.commit} from now on.`);
    return;
  }
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new WrongInput(`--seconds takes a number above 0, not ${values.seconds}`);
  const names = Object.keys(jobs).filter((name) => name.includes(values.only));
  if (names.length === 0) throw new WrongInput(`no job has ${values.only} in its name`);
  const stored = (JSON.parse(readFileSync(RELEASE, "utf8")) as { commit: string }).commit;
  const commit = commitOf(values.base ?? stored);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  try {
    const base = await bundled(checkedOut(commit), "base");
    const now = await bundled(root("."), "now");
    console.log(
      `The working tree beside ${commit.slice(0, 12)}: times over times, processor time, medians\n`,
    );
    console.log(`${"job".padEnd(42)} ratio  ms before  turns`);
    const all = names.map((name) => {
      progress(name);
      const found = compared(name, base, now, seconds);
      progress("");
      console.log(row(found));
      return found;
    });
    const slower = all.filter(({ ratio }) => ratio > SLOWER);
    if (slower.length === 0) console.log("\nNothing takes more than 15 % longer.");
    else {
      const list = slower.map(({ name, ratio }) => `${name} (${ratio.toFixed(2)})`).join("; ");
      console.log(`\nMore than 15 % slower: ${list}`);
      process.exitCode = 1;
    }
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}
