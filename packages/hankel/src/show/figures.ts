import { countOf } from "../internal/core.ts";
import type { Estimate, Figures, SampleFigures } from "../learning.ts";
import type { WordFigures } from "../spectral.ts";
import { columns } from "./columns.ts";

/** The figures of a learned automaton in one line. `target` is what the words are drawn from, in words. */
export function figuresLine(figures: Figures, target = "the target"): string {
  const { totalVariation, divergence, perplexity, targetPerplexity, wordErrorRate, ndcg, k } = figures;
  const kl = Number.isFinite(divergence.mean)
    ? `KL ${shownEstimate(divergence)} nats per symbol`
    : `KL infinite (${shownEstimate(figures.smoothedDivergence)} nats per symbol if smoothed: ${exclusion(figures)})`;
  const parts = [
    `total variation ${shownEstimate(totalVariation)}`,
    kl,
    `perplexity ${shownEstimate(perplexity)} (target ${meanOf(targetPerplexity)})`,
    `WER ${shownEstimate(wordErrorRate)}`,
    `NDCG@${k} ${shownEstimate(ndcg)}`,
  ];
  const where =
    figures.words === 0
      ? `On all words of ${target}, exactly`
      : `On ${figures.words} fresh words of ${target}`;
  return `${where}: ${parts.join(", ")}${cutOff(figures)}`;
}

/** The figures as a table, with what has to be said about them. */
export function figuresTable(figures: Figures): string[] {
  const { divergence, smoothedDivergence, perplexity, targetPerplexity } = figures;
  const finite = Number.isFinite(divergence.mean);
  const rows: [string, Estimate, string][] = [
    ["total variation", figures.totalVariation, "per symbol, the end included"],
    ["KL divergence", divergence, "nats per symbol"],
    ...(finite
      ? []
      : [["KL, smoothed", smoothedDivergence, "nats per symbol"] as [string, Estimate, string]]),
    ["perplexity", perplexity, ""],
    ["  of the target", targetPerplexity, "no model has less"],
    ["WER", figures.wordErrorRate, "its likeliest symbol is not the target's"],
    [`NDCG@${figures.k}`, figures.ndcg, "1 is best"],
  ];
  return [...tableOf(rows), ...(finite ? [] : [`KL is infinite: ${exclusion(figures)}.`])];
}

/** The figures on a sample as a table. */
export function sampleTable(figures: SampleFigures): string[] {
  const finite = Number.isFinite(figures.perplexity.mean);
  const rows: [string, Estimate, string][] = [
    ["perplexity", figures.perplexity, ""],
    ...(finite ? [] : [["  smoothed", figures.smoothedPerplexity, ""] as [string, Estimate, string]]),
    ["WER", figures.wordErrorRate, "its likeliest symbol does not come next"],
    [`NDCG@${figures.k}`, figures.ndcg, "1 is best"],
  ];
  const share = `${digits(100 * figures.excluded)} % of the places it gives probability 0 to what comes next`;
  return [...tableOf(rows), ...(finite ? [] : [`The perplexity is infinite: at ${share}.`])];
}

/** The figure on a sample that says most. */
export function sampleFigure({ perplexity }: SampleFigures): string {
  return `perplexity ${shownEstimate(perplexity)}`;
}

/** The weights of whole words, as PAutomaC judges them. */
export function wordsTable(figures: WordFigures): string[] {
  const { words, perplexity, leastPerplexity, nonPositive, floored, floor } = figures;
  const value = (number: number) => String(Number(number.toPrecision(7)));
  const rows: string[][] = [];
  if (perplexity !== undefined && leastPerplexity !== undefined) {
    rows.push(["perplexity of PAutomaC", value(perplexity), ""]);
    rows.push(["  of the solution", value(leastPerplexity), "no model has less"]);
  }
  const raised =
    floored === 0
      ? "No weight is"
      : `${floored} of ${countOf(words, "weight")} ${floored === 1 ? "is" : "are"}`;
  return [
    ...columns(rows),
    `${raised} below ${floor} and raised to it (--floor); ${nonPositive} ${nonPositive === 1 ? "is" : "are"} not positive.`,
  ];
}

/** How well each length of prefix is judged: a row for each short one, then for some, until few words reach so far. */
export function lengthTable({ byLength }: Figures): string[] {
  const rows = [["letters", "words", "total variation", "KL (nats)"]];
  for (const { length, words, totalVariation, divergence, smoothedDivergence } of byLength) {
    if (words < FEWEST && length > 0) {
      rows.push([`${length}…`, `fewer than ${FEWEST} words`]);
      break;
    }
    if (length > 10 && length % (length > 50 ? 50 : 5) !== 0) continue;
    const finite = Number.isFinite(divergence.mean);
    const kl = finite
      ? shownEstimate(divergence)
      : `infinite (smoothed ${shownEstimate(smoothedDivergence)})`;
    rows.push([String(length), String(words), shownEstimate(totalVariation), kl]);
  }
  return columns(rows);
}

/** With fewer words than this, a mean says little. */
const FEWEST = 10;

/** A sentence about words that were cut off; empty if none was. */
export function cutOff({ cut, words }: Figures): string {
  if (cut === undefined || cut.words === 0) return "";
  const were = cut.words === 1 ? "was" : "were";
  return `; ${cut.words} of ${countOf(words, "word")} ${were} cut off after ${countOf(cut.maxLength, "letter")}`;
}

function exclusion({ excluded }: Figures): string {
  const mass = `${digits(100 * excluded.probability)} % of what happens has probability 0 in the automaton`;
  return `${mass}, at ${digits(100 * excluded.places)} % of the places`;
}

function tableOf(rows: readonly (readonly [string, Estimate, string])[]): string[] {
  return columns(
    rows.map(([name, estimate, about]) => {
      const interval = hasMargin(estimate) ? `± ${marginOf(estimate)}` : "";
      return [name, meanOf(estimate), interval, about];
    }),
  );
}

export function shownEstimate(estimate: Estimate): string {
  return hasMargin(estimate) ? `${meanOf(estimate)} ± ${marginOf(estimate)}` : meanOf(estimate);
}

/** What is smaller than this comes from rounding. */
const ROUNDING = 1e-12;

/** Is there an interval to show? It is not one if it comes from rounding. */
function hasMargin({ mean, margin }: Estimate): boolean {
  return (
    Number.isFinite(mean) && Number.isFinite(margin) && margin > Math.max(ROUNDING, 1e-9 * Math.abs(mean))
  );
}

/** A mean with the digits that its margin leaves it. */
function meanOf(estimate: Estimate): string {
  const { mean, margin } = estimate;
  if (!Number.isFinite(mean)) return "infinite";
  return hasMargin(estimate) ? mean.toFixed(places(margin)) : digits(mean);
}

function marginOf({ margin }: Estimate): string {
  return margin.toFixed(places(margin));
}

/** How many decimal places show one digit of a margin that counts, or two if it begins with a 1. */
function places(margin: number): number {
  const first = Math.floor(Math.log10(margin));
  const leading = margin / 10 ** first;
  return Math.min(12, Math.max(0, (leading < 2 ? 1 : 0) - first));
}

/** A number with four digits that count. */
export function digits(value: number): string {
  return Math.abs(value) < ROUNDING ? "0" : String(Number(value.toPrecision(4)));
}
