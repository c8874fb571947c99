/** What `hankel spectral` learns from by asking: a black box, or an automaton file of either kind. */

import {
  type Alphabet,
  type Block,
  bestBasis,
  countUpTo,
  Forward,
  HankelError,
  WeighedWords,
  type WeighWords,
  weighedBlock,
  weighedBlockBytes,
  wordsUpTo,
} from "@hankel/core";
import { nameOf } from "@hankel/teachers";
import { readAny } from "../support/input.ts";
import { boxOfWeights } from "./adapt-box.ts";
import { journaledWeigh } from "./journaled-weigh.ts";
import { type BoxOutput, openBox, type Source } from "./open-box.ts";
import { restrictBox } from "./restrict-box.ts";
import { maxBytesOf, type SpectralOptions } from "./spectral-options.ts";
import { namedBasis } from "./spectral-sample.ts";

/** A block that was asked for, and all answers. */
export interface AskedBlock {
  readonly name: string;
  readonly block: Block;
  readonly words: WeighedWords;
  /** How many answers were in the journal before. */
  readonly remembered: number;
  /** Did the budget end the growth of the block? */
  readonly stopped: boolean;
}

/** What ends, watches and checks a run. */
export interface SpectralRun {
  readonly signal: AbortSignal;
  /** Is told how many words were asked. */
  readonly progress: (asked: number) => void;
  /** Is told the alphabet of the result before the first question, and throws if it cannot be written. */
  readonly planned: (alphabet: Alphabet) => void;
}

/** A language that can be asked. */
interface Asked {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly weigh: WeighWords;
  readonly remembered: number;
  readonly close: () => Promise<void>;
}

/** Opens what the command line names, asks for a block, and closes it again, whatever happens. */
export async function askBlock(
  source: Source,
  options: SpectralOptions,
  output: BoxOutput,
  { signal, progress, planned }: SpectralRun,
): Promise<AskedBlock> {
  const asked = await open(source, options, output, signal);
  try {
    planned(asked.alphabet);
    const weigh: WeighWords = (words) => {
      if (signal.aborted) throw new HankelError("cancelled", "cancelled");
      return asked.weigh(words);
    };
    const { maxQuestions } = options;
    const words = new WeighedWords(asked.alphabet, weigh, { maxQuestions, progress });
    const found = await blockOf(words, options);
    return { name: asked.name, words, remembered: asked.remembered, ...found };
  } finally {
    await asked.close();
  }
}

async function blockOf(
  words: WeighedWords,
  options: SpectralOptions,
): Promise<{ block: Block; stopped: boolean }> {
  const { block: kind = "best", rows, columns, threshold } = options;
  const maxBytes = maxBytesOf(options);
  const named = await namedBasis(words.alphabet, options);
  if (named !== undefined) return { block: await weighedBlock(words, named, { maxBytes }), stopped: false };
  if (kind === "best") {
    const basis = await bestBasis(words, { rows, columns, threshold });
    return { block: await weighedBlock(words, basis, { maxBytes }), stopped: basis.stopped };
  }
  const size = countUpTo(words.alphabet, kind);
  const bytes = weighedBlockBytes(size, size, words.alphabet.size);
  if (bytes > maxBytes) {
    const gib = (value: number) => `${Number((value / 2 ** 30).toPrecision(3))} GiB`;
    throw new HankelError(
      "usage",
      `--block words:${kind} has ${size} rows and columns and needs about ${gib(bytes)} of memory, and ${gib(maxBytes)} may be used: take a smaller number, or --block best`,
    );
  }
  const all = wordsUpTo(words.alphabet, kind);
  return { block: await weighedBlock(words, { prefixes: all, suffixes: all }, { maxBytes }), stopped: false };
}

/** An automaton file may be nondeterministic, so it is weighed here; everything else is a black box. */
async function open(
  source: Source,
  options: SpectralOptions,
  output: BoxOutput,
  signal: AbortSignal,
): Promise<Asked> {
  const { target } = source;
  if (target !== undefined && options.journal === undefined && options.guide === undefined) {
    const automaton = await readAny(target);
    const forward = new Forward(automaton, "spectral learning");
    return {
      name: target,
      alphabet: automaton.alphabet,
      weigh: (words) => forward.weighAll(words),
      remembered: 0,
      close: async () => {},
    };
  }
  const opened = await openBox(source, options, output, signal);
  try {
    const box = boxOfWeights(await restrictBox(opened, options, output.report), options.tolerance);
    const { weigh, remembered, close } = await journaledWeigh(box, options, output.report, signal);
    return {
      name: nameOf(box),
      alphabet: box.alphabet,
      weigh,
      remembered,
      close: async () => {
        close();
        await box.close?.();
      },
    };
  } catch (error) {
    await opened.close?.();
    throw error;
  }
}
