import { countOf, HankelError, real } from "@hankel/core";
import type { Source } from "../live/open-box.ts";
import { addSpectralOptions, type SpectralOptions } from "../live/spectral-options.ts";
import { learnSpectral, type SpectralResult } from "../live/spectral-run.ts";
import { checkSpectrumEnding, spectrumFacts, writeSpectrum } from "../live/spectrum-file.ts";
import { type Watched, watchedUntilStopped } from "../live/until-stopped.ts";
import { spectralReport } from "../show/spectrum.ts";
import { attemptAll } from "../support/attempt-all.ts";
import { EXIT } from "../support/failures.ts";
import { examples, writingOptions } from "../support/options.ts";
import { checkFormat, type Destination, destination, print, type Writing } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { automatonObject, isUnheld, writeResult } from "../support/write-result.ts";
import type { Define } from "./define.ts";

interface Options extends SpectralOptions, Writing {
  readonly spectrum?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export const spectral: Define = (command, exit, program) => {
  command
    .usage("[options] <sample or automaton>  |  [options] -- <program> [arguments...]")
    .argument("[target]", "a sample (PAutomaC, SPiCe), or an automaton that is asked")
    .option("--spectrum <file>", "the singular values, as .csv, .json, .svg or .png")
    .option("--json", "print the facts as a JSON object; the automaton goes to --out only")
    .option("-q, --quiet", "no progress and no report on standard error");
  addSpectralOptions(command);
  writingOptions(command);
  command.action(async (target: string | undefined, options: Options) => {
    const out = await destination(options.out, options);
    if (options.spectrum !== undefined) await checkSpectrumEnding(options.spectrum);
    const run = { quiet: options.quiet, lost: `nothing was learned, ${answersIn(options.journal)}`, exit };
    await watchedUntilStopped(run, async (watched) => {
      const result = await learnFrom({ target, program }, options, out, watched);
      if (!options.json && !options.quiet)
        for (const line of spectralReport(result)) standardError.line(line);
      if (result.asked?.stopped === true) exit(EXIT.budget);
    });
  });
  command.addHelpText("after", HELP);
  examples(command, [
    "hankel spectral 1.pautomac.train --rank 20 --out model.json        from a sample",
    "hankel spectral 1.spice.train --split 0.2 --spectrum spectrum.svg  the rank by words that are held out",
    "hankel spectral --out model.json -- python3 box.py                 from a program that weighs words",
    "hankel spectral --onnx network.onnx --max-rank 40                  from a network",
    "hankel spectral target.json --block words:3                        from an automaton, all words up to 3 letters",
  ]);
};

const HELP = `
Spectral learning makes an automaton with as many states as a block of the Hankel matrix has large singular values. It needs
no deterministic automaton to exist. The result is a Wfsa over real; where data are rounded or sampled, some words may
have a negative weight, and all weights together need not be 1: the report says so.
  --statistics string     how often a word is the whole word
  --statistics prefix     how often words begin with it: more of a sample is used
  --statistics substring  how often it occurs in words: most of a sample is used
All three are converted back to weights of words. Without an option, the rank is the number of singular values above what
chance adds to a sample, and for black boxes above a billionth of the largest. hankel evaluate judges the result.`;

/** Learns, and writes the automaton, the spectrum and the facts. */
async function learnFrom(
  source: Source,
  options: Options,
  out: Destination,
  { signal, output, progress, end }: Watched,
): Promise<SpectralResult> {
  const written = !options.json || options.out !== undefined;
  const result = await learnSpectral(source, options, output, {
    signal,
    progress: (asked) => progress(() => `${countOf(asked, "word")} weighed`),
    planned(alphabet) {
      if (written) checkFormat({ algebra: real, alphabet }, out);
    },
  }).catch((error: unknown) => {
    throw kept(error, options.journal);
  });
  end();
  await write(result, options, written ? out : undefined, signal);
  return result;
}

/** Writes everything that can be written. */
async function write(
  result: SpectralResult,
  { json, spectrum }: Options,
  out: Destination | undefined,
  signal: AbortSignal,
): Promise<void> {
  let unheld = {};
  const writeAutomaton = (to: Destination) =>
    writeResult(result.automaton, to, { json, ends: { signal, shouldEnd: signal } }).catch(
      (error: unknown) => {
        if (isUnheld(error)) unheld = { automaton: automatonObject(result.automaton) };
        throw error;
      },
    );
  await attemptAll([
    ...(out === undefined ? [] : [() => writeAutomaton(out)]),
    ...(spectrum === undefined ? [] : [() => writeSpectrum(spectrum, result, signal)]),
    ...(json ? [() => print(`${JSON.stringify({ ...facts(result), ...unheld })}\n`, signal)] : []),
  ]);
}

function answersIn(journal: string | undefined): string {
  return journal === undefined ? "with --journal the answers would be kept" : `the answers are in ${journal}`;
}

function facts(result: SpectralResult): Record<string, unknown> {
  const { automaton, fit, asked, samples, sum, onWords } = result;
  const { rows, columns } = fit.block.matrix;
  return {
    states: automaton.size,
    arcs: automaton.arcs,
    rows,
    columns,
    statistics: fit.block.statistics,
    ...(asked === undefined ? { words: samples?.train.words.length } : { questions: asked.words.asked }),
    total: sum.total ?? null,
    radius: sum.radius,
    onWords,
    ...spectrumFacts(result),
  };
}

/** The failure of a black box, with where its answers are. */
function kept(error: unknown, journal: string | undefined): unknown {
  if (!(error instanceof HankelError) || error.code !== "teacher" || journal === undefined) return error;
  const where = `every answer is kept in ${journal}; the same command goes on from there`;
  return new HankelError(error.code, `${error.message} (${where})`, { cause: error });
}
