/**
 * A Stryker checker that lets a random sample of the mutants through. Which ones depends on the seed, the mutant and its
 * place alone, so that it is drawn again as long as nothing above it in the file changes.
 */

import { createHash } from "node:crypto";
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

const oneIn = Number(process.env["MUTATION_ONE_IN"] ?? 1);
const seed = process.env["MUTATION_SEED"] ?? "1";

/** A number from 0 to 2³² - 1 that the mutant and the seed decide. */
function draw({ fileName, location, replacement }) {
  const file = fileName.slice(fileName.lastIndexOf("packages/"));
  const text = JSON.stringify([seed, file, location, replacement]);
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

/** The mutants to try again, as `main.ts` lists them; undefined for a sample of all. */
const again = process.env["MUTATION_AGAIN"] && new Set(JSON.parse(process.env["MUTATION_AGAIN"]));

function chosen(mutant) {
  if (draw(mutant) % oneIn !== 0) return false;
  const { fileName, location, replacement } = mutant;
  const file = fileName.slice(fileName.lastIndexOf("packages/core/src/") + "packages/core/src/".length);
  const became = replacement.replace(/\s+/gu, " ").trim();
  // Reports count lines from 1.
  return !again || again.has(`${file}:${location.start.line + 1}:${became}`);
}

const sample = {
  async init() {},
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  },
  async check(mutants) {
    const left = { status: "compileError", reason: "not drawn" };
    return Object.fromEntries(
      mutants.map((mutant) => [mutant.id, chosen(mutant) ? { status: "passed" } : left]),
    );
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, "sample", sample)];
