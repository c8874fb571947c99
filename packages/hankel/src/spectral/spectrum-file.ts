import { PlotFile } from "../draw/plot-file.ts";
import { spectrumPicture } from "../draw/spectrum-picture.ts";
import { why } from "../show/spectrum.ts";
import type { SpectralResult } from "./run.ts";

type Spectrum = Pick<SpectralResult, "fit" | "rank" | "reason">;

/** The file of `--spectrum`. */
export const spectrumFile = new PlotFile<Spectrum>("--spectrum", {
  csv: writeCsv,
  json: (spectrum) => `${JSON.stringify(spectrumFacts(spectrum), undefined, 2)}\n`,
  svg: picture,
});

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
