import { curvePicture } from "../draw/curve-picture.ts";
import { loadRasterizer, rasterize } from "../draw/raster.ts";
import { HankelError } from "../index.ts";
import { type CurvePoint, type SoftLearner, toleranceRange } from "../models.ts";
import { writeText } from "../support/output.ts";

/** A curve to be written: its points, and which one was chosen. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  /** The place of the chosen point. */
  readonly chosen: number;
  /** How many states the result has: fewer than the point if some bring nothing. */
  readonly states: number;
}

const WRITERS: Readonly<Record<string, (curve: Curve) => string | Promise<string | Uint8Array>>> = {
  csv: writeCsv,
  json: writeJson,
  svg: curvePicture,
  png: async (curve) => (await rasterize(curvePicture(curve), 2, undefined)).png,
};

/** The curve of a learner. */
export function curveOf(learner: SoftLearner): Curve {
  const points = learner.curve();
  const { chosen } = learner;
  return { points, chosen: chosen === undefined ? -1 : points.indexOf(chosen), states: learner.states };
}

/** Refuses a file for a curve whose ending says nothing, or for a picture that could not be drawn. */
export async function checkCurveEnding(path: string): Promise<void> {
  if (writerFor(path) === WRITERS["png"]) await loadRasterizer();
}

/** Writes a curve as the ending of the file's name says. */
export async function writeCurve(path: string, curve: Curve, shouldEnd?: AbortSignal): Promise<void> {
  await writeText(path, await writerFor(path)(curve), shouldEnd);
}

function writerFor(path: string) {
  const ending = /\.(\w+)$/u.exec(path)?.[1].toLowerCase() ?? "";
  if (Object.hasOwn(WRITERS, ending)) return WRITERS[ending];
  throw new HankelError("usage", `--curve ${path}: the name ends in .csv, .json, .svg or .png`);
}

function writeCsv({ points, chosen }: Curve): string {
  const rows = points.map(({ states, radius, divergence, variation }, i) =>
    [states, radius, divergence, variation, i === chosen].join(","),
  );
  return `${["states,radius,kl,variation,chosen", ...rows].join("\n")}\n`;
}

function writeJson({ points, chosen, states }: Curve): string {
  const [from, to] = chosen < 0 ? [1, 0] : toleranceRange(points, chosen);
  const tolerances = from < to ? { from, to } : null;
  const curve = points.map(({ states: size, radius, divergence, variation }, i) => ({
    states: size,
    radius,
    kl: divergence,
    variation,
    chosen: i === chosen,
  }));
  return `${JSON.stringify({ states, tolerances, curve }, undefined, 2)}\n`;
}
