import { loadRasterizer, rasterize } from "../draw/raster.ts";
import { spectrumPicture } from "../draw/spectrum-picture.ts";
import { HankelError } from "../index.ts";
import { why } from "../show/spectrum.ts";
import { writeText } from "../support/output.ts";
import type { SpectralResult } from "./run.ts";

type Spectrum = Pick<SpectralResult, "fit" | "rank" | "reason">;

const WRITERS: Readonly<Record<string, (spectrum: Spectrum) => string | Promise<string | Uint8Array>>> = {
  csv: writeCsv,
  json: (spectrum) => `${JSON.stringify(spectrumFacts(spectrum), undefined, 2)}\n`,
  svg: picture,
  png: async (spectrum) => (await rasterize(picture(spectrum), 2, undefined)).png,
};

/** Refuses a file for a spectrum whose ending says nothing, or for a picture that could not be drawn. */
export async function checkSpectrumEnding(path: string): Promise<void> {
  if (writerFor(path) === WRITERS["png"]) await loadRasterizer();
}

/** Writes a spectrum as the ending of the file's name says. */
export async function writeSpectrum(
  path: string,
  spectrum: Spectrum,
  shouldEnd?: AbortSignal,
): Promise<void> {
  await writeText(path, await writerFor(path)(spectrum), shouldEnd);
}

/** The spectrum and the choice of the rank, for JSON. */
export function spectrumFacts({ fit, rank, reason }: Spectrum): Record<string, unknown> {
  const scores = reason.by === "held-out" ? reason.scores.map(finiteScore) : undefined;
  return {
    rank,
    by: reason.by,
    ...(reason.by === "spectrum" && { threshold: reason.threshold }),
    ...(reason.by === "held-out" && { words: reason.words, floor: reason.floor, scores }),
    spectrum: Array.from(fit.spectrum),
  };
}

/** JSON has no infinity: it is null there. */
function finiteScore<T extends { readonly logLikelihood: number }>(
  score: T,
): T | (Omit<T, "logLikelihood"> & { logLikelihood: null }) {
  return Number.isFinite(score.logLikelihood) ? score : { ...score, logLikelihood: null };
}

function writerFor(path: string) {
  const ending = /\.(\w+)$/u.exec(path)?.[1].toLowerCase() ?? "";
  if (Object.hasOwn(WRITERS, ending)) return WRITERS[ending];
  throw new HankelError("usage", `--spectrum ${path}: the name ends in .csv, .json, .svg or .png`);
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
