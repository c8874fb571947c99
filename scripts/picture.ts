/**
 * Draws the pictures of the documentation, as `hankel draw`, `hankel learn --curve` and `hankel spectral --spectrum` do, and
 * a Hankel matrix.
 *
 *     npm run pictures
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readHankel, toSvg, Wfsa } from "@hankel/core";
import { curvePicture } from "../packages/hankel/src/draw/curve-picture.ts";
import { pictureOf } from "../packages/hankel/src/draw/picture.ts";
import { spectrumPicture } from "../packages/hankel/src/draw/spectrum-picture.ts";
import { why } from "../packages/hankel/src/show/spectrum.ts";
import { matrixPicture } from "./matrix-picture.ts";

const folder = new URL("../docs/images/", import.meta.url);

/**
 * Each picture stands next to its automaton, or its curve or spectrum as the command writes it, under the same name. The
 * automaton of a Hankel matrix has the name without `-matrix`.
 */
export const pictures = [
  "weather",
  "smtp",
  "model",
  "random-12",
  "random-12-curve",
  "random-12-spectrum",
  "powers",
  "powers-deterministic",
  "powers-matrix",
  "powers-spectrum",
];

export function picturePath(name: string): string {
  return fileURLToPath(new URL(`${name}.svg`, folder));
}

export function draw(name: string): string {
  const text = readFileSync(new URL(`${name.replace(/-matrix$/u, "")}.json`, folder), "utf8");
  if (name.endsWith("-matrix")) return drawMatrix(text);
  if (name.endsWith("-curve")) return drawCurve(text);
  if (name.endsWith("-spectrum")) return drawSpectrum(text);
  return toSvg(pictureOf(readHankel(text)).drawing);
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

function drawMatrix(text: string): string {
  const automaton = readHankel(text);
  if (!(automaton instanceof Wfsa))
    throw new Error("a Hankel matrix is drawn of a canonical automaton over a field");
  return matrixPicture(automaton, 2);
}

/** A spectrum in a file of `--spectrum`, of a rank that a threshold gave. */
function drawSpectrum(text: string): string {
  const { rank, threshold, spectrum } = JSON.parse(text) as {
    readonly rank: number;
    readonly threshold: number;
    readonly spectrum: readonly number[];
  };
  return spectrumPicture({
    values: spectrum,
    rank,
    threshold,
    why: why({ by: "spectrum", threshold }, rank),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of pictures) writeFileSync(picturePath(name), draw(name));
}
