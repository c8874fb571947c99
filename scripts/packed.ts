/** The package as a user gets it: packed, and installed into an empty project, without the network. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What is published, and what it depends on: that is packed from this repository's own copy. */
const PACKAGES = ["packages/hankel", "node_modules/commander", "node_modules/yaml"];

/** Packs both into a folder and returns the tarballs. */
export function pack(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const packages = PACKAGES.map((path) => join(ROOT, path));
  run("npm", ["pack", ...quietly(folder), "--pack-destination", folder, ...packages], folder);
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Makes an empty project and installs the tarballs into it, as `npm install hankel` would. */
export function install(project: string, tarballs: readonly string[]): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...quietly(project), ...tarballs], project);
}

/** Nothing is said, nothing of the packages is run, and npm's cache stands beside the folder: it goes when that goes. */
function quietly(folder: string): string[] {
  const cache = join(dirname(folder), "npm-cache");
  return ["--silent", "--ignore-scripts", "--no-update-notifier", "--cache", cache];
}

/** Runs a command to its end and returns what it printed; a failure is an error with all that it said. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")}: exit ${status}\n${error ?? ""}${stdout}${stderr}`);
}
