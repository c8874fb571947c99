import { countOf } from "../internal/core.ts";
import {
  at,
  COLOURS,
  countTicks,
  decimal,
  LABEL,
  powerTicks,
  short,
  TICK,
  TITLE,
  text,
} from "./plot-parts.ts";

/** Singular values, as far as a picture needs them. */
export interface DrawnSpectrum {
  /** Largest first. */
  readonly values: readonly number[];
  readonly rank: number;
  /** Why this rank, in a few words. */
  readonly why: string;
  /** As a share of the largest value, if it decided. */
  readonly threshold?: number | undefined;
}

const WIDTH = 720;
const HEIGHT = 440;
/** The plot, inside the room for titles and labels. */
const PLOT = { left: 84, right: WIDTH - 28, top: 78, bottom: HEIGHT - 58 };

/** Below this share of the largest, singular values of doubles are rounding. */
const LEAST = 1e-17;

interface Scales {
  readonly x: (place: number) => number;
  readonly y: (share: number) => number;
  readonly places: readonly number[];
  readonly shares: readonly number[];
}

/** Draws the singular values over their numbers, on a logarithmic scale; those of the chosen rank are filled. */
export function spectrumPicture(spectrum: DrawnSpectrum): string {
  const [largest = 1] = spectrum.values;
  const shares = spectrum.values.map((value) => Math.max(LEAST, largest > 0 ? value / largest : 0));
  const scales = scalesFor(shares, spectrum.threshold);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Helvetica, Arial, sans-serif">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(PLOT.left, 32, `Rank ${spectrum.rank} of ${countOf(shares.length, "singular value")}`, TITLE),
    text(PLOT.left, 54, spectrum.why, `font-size="14" fill="${COLOURS.faint}"`),
    ...axes(scales),
    ...thresholdLine(spectrum.threshold, scales),
    ...points(shares, spectrum.rank, scales),
    "</svg>\n",
  ].join("\n");
}

function scalesFor(shares: readonly number[], threshold: number | undefined): Scales {
  const { left, right, top, bottom } = PLOT;
  const last = Math.max(2, shares.length);
  const lowest = Math.min(...shares, threshold ?? 1);
  const [low, high] = [Math.log10(Math.max(LEAST, lowest)) - 0.3, 0.15];
  return {
    x: (place) => left + 14 + ((place - 1) / (last - 1)) * (right - left - 28),
    y: (share) => bottom - ((Math.log10(Math.max(LEAST, share)) - low) / (high - low)) * (bottom - top),
    places: countTicks(1, last),
    shares: powerTicks(low, high, LEAST),
  };
}

function axes({ x, y, places, shares }: Scales): string[] {
  const { left, right, top, bottom } = PLOT;
  const middle = (top + bottom) / 2;
  return [
    ...shares.flatMap((share) => [
      `<line x1="${left}" y1="${at(y(share))}" x2="${right}" y2="${at(y(share))}" stroke="${COLOURS.grid}"/>`,
      text(left - 10, y(share) + 4, decimal(share), `${TICK} text-anchor="end"`),
    ]),
    `<line x1="${left}" y1="${bottom}" x2="${right}" y2="${bottom}" stroke="${COLOURS.faint}"/>`,
    ...places.map((place) => text(x(place), bottom + 20, String(place), `${TICK} text-anchor="middle"`)),
    text((left + right) / 2, bottom + 44, "singular values, largest first", `${LABEL} text-anchor="middle"`),
    text(
      22,
      middle,
      "share of the largest",
      `${LABEL} text-anchor="middle" transform="rotate(-90 22 ${middle})"`,
    ),
  ];
}

function thresholdLine(threshold: number | undefined, { y }: Scales): string[] {
  if (threshold === undefined) return [];
  const height = at(y(threshold));
  const { left, right } = PLOT;
  return [
    `<line x1="${left}" y1="${height}" x2="${right}" y2="${height}" stroke="${COLOURS.chosen}" stroke-dasharray="3 4"/>`,
    text(right, y(threshold) - 7, `threshold ${short(threshold)}`, `${TICK} text-anchor="end"`),
  ];
}

function points(shares: readonly number[], rank: number, { x, y }: Scales): string[] {
  const radius = shares.length > 60 ? 2.5 : 4;
  return shares.map((share, i) => {
    const chosen = i < rank;
    const fill = chosen ? COLOURS.chosen : "white";
    const stroke = chosen ? COLOURS.chosen : COLOURS.line;
    return `<circle cx="${at(x(i + 1))}" cy="${at(y(share))}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`;
  });
}
