/**
 * Which mutants are tried: a random sample. Whether a mutant is in it depends on the seed, the mutant and its place alone, so
 * that it is drawn again as long as nothing above it in the file changes.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Instrumenter } from "@stryker-mutator/instrumenter";

const oneIn = Number(process.env["MUTATION_ONE_IN"] ?? 1);
const seed = process.env["MUTATION_SEED"] ?? "1";

/** The mutants to try again, as `main.ts` lists them; undefined for a sample of all. */
const again = process.env["MUTATION_AGAIN"] && new Set(JSON.parse(process.env["MUTATION_AGAIN"]));

/** A number from 0 to 2³² - 1 that the mutant and the seed decide. */
function draw({ fileName, location, replacement }) {
  const file = fileName.slice(fileName.lastIndexOf("packages/"));
  const text = JSON.stringify([seed, file, location, replacement]);
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

export function isDrawn(mutant) {
  if (draw(mutant) % oneIn !== 0) return false;
  const { fileName, location, replacement } = mutant;
  const file = fileName.slice(fileName.lastIndexOf("packages/core/src/") + "packages/core/src/".length);
  const became = replacement.replaceAll(/\s+/gu, " ").trim();
  // Reports count lines from 1.
  return !again || again.has(`${file}:${location.start.line + 1}:${became}`);
}

/** All mutants of the files that lie in one of the folders, or are named themselves; `!` names what is left out. */
export async function mutantsOf(paths) {
  const lies = (name) => (path) => name === path || name.startsWith(`${path}/`);
  const left = paths.filter((path) => path.startsWith("!")).map((path) => path.slice(1));
  const names = readdirSync("packages/core/src", { recursive: true })
    .map((name) => `packages/core/src/${name}`)
    .filter((name) => name.endsWith(".ts") && !name.endsWith("/index.ts"))
    .filter((name) => paths.some(lies(name)) && !left.some(lies(name)))
    .sort();
  const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, "utf8") }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };
  const { mutants } = await new Instrumenter(quiet).instrument(files, options);
  return mutants;
}

/** Where a mutant stands, as Stryker's option `mutate` names a part of a file. */
export function rangeOf({ fileName, location: { start, end } }) {
  return `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}
