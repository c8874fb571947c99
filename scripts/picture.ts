/**
 * Draws the pictures of the documentation with Graphviz.
 *
 *     npm run pictures
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { instance } from "@viz-js/viz";
import { readHankel, writeDot } from "hankel";

const folder = new URL("../docs/images/", import.meta.url);

/** Each picture stands next to its automaton, under the same name. */
export const pictures = ["weather", "smtp"];

export function picturePath(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, folder));
}

export async function draw(name: string): Promise<string> {
  const automaton = readHankel(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  const viz = await instance();
  return viz.renderString(writeDot(automaton), { format: "svg" });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of pictures) writeFileSync(picturePath(name), await draw(name));
}
