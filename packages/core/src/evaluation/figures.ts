import type { DrawnWords } from "./drawn-words.ts";
import { type Estimate, exponential, INFINITE, ratioOfMeans } from "./estimate.ts";
import type { Step } from "./step.ts";

/** How good a model is. All means are per symbol, where the end of a word is a symbol too. */
export interface Figures {
  /** How many words there were; 0 if the figures are exact and no word was drawn. */
  readonly words: number;
  /** How many places they have: their letters and ends. If the figures are exact, the expected places of a word. */
  readonly symbols: number;
  /** How many drawn words were cut off because they had more letters than this. They count as far as they go. */
  readonly cut: { readonly words: number; readonly maxLength: number } | undefined;
  /** The mean total variation distance of what comes next. */
  readonly totalVariation: Estimate;
  /** KL(target ‖ model) in nats per symbol; `Infinity` if the model excludes something that happens. */
  readonly divergence: Estimate;
  /** The same for the model mixed with a little of the uniform distribution: always finite. */
  readonly smoothedDivergence: Estimate;
  /** e to the cross entropy per symbol; `Infinity` if the model excludes something that happens. */
  readonly perplexity: Estimate;
  /** The perplexity of the target itself, which no model can go below. */
  readonly targetPerplexity: Estimate;
  /** The share of places where the model's likeliest symbol is not the likeliest. */
  readonly wordErrorRate: Estimate;
  /** NDCG@k as in SPiCe. */
  readonly ndcg: Estimate;
  readonly k: number;
  /** The mean probability of the symbols that the model excludes although they happen, and the share of such places. */
  readonly excluded: { readonly probability: number; readonly places: number };
  /** The same by the number of letters before the place; empty if the figures are exact. */
  readonly byLength: readonly LengthFigures[];
}

/** The figures of the places that have the same number of letters before them. */
export interface LengthFigures {
  readonly length: number;
  /** How many words reach this far. */
  readonly words: number;
  readonly totalVariation: Estimate;
  readonly divergence: Estimate;
  readonly smoothedDivergence: Estimate;
}

/** The steps of a word, from ε on. */
export type Steps = readonly Step[];

/** The figures of words, given by their steps. */
export function figuresOf(
  words: readonly Steps[],
  drawn: Pick<DrawnWords, "cut" | "maxLength"> | undefined,
  k: number,
): Figures {
  const counts = words.map((steps) => steps.length);
  const mean = meanOver(words);
  return {
    words: words.length,
    symbols: counts.reduce((sum, count) => sum + count, 0),
    cut: drawn && { words: drawn.cut, maxLength: drawn.maxLength },
    ...meanFigures(mean, exponential(mean((step) => step.entropy + step.divergence)), k),
    byLength: figuresByLength(words),
  };
}

/** The mean of a measure over all places. */
export type Mean = (of: (step: Step) => number) => Estimate;

/** That of these words, each of which may count several times. */
export function meanOver(words: readonly Steps[], times?: readonly number[]): Mean {
  const counts = words.map((steps) => steps.length);
  return (of) =>
    ratioOfMeans(
      words.map((steps) => steps.reduce((sum, step) => sum + of(step), 0)),
      counts,
      times,
    );
}

/** The figures that are means, or made of them. The perplexity is that of a model that excludes nothing. */
export function meanFigures(mean: Mean, perplexity: Estimate, k: number) {
  const excluded = {
    probability: mean((step) => step.excluded).mean,
    places: mean((step) => step.excludes).mean,
  };
  const open = excluded.places > 0;
  return {
    totalVariation: mean((step) => step.variation),
    divergence: open ? INFINITE : mean((step) => step.divergence),
    smoothedDivergence: mean((step) => step.smoothed),
    perplexity: open ? INFINITE : perplexity,
    targetPerplexity: exponential(mean((step) => step.entropy)),
    wordErrorRate: mean((step) => step.error),
    ndcg: mean((step) => step.gain),
    k,
    excluded,
  };
}

/** Most words are short: with each length, fewer are left. */
function figuresByLength(words: readonly Steps[]): LengthFigures[] {
  const figures: LengthFigures[] = [];
  for (let left = words; ; ) {
    const length = figures.length;
    left = left.filter((word) => word.length > length);
    if (left.length === 0) return figures;
    figures.push(
      lengthFigures(
        left.map((word) => word[length]),
        length,
      ),
    );
  }
}

function lengthFigures(steps: readonly Step[], length: number): LengthFigures {
  const ones = steps.map(() => 1);
  const mean = (of: (step: Step) => number) => ratioOfMeans(steps.map(of), ones);
  return {
    length,
    words: steps.length,
    totalVariation: mean((step) => step.variation),
    divergence: steps.some((step) => step.excludes > 0) ? INFINITE : mean((step) => step.divergence),
    smoothedDivergence: mean((step) => step.smoothed),
  };
}
