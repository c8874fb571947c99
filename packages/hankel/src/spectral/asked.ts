/** What `hankel spectral` learns from by asking: a black box, or an automaton file of either kind. */

import type { JournalHeader } from "../formats.ts";
import { type Alphabet, formatByEnding, HankelError, type Word } from "../index.ts";
import { countAllWords, numbersOf, weighedBlockBytes } from "../internal/core.ts";
import { ALGORITHM_VERSION, AnswerStore } from "../learning.ts";
import { type BlackBox, Journal } from "../node.ts";
import type { Options } from "../options/table.ts";
import {
  type Block,
  bestBasis,
  Forward,
  WeighedWords,
  type WeighWords,
  weighedBlock,
  wordsUpTo,
} from "../spectral.ts";
import { misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { type BoxOutput, boxOfWeights, readingOf, withBox } from "../target/open.ts";
import { nameOf, type Target } from "../target/target.ts";
import { maxBytesOf, namedBasis } from "./sample.ts";

/** A language that can be asked. */
interface Asked {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly weigh: WeighWords;
  /** How many answers its journal had before. */
  readonly remembered: number;
}

/** A block that was asked for, and all answers. */
export interface AskedBlock extends Pick<Asked, "name" | "remembered"> {
  readonly block: Block;
  readonly words: WeighedWords;
  /** Did the budget end the growth of the block? */
  readonly stopped: boolean;
}

/** What ends, watches and checks a run. */
export interface SpectralRun {
  readonly signal: AbortSignal;
  /** Is told how many words were asked. */
  readonly progress: (asked: number) => void;
  /** Is told what is computed next, which may take long; signals are heard meanwhile. */
  readonly doing: (what: string) => Promise<void>;
  /** Is told the alphabet of the result before the first question, and throws if it cannot be written. */
  readonly planned: (alphabet: Alphabet) => void;
}

/** Opens what the command line names, asks for a block, and closes it again, whatever happens. */
export async function askBlock(
  target: Target,
  options: Options,
  output: BoxOutput,
  run: SpectralRun,
): Promise<AskedBlock> {
  const { guide, journal: path } = options;
  // An automaton file may be nondeterministic, so it is weighed here; everything else is a black box.
  if (target.kind === "file" && path === undefined && guide === undefined && options.with === undefined) {
    const automaton = await readAny(target.path, readingOf(options)).catch((error: unknown) => {
      throw withSampleAdvice(error, target.path);
    });
    const forward = new Forward(automaton, "spectral learning");
    const weigh = (words: readonly Word[]) => forward.weighAll(words);
    return ask({ name: nameOf(target), alphabet: automaton.alphabet, weigh, remembered: 0 }, options, run);
  }
  const { signal } = run;
  return withBox(target, { options, output, signal }, async (opened) => {
    const box = boxOfWeights(opened, options.tolerance);
    // Refuses weights that are no numbers before there is a journal of them.
    const toNumber = numbersOf(box.kind.algebra);
    const journal =
      path === undefined
        ? undefined
        : await Journal.open(path, headerOf(box), { report: output.report, signal });
    try {
      const asked = { name: box.name ?? nameOf(target), alphabet: box.alphabet };
      return await ask({ ...asked, ...journaledWeigh(box, toNumber, journal, signal) }, options, run);
    } finally {
      journal?.close();
    }
  });
}

/** A file of words in the place of an automaton. */
function withSampleAdvice(error: unknown, path: string): unknown {
  if (!(error instanceof HankelError) || error.code !== "parse" || formatByEnding(path) !== undefined)
    return error;
  return new HankelError(error.code, `${error.message}. Words, one on each line, are named by --sample`, {
    cause: error,
  });
}

async function ask(
  { name, alphabet, weigh, remembered }: Asked,
  options: Options,
  { signal, progress, planned }: SpectralRun,
): Promise<AskedBlock> {
  planned(alphabet);
  const unlessStopped: WeighWords = (words) => {
    if (signal.aborted) throw new HankelError("cancelled", "cancelled");
    return weigh(words);
  };
  const { maxQuestions } = options;
  const words = new WeighedWords(alphabet, unlessStopped, { maxQuestions, progress });
  return { name, words, remembered, ...(await blockOf(words, options)) };
}

async function blockOf(words: WeighedWords, options: Options): Promise<{ block: Block; stopped: boolean }> {
  const { block: kind = "best", rows, columns, threshold } = options;
  const maxBytes = maxBytesOf(options);
  const named = await namedBasis(words.alphabet, options);
  if (named !== undefined) return { block: await weighedBlock(words, named, { maxBytes }), stopped: false };
  if (kind === "best") {
    const basis = await bestBasis(words, { rows, columns, threshold });
    return { block: await weighedBlock(words, basis, { maxBytes }), stopped: basis.stopped };
  }
  const size = countAllWords(words.alphabet.size, kind);
  const bytes = weighedBlockBytes(size, size, words.alphabet.size);
  if (bytes > maxBytes) {
    const gib = (value: number) => `${Number((value / 2 ** 30).toPrecision(3))} GiB`;
    throw misuse(
      `--block words:${kind} has ${size} rows and columns and needs about ${gib(bytes)} of memory, and ${gib(maxBytes)} may be used: take a smaller number, or --block best`,
    );
  }
  const all = wordsUpTo(words.alphabet, kind);
  return { block: await weighedBlock(words, { prefixes: all, suffixes: all }, { maxBytes }), stopped: false };
}

/**
 * The weights of words as numbers: asks a black box for what a journal does not know, and writes every answer down as it arrives. The
 * journal names no learner: its answers serve every later run, whatever its block, and `hankel learn --warm`.
 */
function journaledWeigh(
  box: BlackBox<unknown>,
  toNumber: (weight: unknown) => number,
  journal: Journal | undefined,
  signal: AbortSignal,
): Pick<Asked, "weigh" | "remembered"> {
  const store = new AnswerStore(box.kind, box.alphabet);
  for (const line of journal?.recorded ?? []) store.apply(line);
  const askBox = async (words: readonly Word[]): Promise<void> => {
    await box.weigh(words, {
      signal,
      arrived(from, weights) {
        const lines = weights.map((weight, i) => {
          const node = store.tree.insert(words[from + i]);
          store.record(node, { weight });
          return store.line("answer", node, { weight });
        });
        journal?.append(lines);
      },
    });
    await journal?.sync();
  };
  return {
    remembered: store.size,
    async weigh(words) {
      const nodes = words.map((word) => store.tree.insert(word));
      const missing = words.filter((_, i) => store.known(nodes[i]) === undefined);
      if (missing.length > 0) await askBox(missing);
      return nodes.map((node) => toNumber(store.known(node)?.weight));
    },
  };
}

function headerOf({ kind, alphabet }: BlackBox<unknown>): JournalHeader {
  return {
    journal: "hankel/1",
    algorithm: ALGORITHM_VERSION,
    learner: "",
    semifield: kind.algebra.name,
    alphabet: alphabet.symbols,
    options: {},
    seed: 0,
  };
}
