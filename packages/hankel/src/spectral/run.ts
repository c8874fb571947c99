import type { Wfsa } from "../index.ts";
import { refuseUseless } from "../options/apply.ts";
import { flagOf, type Options } from "../options/table.ts";
import {
  DEFAULT_FLOOR,
  defaultThreshold,
  Forward,
  type RankScore,
  rankByLikelihood,
  rankBySpectrum,
  type Sample,
  SpectralFit,
  type SumOfWords,
  sumOfWords,
} from "../spectral.ts";
import { misuse } from "../support/failures.ts";
import { listed, readSample, symbolsBeyond } from "../support/sample-file.ts";
import type { BoxOutput } from "../target/open.ts";
import { parseTarget, type Target } from "../target/target.ts";
import { type AskedBlock, askBlock, type SpectralRun } from "./asked.ts";
import { blockOfSample, isSampleFile, maxBytesOf, readSamples, type Samples } from "./sample.ts";

/** How the rank was chosen. */
export type RankReason =
  | { readonly by: "user" }
  | { readonly by: "spectrum"; readonly threshold: number }
  | {
      readonly by: "held-out";
      readonly words: number;
      readonly floor: number;
      readonly scores: readonly RankScore[];
    };

/** How the automaton does on words that are at hand. */
export interface OnWords {
  /** Which words these are. */
  readonly which: "held-out" | "sample" | "asked";
  readonly words: number;
  /** How many have a weight that is not positive. */
  readonly nonPositive: number;
  /** The largest difference from an answer, if answers were given. */
  readonly largestError?: number;
}

/** What `hankel spectral` has learned. */
export interface SpectralResult {
  readonly of: string;
  readonly samples: Samples | undefined;
  readonly asked: AskedBlock | undefined;
  readonly fit: SpectralFit;
  readonly rank: number;
  readonly reason: RankReason;
  readonly automaton: Wfsa<number>;
  readonly sum: SumOfWords;
  readonly onWords: OnWords;
}

/** How many rows and columns the block of a network has at most, and which share of the largest singular value counts there. */
const SMALLER = { rows: 50, columns: 50 };
const COARSER = { threshold: 0.01 };

/** Learns from a sample, or by asking. */
export async function learnSpectral(
  target: Target,
  options: Options,
  output: BoxOutput,
  run: SpectralRun,
): Promise<SpectralResult> {
  refuseUseless(options, { target });
  refuseContradictions(options);
  if (target.kind === "sample") {
    const { path } = target;
    const samples = await readSamples(path, options, output.report);
    run.planned(samples.train.alphabet);
    const size = `${samples.train.words.length} words over ${samples.train.alphabet.size} symbols`;
    await run.doing(`${size}: counting prefixes and suffixes`);
    const block = await blockOfSample(samples.train, options);
    await run.doing(`${size}: singular values of ${block.matrix.rows} × ${block.matrix.columns}`);
    const fit = fitOf(block, options);
    await run.doing(`${size}: choosing the rank`);
    return conclude({ of: path, samples, asked: undefined, fit, rounded: false }, options);
  }
  // What a network says is rounded, and it only comes near what it was taught: its block has full rank.
  const rounded = target.kind === "onnx" || target.kind === "openai";
  const asked = await askBlock(target, { ...(rounded && SMALLER), ...options }, output, run);
  await run.doing(`${asked.words.asked} words weighed: singular values`);
  const heldOut = options.heldOut === undefined ? undefined : await heldOutFor(asked, options, output.report);
  const fit = fitOf(asked.block, options);
  return conclude({ of: asked.name, samples: heldOut, asked, fit, rounded }, options);
}

/** What the command line names: a sample by its ending or by `--sample`, or something that can be asked. */
export function spectralTarget(
  argument: string | undefined,
  program: readonly string[],
  { sample }: Options,
): Target {
  if (sample === undefined) {
    const target = parseTarget(argument, program);
    return target.kind === "file" && isSampleFile(target.path) ? { ...target, kind: "sample" } : target;
  }
  if (argument === undefined && program.length === 0) return { kind: "sample", path: sample };
  throw misuse("--sample names what to learn from: leave the target out, or the sample");
}

