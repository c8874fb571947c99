/** The tools that read what is generated. They lie in .tmp/generate; scripts/generate-tools.sh fetches them. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(`../../.tmp/generate/${name}`, import.meta.url));

/** Must they be there? */
export const required = process.env["HANKEL_REQUIRE_GENERATE_TOOLS"] === "1";

function there(name: string, what: string): string | undefined {
  if (existsSync(path(name))) return path(name);
  process.stderr.write(
    `\n⚠ what hankel generate writes is not tried with ${what}: run scripts/generate-tools.sh\n`,
  );
  return undefined;
}

/** A Python that has them. */
export const python = there("venv/bin/python", "llguidance, Lark and python-statemachine");
/** Archives of Java. */
export const plantuml = there("plantuml.jar", "PlantUML");
export const graphwalker = there("graphwalker-cli.jar", "GraphWalker");
/** The folder in which Mermaid and a DOM for it are installed. */
export const mermaid = there("npm/node_modules/mermaid", "Mermaid") && path("npm");
