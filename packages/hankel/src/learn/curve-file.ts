import { curvePicture } from "../draw/curve-picture.ts";
import { PlotFile } from "../draw/plot-file.ts";
import { type CurvePoint, type SoftLearner, toleranceRange } from "../models.ts";

/** A curve to be written: its points, and which one was chosen. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  /** The place of the chosen point. */
  readonly chosen: number;
  /** How many states the result has: fewer than the point if some bring nothing. */
  readonly states: number;
}

/** The file of `--curve`. */
export const curveFile = new PlotFile<Curve>("--curve", {
  csv: writeCsv,
  json: writeJson,
  svg: curvePicture,
});

/** The curve of a learner. */
export function curveOf(learner: SoftLearner): Curve {
  const points = learner.curve();
  const { chosen } = learner;
  return { points, chosen: chosen === undefined ? -1 : points.indexOf(chosen), states: learner.states };
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