function refuseContradictions(options: Options): void {
  const chosen = (["rank", "threshold", "heldOut", "split"] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (chosen.length > 1)
    throw misuse(`${chosen.map(flagOf).join(" and ")} both choose the rank; give one of them`);
  if ((options.prefixes === undefined) !== (options.suffixes === undefined)) {
    throw misuse("--prefixes and --suffixes belong together: the rows and the columns of the block");
  }
}

/** Words that judge what was learned by asking. */
async function heldOutFor(
  { block }: AskedBlock,
  options: Options,
  report: (notice: string) => void,
): Promise<Samples> {
  const path = options.heldOut as string;
  const heldOut = await readSample(path, block.alphabet);
  const lacking = symbolsBeyond(heldOut, block.alphabet);
  if (lacking.length > 0) report(`${path} has ${listed(lacking)}, which the target lacks`);
  return { train: { alphabet: block.alphabet, words: [] }, heldOut };
}

function fitOf(block: AskedBlock["block"], options: Options): SpectralFit {
  const maxRank = Math.max(options.maxRank ?? 100, options.rank ?? 0);
  const fit = new SpectralFit(block, { maxRank, seed: options.seed, maxBytes: maxBytesOf(options) });
  if (fit.supported > 0) return fit;
  throw misuse(
    "every entry of the block is zero, so there is nothing to learn: choose other prefixes and suffixes",
  );
}

function conclude(
  {
    rounded,
    ...found
  }: Pick<SpectralResult, "of" | "samples" | "asked" | "fit"> & { readonly rounded: boolean },
  options: Options,
): SpectralResult {
  const { fit } = found;
  const { rank, reason } = chooseRank(fit, found.samples?.heldOut, { ...(rounded && COARSER), ...options });
  const automaton = fit.automaton(rank);
  return {
    ...found,
    rank,
    reason,
    automaton,
    sum: sumOfWords(automaton),
    onWords: judgeWords(found, automaton),
  };
}

function chooseRank(
  fit: SpectralFit,
  heldOut: Sample | undefined,
  { rank, threshold, floor = DEFAULT_FLOOR }: Options,
): { rank: number; reason: RankReason } {
  if (rank !== undefined) return { rank, reason: { by: "user" } };
  if (heldOut !== undefined) {
    const { rank: best, scores } = rankByLikelihood(fit, heldOut, { floor });
    return { rank: best, reason: { by: "held-out", words: heldOut.words.length, floor, scores } };
  }
  const used = threshold ?? defaultThreshold(fit);
  return { rank: rankBySpectrum(fit, used), reason: { by: "spectrum", threshold: used } };
}

/** At most so many words of a sample are looked at: the share that is not positive needs no more. */
const LOOKED_AT = 20_000;

function judgeWords(
  { samples, asked, fit }: Pick<SpectralResult, "samples" | "asked" | "fit">,
  automaton: Wfsa<number>,
): OnWords {
  const forward = new Forward(automaton, "spectral");
  const heldOut = samples?.heldOut;
  if (asked !== undefined && heldOut === undefined) {
    const words = asked.words.words();
    const weights = forward.weighAll(words);
    const errors = words.map((word, i) =>
      Math.abs(weights[i] - asked.words.weight(asked.words.tree.find(word))),
    );
    return {
      which: "asked",
      ...notPositive(weights),
      largestError: errors.reduce((a, b) => Math.max(a, b), 0),
    };
  }
  const { words, alphabet } = heldOut ?? (samples as Samples).train;
  const spelled = words
    .slice(0, LOOKED_AT)
    .map((word) =>
      alphabet.equals(fit.block.alphabet) ? word : fit.block.alphabet.word(alphabet.spell(word)),
    );
  return { which: heldOut === undefined ? "sample" : "held-out", ...notPositive(forward.weighAll(spelled)) };
}

function notPositive(weights: Float64Array): { words: number; nonPositive: number } {
  return {
    words: weights.length,
    nonPositive: weights.reduce((count, weight) => count + (weight > 0 ? 0 : 1), 0),
  };
}
