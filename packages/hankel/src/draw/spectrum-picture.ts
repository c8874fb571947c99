/** The singular values of a block, as numbers and as a picture. */

import { countOf } from "../internal/core.ts";
import { why } from "../show/spectrum.ts";
import type { SpectralResult } from "../spectral/run.ts";
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

type Spectrum = Pick<SpectralResult, "fit" | "rank" | "reason">;

/** The file of `--spectrum`. */
export const spectrumFile = plotFile<Spectrum>("--spectrum", {
  csv: writeCsv,
  json: (spectrum) => `${JSON.stringify(spectrumFacts(spectrum), undefined, 2)}\n`,
  svg: picture,
});

/** The spectrum and the choice of the rank, for JSON. */
export function spectrumFacts({ fit, rank, reason }: Spectrum): Record<string, unknown> {
  // JSON has no infinity: it is null there.
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  const scores =
    reason.by === "held-out" &&
    reason.scores.map((score) => ({ ...score, logLikelihood: finite(score.logLikelihood) }));
  return {
    rank,
    by: reason.by,
    ...(reason.by === "spectrum" && { threshold: reason.threshold }),
    ...(reason.by === "held-out" && { words: reason.words, floor: reason.floor, scores }),
    spectrum: Array.from(fit.spectrum),
  };
}

function picture({ fit, rank, reason }: Spectrum): string {
  return spectrumPicture({
    values: Array.from(fit.spectrum),
    rank,
    why: why(reason, rank),
    threshold: reason.by === "spectrum" ? reason.threshold : undefined,
  });
}

function writeCsv({ fit, rank }: Spectrum): string {
  const [largest] = fit.spectrum;
  const rows = Array.from(fit.spectrum, (value, i) => [i + 1, value, value / largest, i < rank].join(","));
  return `${["number,value,share,kept", ...rows].join("\n")}\n`;
}

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

/** Below this share of the largest, singular values of doubles are rounding. */
const LEAST = 1e-17;

/** Draws the singular values over their numbers, on a logarithmic scale; those of the chosen rank are filled. */
export function spectrumPicture({ values, rank, why: because, threshold }: DrawnSpectrum): string {
  const [largest = 1] = values;
  const shares = values.map((value) => Math.max(LEAST, largest > 0 ? value / largest : 0));
  const lowest = Math.max(LEAST, Math.min(...shares, threshold ?? 1));
  const scales = logarithmic(1, Math.max(2, shares.length), Math.log10(lowest) - 0.3, 0.15, LEAST);
  return page([
    text(PLOT.left, 32, `Rank ${rank} of ${countOf(shares.length, "singular value")}`, TITLE),
    text(PLOT.left, 54, because, SUBTITLE),
    ...axes(scales, "singular values, largest first", "share of the largest"),
    ...thresholdLine(threshold, scales),
    ...points(shares, rank, scales),
  ]);
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
