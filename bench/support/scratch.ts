import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../.tmp/bench/models/", import.meta.url));

/** The path of a file for other programs, in a folder that git ignores. */
export function scratchFile(name: string): string {
  mkdirSync(folder, { recursive: true });
  return `${folder}${name}`;
}
