/**
 * Draws the pictures of the documentation, as `hankel draw` and `hankel learn --curve` do.
 *
 *     npm run pictures
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readHankel } from "hankel";
import { curvePicture } from "../packages/cli/src/draw/curve-picture.ts";
import { drawSvg } from "../packages/cli/src/draw/picture.ts";

const folder = new URL("../docs/images/", import.meta.url);

/** Each picture stands next to its automaton, or its curve as `--curve` writes it, under the same name. */
export const pictures = ["weather", "smtp", "model", "random-12", "random-12-curve"];

export function picturePath(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, folder));
}

export async function draw(name: string): Promise<string> {
  const text = readFileSync(new URL(`${name}.json`, folder), "utf8");
  return name.endsWith("-curve") ? drawCurve(text) : (await drawSvg(readHankel(text))).svg;
}

/** A curve in a file of `--curve`. */
interface CurveFile {
  readonly states: number;
  readonly curve: readonly {
    readonly states: number;
    readonly radius: number;
    readonly kl: number;
    readonly variation: number;
    readonly chosen: boolean;
  }[];
}

function drawCurve(text: string): string {
  const { states, curve } = JSON.parse(text) as CurveFile;
  const points = curve.map(({ kl, ...point }) => ({ ...point, divergence: kl }));
  return curvePicture({ points, chosen: curve.findIndex(({ chosen }) => chosen), states });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of pictures) writeFileSync(picturePath(name), await draw(name));
}
