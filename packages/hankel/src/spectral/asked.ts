/** What `hankel spectral` learns from by asking: a black box, or an automaton file of either kind. */

import type { JournalHeader } from "../formats.ts";
import { type Alphabet, HankelError, type Word } from "../index.ts";
import { countUpTo, numbersOf, weighedBlockBytes } from "../internal/core.ts";
import { ALGORITHM_VERSION, AnswerStore } from "../learning.ts";
import { type BlackBox, Journal, type Report } from "../node.ts";
import { readSettings } from "../options/settings.ts";
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
import { readAny } from "../support/input.ts";
import { type BoxOutput, boxOfWeights, openRestricted, readingOf } from "../target/open.ts";
import { nameOf, type Target } from "../target/target.ts";
import { maxBytesOf, namedBasis } from "./sample.ts";

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
  target: Target,
  options: Options,
  output: BoxOutput,
  { signal, progress, planned }: SpectralRun,
): Promise<AskedBlock> {
  const asked = await open(target, options, output, signal);
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

async function blockOf(words: WeighedWords, options: Options): Promise<{ block: Block; stopped: boolean }> {
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
  target: Target,
  options: Options,
  output: BoxOutput,
  signal: AbortSignal,
): Promise<Asked> {
  const { guide, journal: path } = options;
  if (target.kind === "file" && path === undefined && guide === undefined && options.with === undefined) {
    const automaton = await readAny(target.path, readingOf(options));
    const forward = new Forward(automaton, "spectral learning");
    return {
      name: nameOf(target),
      alphabet: automaton.alphabet,
      weigh: (words) => forward.weighAll(words),
      remembered: 0,
      close: async () => {},
    };
  }
  const settings = readSettings(options.with, [target.kind]);
  const file = guide === undefined ? "weights" : "rows";
  const opened = await openRestricted(target, { options, settings, file, output, signal });
  try {
    const box = boxOfWeights(opened, options.tolerance);
    const { weigh, remembered, close } = await journaledWeigh(box, path, output.report, signal);
    return {
      name: box.name ?? nameOf(target),
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

/** The weights of words as numbers, from a journal or from the black box. */
interface JournaledWeigh {
  readonly weigh: (words: readonly Word[]) => Promise<number[]>;
  /** How many answers the journal had when it was opened. */
  readonly remembered: number;
  close(): void;
}

/**
 * Asks a black box for what a journal does not know, and writes every answer down as it arrives. The journal names no learner: its
 * answers serve every later run, whatever its block, and `hankel learn --warm`.
 */
async function journaledWeigh(
  box: BlackBox<unknown>,
  path: string | undefined,
  report: Report,
  signal: AbortSignal,
): Promise<JournaledWeigh> {
  const toNumber = numbersOf(box.kind.algebra);
  const journal =
    path === undefined ? undefined : await Journal.open(path, headerOf(box), { report, signal });
  const store = new AnswerStore(box.kind, box.alphabet);
  for (const line of journal?.recorded ?? []) store.apply(line);
  const remembered = store.size;
  const ask = async (words: readonly Word[]): Promise<void> => {
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
    remembered,
    async weigh(words) {
      const nodes = words.map((word) => store.tree.insert(word));
      const missing = words.filter((_, i) => store.known(nodes[i]) === undefined);
      if (missing.length > 0) await ask(missing);
      return nodes.map((node) => toNumber(store.known(node)?.weight));
    },
    close: () => journal?.close(),
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
