import { setImmediate } from "node:timers/promises";
import { spectrumFacts, spectrumFile } from "../draw/spectrum-picture.ts";
import { HankelError, real } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { addOptions, FORMAT } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { spectralReport } from "../show/spectrum.ts";
import { learnSpectral, type SpectralResult, spectralTarget } from "../spectral/run.ts";
import { EXIT } from "../support/failures.ts";
import { type Destination, destination, print, type Writing } from "../support/output.ts";
import { ResultFiles } from "../support/result-files.ts";
import { standardError } from "../support/terminal.ts";
import { type Watched, watchedUntilStopped } from "../support/until-stopped.ts";
import type { Target } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] SAMPLE|TARGET", "[options] -- PROGRAM [arguments...]"],
  about:
    "Learns an automaton from a sample of words, or by asking a target, with as many states as a block of " +
    "the Hankel matrix has large singular values. It needs no deterministic automaton to exist.",
  topics: ["targets", "networks", "budgets"],
  examples: [
    "hankel spectral 1.pautomac.train --rank 20 --out model.json        from a sample",
    "hankel spectral 1.spice.train --split 0.2 --spectrum spectrum.svg  the rank by held-out words",
    "hankel spectral --out model.json -- python3 box.py                 from a program",
  ],
};

export const spectral: Define = (command, exit, program) => {
  declare(command, "spectral", PAGE);
  addOptions(command, FORMAT, "Writing:");
  command.argument("[target]");
  command.action(async (argument: string | undefined, options: Options & Writing) => {
    const out = await destination(options.out, options);
    if (options.spectrum !== undefined) await spectrumFile.check(options.spectrum);
    const target = spectralTarget(argument, program, options);
    const run = { quiet: options.quiet, lost: lostOf(target, options.journal), exit };
    await watchedUntilStopped(run, async (watched) => {
      const result = await learnFrom(target, options, out, watched);
      if (!options.json && !options.quiet)
        for (const line of spectralReport(result)) standardError.line(line);
      if (result.asked?.stopped === true) exit(EXIT.budget);
    });
  });
};

/** Learns, and writes everything that can be written: the automaton, the spectrum and the facts. */
async function learnFrom(
  target: Target,
  options: Options & Writing,
  out: Destination,
  { signal, output, progress, end }: Watched,
): Promise<SpectralResult> {
  const files = new ResultFiles(options, out, { signal, shouldEnd: signal });
  const result = await learnSpectral(target, options, output, {
    signal,
    progress: (asked) => progress(() => `${countOf(asked, "word")} weighed`),
    async doing(what) {
      progress(() => what);
      // Lets a signal come in.
      await setImmediate();
      if (signal.aborted) throw new HankelError("cancelled", "cancelled");
    },
    planned: (alphabet) => files.planned({ algebra: real, alphabet }),
  }).catch((error: unknown) => {
    throw kept(error, options.journal);
  });
  end();
  const { json, spectrum } = options;
  await files.finished({ automaton: result.automaton, outcome: "accepted" });
  if (spectrum !== undefined) await files.attempt(() => spectrumFile.write(spectrum, result, signal));
  if (json)
    await files.attempt(() => print(`${JSON.stringify({ ...facts(result), ...files.more })}\n`, signal));
  files.check();
  return result;
}

/** What a run that is stopped says: only targets give answers, which a journal keeps. */
function lostOf({ kind }: Target, journal: string | undefined): string {
  const lost = "nothing was learned";
  if (kind === "sample") return lost;
  const answers =
    journal === undefined
      ? "With --journal FILE the answers would have been kept"
      : `The answers are in ${journal}`;
  return `${lost}. ${answers}`;
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
