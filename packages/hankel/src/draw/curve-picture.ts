/** The curve of a soft learner, as numbers and as a picture. */

import type { Automaton, Learned } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { type CurvePoint, type Family, type Judged, type SoftLearner, toleranceRange } from "../models.ts";
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
  TICK,
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
  /** The best n-gram model that is no larger than the chosen automaton, if both were judged by the same words. */
  readonly ngram?: Judged["ngram"] | undefined;
}

/** The curve of a learner, on which a run that was stopped within a computation may have ended with a choice of before. */
export function curveOf(
  learner: SoftLearner,
  { chosen, automaton }: Pick<Learned<unknown, Automaton<unknown>>, "chosen" | "automaton">,
): Curve {
  const points = learner.curve();
  const ngram = learner.grounds.judged?.ngram;
  return { points, chosen: points.findIndex((point) => point === chosen), states: automaton.size, ngram };
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

function writeJson({ points, chosen, states, ngram }: Curve): string {
  const [from, to] = chosen < 0 || ngram !== undefined ? [1, 0] : toleranceRange(points, chosen);
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
  const entries = legendOf(curve);
  const scales = scalesFor(curve, entries.length);
  return page([
    ...titles(curve),
    ...axes(scales, "states", "KL from the target, nats per symbol"),
    ...line(curve, scales),
    ...mark(curve, scales),
    ...entries.flatMap(({ shape, words }, i) => {
      const [x, y] = [PLOT.right - LEGEND.width, PLOT.top + LEGEND.line * (i + 0.5)];
      return [shape(x, y), text(x + 12, y + 4, words, TICK)];
    }),
  ]);
}

/** Draws the mark of a point around a place. */
type Shape = (x: number, y: number) => string;

/** Ways of growing have shapes, too: colours alone are not seen by all, nor printed. */
const SHAPES: Readonly<Record<Family, (radius: number) => Shape>> = {
  distance: (radius) => (x, y) =>
    `<circle cx="${at(x)}" cy="${at(y)}" r="${radius}" fill="${COLOURS.line}"/>`,
  gain: (radius) => (x, y) => {
    const size = at(1.3 * radius);
    return `<path d="M${at(x)} ${at(y)}m-${size} 0l${size} -${size}l${size} ${size}l-${size} ${size}z" fill="${COLOURS.other}"/>`;
  },
};

const CROSS: Shape = (x, y) =>
  `<path d="M${at(x)} ${at(y)}m-4.5 -4.5l9 9m0 -9l-9 9" stroke="${COLOURS.ink}" stroke-width="2"/>`;

const FAMILIES: Readonly<Record<Family, string>> = {
  distance: "grown by distance: finds machines",
  gain: "grown by expected gain: describes natural languages",
};

/** Where it stands, in the corner that a falling curve leaves free, and how high a line of it is. */
const LEGEND = { width: 336, line: 19 };

/** What the marks mean, if there is more than one kind of them. */
function legendOf({ points, ngram }: Curve): { readonly shape: Shape; readonly words: string }[] {
  const families = (["distance", "gain"] as const).filter((name) =>
    points.some(({ family }) => family === name),
  );
  const entries = families.map((family) => ({ shape: SHAPES[family](3.5), words: FAMILIES[family] }));
  if (ngram === undefined) return entries.length > 1 ? entries : [];
  const size = countOf(ngram.states, "state");
  return [
    ...entries,
    {
      shape: CROSS,
      words: `the best n-gram no larger: n = ${ngram.n}, ${size}, KL ${short(ngram.divergence)}`,
    },
  ];
}

function scalesFor({ points, ngram }: Curve, entries: number): Scales {
  const marks = [...points, ...(ngram === undefined ? [] : [ngram])];
  const sizes = marks.map(({ states }) => states);
  const [first, last] = [Math.min(1, ...sizes), Math.max(2, ...sizes)];
  const logs = marks.map(({ divergence }) => Math.log10(Math.max(divergence, LEAST)));
  const lowest = Math.min(-1, ...logs) - 0.25;
  // One state is always there to compare with, and a curve that hardly falls is drawn as such.
  const highest = Math.max(points.length < 2 ? 0 : lowest + 1.25, ...logs) + 0.15;
  // The legend has the upper part to itself.
  const free = (LEGEND.line * entries) / (PLOT.bottom - PLOT.top);
  const scales = logarithmic(first, last, lowest, lowest + (highest - lowest) / (1 - free), LEAST);
  return { ...scales, values: scales.values.filter((value) => Math.log10(value) <= highest) };
}

const JUDGED = "chosen for its KL on drawn words that it is not made of";

function titles({ points, chosen, states, ngram }: Curve): string[] {
  const point = points[chosen];
  if (point === undefined) {
    const title =
      points.length === 0
        ? "No automaton was learned yet"
        : `${countOf(states, "state")}, chosen before this curve was made`;
    return [text(PLOT.left, 36, title, TITLE)];
  }
  const left = states < point.states ? `, of which ${states} remain` : "";
  return [
    text(PLOT.left, 32, `${countOf(point.states, "state")} chosen${left}`, TITLE),
    text(PLOT.left, 54, ngram === undefined ? plateauOf(points, chosen) : JUDGED, SUBTITLE),
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

function line({ points, ngram }: Curve, { x, y }: Scales): string[] {
  const places = points.map(({ states, divergence }) => `${at(x(states))},${at(y(divergence))}`);
  const radius = points.length > 60 ? 2 : 3.5;
  return [
    `<polyline points="${places.join(" ")}" fill="none" stroke="${COLOURS.line}" stroke-width="2" stroke-linejoin="round"/>`,
    ...points.map(({ states, divergence, family }) => SHAPES[family](radius)(x(states), y(divergence))),
    ...(ngram === undefined ? [] : [CROSS(x(ngram.states), y(ngram.divergence))]),
  ];
}

/** A ring around the chosen point, and beside it what it stands for. */
function mark({ points, chosen }: Curve, { x, y }: Scales): string[] {
  const point = points[chosen];
  if (point === undefined) return [];
  const [cx, cy] = [x(point.states), y(point.divergence)];
  const end = cx > PLOT.right - 190;
  const label = `${countOf(point.states, "state")}, KL ${short(point.divergence)}`;
  // Above the curve, which falls; near its right end to the left, and below it.
  const anchor = end ? "end" : "start";
  const steep = end && chosen > 0 && y(points[chosen - 1].divergence) < cy - 20;
  const height = steep ? cy + 5 : end ? cy + 25 : Math.max(PLOT.top + 14, cy - 14);
  const style = `font-size="14" font-weight="bold" fill="${COLOURS.chosen}" text-anchor="${anchor}"`;
  return [
    `<line x1="${at(cx)}" y1="${at(cy + 9)}" x2="${at(cx)}" y2="${PLOT.bottom}" stroke="${COLOURS.chosen}" stroke-dasharray="3 4"/>`,
    `<circle cx="${at(cx)}" cy="${at(cy)}" r="8" fill="white" stroke="${COLOURS.chosen}" stroke-width="2.5"/>`,
    `<circle cx="${at(cx)}" cy="${at(cy)}" r="3.5" fill="${COLOURS.chosen}"/>`,
    text(end ? cx - 16 : cx + 14, height, label, style),
  ];
}
