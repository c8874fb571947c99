import { type Curve, curvePicture } from "../draw/curve-picture.ts";
import { PlotFile } from "../draw/plot-file.ts";
import { type SoftLearner, toleranceRange } from "../models.ts";

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
