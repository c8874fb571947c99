/** What `hankel spectral` tells people about what it learned. */

import { countOf } from "../internal/core.ts";
import type { RankReason, SpectralResult } from "../spectral/run.ts";

const WIDTH = 40;
/** So many singular values are shown at most, and so many behind the rank at least. */
const MOST = 40;
const BEHIND = 5;
/** Smaller shares of the largest are rounding. */
const ROUNDING = 1e-15;

/** The whole report, line by line. */
export function spectralReport(result: SpectralResult): string[] {
  return [...whatWasUsed(result), "", ...spectrumBars(result), "", ...whatCameOut(result)];
}

function whatWasUsed({ of, samples, asked, fit }: SpectralResult): string[] {
  const { rows, columns } = fit.block.matrix;
  const block = `a block of ${countOf(rows, "prefix", "prefixes")} and ${countOf(columns, "suffix", "suffixes")}`;
  if (asked === undefined) {
    const words = countOf(samples?.train.words.length ?? 0, "word");
    return [`${words} of ${of}, ${fit.block.statistics} statistics, ${block}`];
  }
  const remembered =
    asked.remembered > 0 ? `, ${asked.remembered} of them known from the journal before` : "";
  const stopped = asked.stopped ? ["The budget of questions ended the growth of the block."] : [];
  return [`${countOf(asked.words.asked, "word")} weighed by ${of}${remembered}: ${block}`, ...stopped];
}

/** Singular values as bars of a logarithmic scale, down to a line below those of the rank. */
export function spectrumBars({
  fit,
  rank,
  reason,
}: Pick<SpectralResult, "fit" | "rank" | "reason">): string[] {
  const values = Array.from(fit.spectrum);
  const [largest] = values;
  const nothing = values.findIndex((value) => value < ROUNDING * largest);
  const visible = nothing < 0 ? values.length : nothing;
  const shown = values.slice(0, Math.min(visible, Math.max(MOST, rank + BEHIND)));
  const least = Math.log(shown.reduce((a, b) => Math.min(a, b / largest), 1) / 2);
  const lines = shown.map((value, i) => {
    const length = Math.max(0, 1 - Math.log(value / largest) / least) * WIDTH;
    const bar = (i < rank ? "█" : "░").repeat(Math.round(length));
    return `${String(i + 1).padStart(4)}  ${share(value / largest).padEnd(9)} ${bar}`.trimEnd();
  });
  lines.splice(rank, 0, `      ${"┄".repeat(WIDTH + 10)} rank ${rank}`);
  if (shown.length < visible) lines.push(`   …  ${visible - shown.length} more`);
  if (visible < values.length) lines.push(`   …  ${values.length - visible} more, zero up to rounding`);
  return [
    "Singular values, as shares of the largest (the bars are logarithmic):",
    ...lines,
    why(reason, rank),
    ...drop(values, rank, reason),
  ];
}

/** Behind so many values a drop is looked for: a rank beyond it is no choice for people. */
const LOOKED_AT = 50;
/** A drop to so little of the value before it stands out. */
const STEEP = 0.2;

/** Where the values drop most, behind the first, which towers above the others; nothing if that is the rank, or the user has chosen it. */
function drop(values: readonly number[], rank: number, { by }: RankReason): string[] {
  if (by !== "spectrum") return [];
  let [at, least] = [0, STEEP];
  for (let i = 2; i < Math.min(values.length, LOOKED_AT); i++) {
    const ratio = values[i] / values[i - 1];
    if (values[i] > ROUNDING * values[0] && ratio < least) [at, least] = [i, ratio];
  }
  if (at === 0 || at === rank) return [];
  return [`The values drop most behind the first ${at}: compare --rank ${at}.`];
}

/** Why this rank, in a sentence. */
export function why(reason: RankReason, rank: number): string {
  switch (reason.by) {
    case "user":
      return `Rank ${rank}, as asked for.`;
    case "spectrum":
      return `Rank ${rank}: ${rank === 1 ? "one value is" : `${rank} values are`} at least ${share(reason.threshold)} of the largest (--threshold).`;
    case "held-out":
      return `Rank ${rank}: the highest likelihood of ${countOf(reason.words, "held-out word")}, among ${reason.scores.length} ranks.`;
  }
}

function whatCameOut({ automaton, sum, onWords }: SpectralResult): string[] {
  const { total, radius } = sum;
  const size = `${countOf(automaton.size, "state")}, ${countOf(automaton.arcs, "arc")} over real`;
  const value = total === undefined ? "no value" : Number(total.toPrecision(6));
  const adds =
    radius < 1
      ? `The weights of all words add up to ${value} (1 for a distribution).`
      : `The weights of long words do not vanish: the spectral radius is ${Number(radius.toPrecision(4))}, so they have no sum.`;
  return [size, adds, wordsLine(onWords)];
}

function wordsLine({ which, words, nonPositive, largestError }: SpectralResult["onWords"]): string {
  const names = {
    "held-out": countOf(words, "held-out word"),
    sample: `${countOf(words, "word")} of the sample`,
    asked: `${countOf(words, "word")} that ${words === 1 ? "was" : "were"} asked`,
  };
  const found =
    nonPositive === 0 ? "none" : `${nonPositive} (${Number(((100 * nonPositive) / words).toPrecision(2))} %)`;
  const error =
    largestError === undefined
      ? ""
      : `; no answer is missed by more than ${Number(largestError.toPrecision(3))}`;
  return `Of ${names[which]}, ${found} ${nonPositive === 1 ? "has a weight that is" : "have a weight that is"} not positive${error}.`;
}

function share(value: number): string {
  return String(Number(value.toPrecision(3)));
}
