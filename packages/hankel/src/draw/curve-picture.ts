/** The curve of a soft learner, as numbers and as a picture. */

import { countOf } from "../internal/core.ts";
import { type CurvePoint, type SoftLearner, toleranceRange } from "../models.ts";
import { plotFile } from "./plot-file.ts";
import {
  at,
  axes,
  COLOURS,
  logarithmic,
  PLOT,
  page,
  type Scales,
  SUBTITLE,
  short,
  TITLE,
  text,
} from "./plot-parts.ts";

/** A curve of automata: its points, and which one was chosen. */
export interface Curve {
  readonly points: readonly CurvePoint[];
  /** The place of the chosen point, or -1. */
  readonly chosen: number;
  /** How many states the result has: fewer than the point if some bring nothing. */
  readonly states: number;
}

/** The curve of a learner. */
export function curveOf(learner: SoftLearner): Curve {
  const points = learner.curve();
  const { chosen } = learner;
  return { points, chosen: chosen === undefined ? -1 : points.indexOf(chosen), states: learner.states };
}

/** The file of `--curve`. */
export const curveFile = plotFile<Curve>("--curve", {
  csv: writeCsv,
  json: writeJson,
  svg: curvePicture,
});

function writeCsv({ points, chosen }: Curve): string {
  const rows = points.map(({ states, radius, divergence, variation, family }, i) =>
    [states, radius, divergence, variation, i === chosen, family].join(","),
  );
  return `${["states,radius,kl,variation,chosen,family", ...rows].join("\n")}\n`;
}

function writeJson({ points, chosen, states }: Curve): string {
  const [from, to] = chosen < 0 ? [1, 0] : toleranceRange(points, chosen);
  const tolerances = from < to ? { from, to } : null;
  const curve = points.map(({ states: size, radius, divergence, variation, family }, i) => ({
    states: size,
    family,
    radius,
    kl: divergence,
    variation,
    chosen: i === chosen,
  }));
  return `${JSON.stringify({ states, tolerances, curve }, undefined, 2)}\n`;
}

/** Smaller divergences are rounding, and a logarithmic scale has no zero. */
const LEAST = 1e-9;

/** Draws KL per symbol over the number of states, on a logarithmic scale, with the chosen automaton marked. */
export function curvePicture(curve: Curve): string {
  const scales = scalesFor(curve.points);
  return page([
    ...titles(curve),
    ...axes(scales, "states", "KL from the target, nats per symbol"),
    ...line(curve.points, scales),
    ...mark(curve, scales),
  ]);
}

function scalesFor(points: readonly CurvePoint[]): Scales {
  const sizes = points.map(({ states }) => states);
  const [first, last] = [Math.min(1, ...sizes), Math.max(2, ...sizes)];
  const logs = points.map(({ divergence }) => Math.log10(Math.max(divergence, LEAST)));
  const lowest = Math.min(-1, ...logs);
  // One state is always there to compare with, and a curve that hardly falls is drawn as such.
  const highest = Math.max(points.length < 2 ? 0 : lowest + 1, ...logs);
  return logarithmic(first, last, lowest - 0.25, highest + 0.15, LEAST);
}

function titles({ points, chosen, states }: Curve): string[] {
  const point = points[chosen];
  if (point === undefined) return [text(PLOT.left, 36, "No automaton was learned yet", TITLE)];
  const left = states < point.states ? `, of which ${states} remain` : "";
  return [
    text(PLOT.left, 32, `${countOf(point.states, "state")} chosen${left}`, TITLE),
    text(PLOT.left, 54, plateauOf(points, chosen), SUBTITLE),
  ];
}

/** The tolerances that lead to the chosen automaton. */
function plateauOf(points: readonly CurvePoint[], chosen: number): string {
  const { divergence } = points[chosen];
  if (divergence <= LEAST) return "the target is this automaton on every word that was asked, up to rounding";
  const [from, to] = toleranceRange(points, chosen);
  if (from >= to) return "chosen for its KL: no tolerance leads to this number of states";
  return `the same automaton for every tolerance from ${short(from)} to ${short(to)}`;
}

function line(points: readonly CurvePoint[], { x, y }: Scales): string[] {
  const places = points.map(({ states, divergence }) => `${at(x(states))},${at(y(divergence))}`);
  const radius = points.length > 60 ? 2 : 3.5;
  return [
    `<polyline points="${places.join(" ")}" fill="none" stroke="${COLOURS.line}" stroke-width="2" stroke-linejoin="round"/>`,
    ...points.map(
      ({ states, divergence }) =>
        `<circle cx="${at(x(states))}" cy="${at(y(divergence))}" r="${radius}" fill="${COLOURS.line}"/>`,
    ),
  ];
}

/** A ring around the chosen point, and beside it what it stands for. */
function mark({ points, chosen }: Curve, { x, y }: Scales): string[] {
  const point = points[chosen];
  if (point === undefined) return [];
  const [cx, cy] = [x(point.states), y(point.divergence)];
  const end = cx > PLOT.right - 190;
  const label = `${countOf(point.states, "state")}, KL ${short(point.divergence)}`;
  // Above the curve, which falls; near its right end to the left, and below a steep fall.
  const anchor = end ? "end" : "start";
  const steep = end && chosen > 0 && y(points[chosen - 1].divergence) < cy - 20;
  const height = steep ? cy + 5 : Math.max(PLOT.top + 14, cy - 14);
  const style = `font-size="14" font-weight="bold" fill="${COLOURS.chosen}" text-anchor="${anchor}"`;
  return [
    `<line x1="${at(cx)}" y1="${at(cy + 9)}" x2="${at(cx)}" y2="${PLOT.bottom}" stroke="${COLOURS.chosen}" stroke-dasharray="3 4"/>`,
    `<circle cx="${at(cx)}" cy="${at(cy)}" r="8" fill="white" stroke="${COLOURS.chosen}" stroke-width="2.5"/>`,
    `<circle cx="${at(cx)}" cy="${at(cy)}" r="3.5" fill="${COLOURS.chosen}"/>`,
    text(end ? cx - 16 : cx + 14, height, label, style),
  ];
}
