/**
 * Mutation testing of the core, by folder:
 *
 *     npm run mutants -- FOLDER,… [--one-in N] [--seed N] [--files PATH,…] [--workers N]
 *     npm run mutants -- FOLDER,… --again       only those that survived the last time
 *     npm run mutants -- FOLDER,… --timed-out   only those that met the time limit
 *
 * Stryker is installed on the first run, in this folder. The results go to bench/results.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { folders } from "./folders.ts";
import {
  type FolderResult,
  markdown,
  resultOf,
  type StrykerReport,
  type Survivor,
  together,
  withReasons,
} from "./report.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const results = fileURLToPath(new URL("../results/mutation/", import.meta.url));
const stryker = `${here}node_modules/@stryker-mutator/core/bin/stryker.js`;

interface Plan {
  readonly oneIn: number;
  readonly seed: number;
  readonly workers: number;
  /** Only these sources or folders of them; their results are printed, not kept. */
  readonly files: readonly string[] | undefined;
  /** Only these, each as file:line:replacement. */
  readonly again?: readonly string[];
}

function install(): void {
  if (existsSync(stryker)) return;
  console.error("installing Stryker in bench/mutation …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" });
  if (status !== 0) throw new Error("npm could not install Stryker; see above");
}

/** Tries the mutants of a folder, part by part. */
function mutate(name: string, plan: Plan): FolderResult {
  const parts = folders[name];
  const path = (source: string) => `packages/core/src/${name}/${source}`;
  const named = parts.flatMap(({ sources = [] }) => sources.map(path));
  const results = parts.flatMap(({ sources, tests }) => {
    const own = sources?.map(path) ?? [`packages/core/src/${name}`];
    const others = named.filter((other) => !own.includes(other));
    const chosen = plan.files?.filter((file) => own.some(holds(file)) && !others.some(holds(file))) ?? own;
    const left = others.map((other) => `!${other}`);
    return chosen.length === 0 ? [] : [resultOf(name, plan, tried([...chosen, ...left], tests, plan))];
  });
  if (results.length === 0) throw new Error(`no part of ${name} holds ${plan.files}`);
  return results.reduce(together);
}

const holds = (file: string) => (path: string) => file === path || file.startsWith(`${path}/`);

/** What Stryker says of the mutants of these sources, and how many there are besides those that were drawn. */
function tried(
  sources: readonly string[],
  tests: readonly string[],
  { oneIn, seed, workers, again }: Plan,
): StrykerReport & { readonly mutants: number } {
  const env = {
    ...process.env,
    MUTATION_SOURCES: sources.join(","),
    MUTATION_TESTS: tests.join(","),
    MUTATION_ONE_IN: String(oneIn),
    MUTATION_SEED: String(seed),
    MUTATION_WORKERS: String(workers),
    ...(again && { MUTATION_AGAIN: JSON.stringify(again) }),
  };
  const report = `${root}.tmp/mutation.json`;
  rmSync(report, { force: true });
  const args = [stryker, "run", "bench/mutation/stryker.config.js"];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
  const { mutants, drawn } = JSON.parse(readFileSync(`${root}.tmp/mutants.json`, "utf8"));
  if (drawn === 0) return { files: {}, mutants };
  if (!existsSync(report)) throw new Error(`Stryker gave no report for ${sources} (exit code ${status})`);
  return { ...(JSON.parse(readFileSync(report, "utf8")) as StrykerReport), mutants };
}

/** Tries some mutants of the last time again. The sources must be the same. */
function retry(name: string, before: FolderResult, chosen: readonly Survivor[], plan: Plan): FolderResult {
  const { oneIn, seed } = before;
  const again = chosen.map(({ file, line, became }) => `${file}:${line}:${became}`);
  const files = [...new Set(chosen.map(({ file }) => `packages/core/src/${file}`))];
  const result = mutate(name, { ...plan, oneIn, seed, files, again });
  if (result.tried >= chosen.length) return result;
  throw new Error(
    `${name}: ${result.tried} of ${chosen.length} mutants were found; the sources have changed`,
  );
}

/** Tries the survivors again, after tests were added. The others were killed by tests that are still there. */
function retrySurvivors(name: string, before: FolderResult, plan: Plan): FolderResult {
  const { survivors, timedOut } = retry(name, before, before.survivors, plan);
  const killed = before.tried - survivors.length;
  return { ...before, killed, timedOut: [...before.timedOut, ...timedOut], survivors };
}

/** Tries those again that met the time limit: on a busy machine they may have been slow only. */
function retryTimedOut(name: string, before: FolderResult, plan: Plan): FolderResult {
  if (before.timedOut.length === 0) return before;
  const { survivors, timedOut } = retry(name, before, before.timedOut, plan);
  const killed = before.killed - survivors.length;
  return { ...before, killed, timedOut, survivors: [...before.survivors, ...survivors] };
}

function lastResult(name: string): FolderResult {
  return JSON.parse(readFileSync(`${results}${name}.json`, "utf8")) as FolderResult;
}

/** Everything that was measured, from the files that are kept; equivalent mutants may have been named since. */
function kept(): FolderResult[] {
  return readdirSync(results)
    .filter((file) => file.endsWith(".json"))
    .map((file) => withReasons(lastResult(file.replace(/\.json$/u, ""))));
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      "one-in": { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      workers: { type: "string", default: "2" },
      files: { type: "string" },
      again: { type: "boolean", default: false },
      "timed-out": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const chosen = positionals.flatMap((names) => names.split(","));
  const unknown = chosen.filter((name) => !Object.hasOwn(folders, name));
  if (values.help || chosen.length === 0 || unknown.length > 0) {
    const problem = unknown.length > 0 ? `there is no folder ${unknown.join(", ")}\n` : "";
    console.error(
      `${problem}npm run mutants -- FOLDER,… [--one-in N] [--seed N] [--files PATH,…] [--workers N]\n` +
        "npm run mutants -- FOLDER,… --again | --timed-out\n" +
        `folders: ${Object.keys(folders).join(", ")}`,
    );
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  install();
  const plan = {
    oneIn: Number(values["one-in"]),
    seed: Number(values.seed),
    workers: Number(values.workers),
    files: values.files?.split(","),
  };
  for (const name of chosen) {
    const result = values.again
      ? retrySurvivors(name, lastResult(name), plan)
      : values["timed-out"]
        ? retryTimedOut(name, lastResult(name), plan)
        : mutate(name, plan);
    if (plan.files !== undefined) console.log(markdown([result]));
    else writeFileSync(`${results}${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  }
  if (plan.files === undefined)
    writeFileSync(fileURLToPath(new URL("../results/mutation.md", import.meta.url)), markdown(kept()));
}

main();
