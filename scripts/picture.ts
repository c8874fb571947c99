/**
 * Draws the pictures of the documentation, as `hankel draw` does.
 *
 *     npm run pictures
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readHankel } from "hankel";
import { drawSvg } from "../packages/cli/src/draw/picture.ts";

const folder = new URL("../docs/images/", import.meta.url);

/** Each picture stands next to its automaton, under the same name. */
export const pictures = ["weather", "smtp", "model"];

export function picturePath(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, folder));
}

export async function draw(name: string): Promise<string> {
  const automaton = readHankel(readFileSync(new URL(`${name}.json`, folder), "utf8"));
  return (await drawSvg(automaton)).svg;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of pictures) writeFileSync(picturePath(name), await draw(name));
}
