/** The tools that read what is generated. They lie in .tmp/generate; scripts/generate-tools.sh fetches them. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(`../../.tmp/generate/${name}`, import.meta.url));

/** Must they be there? */
export const required = process.env["HANKEL_REQUIRE_GENERATE_TOOLS"] === "1";

function there(name: string): string | undefined {
  if (existsSync(path(name))) return path(name);
  process.stderr.write(
    `\n⚠ produced code is not tried with ${name}: it is missing (scripts/generate-tools.sh)\n`,
  );
  return undefined;
}

/** A Python that has lark, llguidance and python-statemachine. */
export const python = there("venv/bin/python");
/** The archive of PlantUML. */
export const plantuml = there("plantuml.jar");
/** The folder with GraphWalker's archives. */
export const graphwalker = there("graphwalker");
