import { writePicture } from "../draw/picture-file.ts";
import { learnFrom } from "../infer/learn.ts";
import { readLogs } from "../infer/log-files.ts";
import { asKind, type Inferred, type InferSample, suggestions, understood } from "../learning.ts";
import { addOptions, FORMAT } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { inferredFacts, inferredLines, supportLines } from "../show/inferred.ts";
import { EXIT } from "../support/failures.ts";
import { destination, print, type Writing, writeText } from "../support/output.ts";
import { ResultFiles } from "../support/result-files.ts";
import { tell } from "../support/supervision.ts";
import { standardError } from "../support/terminal.ts";
import { type Watched, watchedUntilStopped } from "../support/until-stopped.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] FILE..."],
  about:
    "Learns an automaton from logs alone, where there is nobody to ask: the words become a tree, and states that the log does " +
    "not tell apart are merged. Labelled words give a DFA, inputs with outputs a Mealy or Moore machine, words with weights a " +
    "weighted automaton, and words that only occurred a probabilistic one.",
  more: `Ctrl-C and --max-seconds end the run with the best automaton so far (exit codes 130 and 4). What few words of the
log have passed through is listed, and dashed in the picture. --measure is rpni, edsm, k-tails or bayes for languages
and machines, homing for machines alone, bayes, alergia, likelihood, aic, mdi or suffixes for distributions, residuals
for weights.`,
  topics: ["logs"],
  examples: [
    "hankel infer traces.txt -o model.json                       a word on each line",
    "hankel infer log.csv --session user --event page            a table, its columns named",
    "hankel infer log.jsonl --kind moore --draw machine.svg      inputs and outputs as JSON lines",
    "hankel infer 1_training.txt --measure edsm --noise 0.01     labelled words, one in a hundred wrong",
  ],
};

/** What was seen fewer times has little support. */
const WEAK = 5;

export const infer: Define = (command, exit) => {
  declare(command, "infer", PAGE);
  addOptions(command, FORMAT, "Writing:");
  command.argument("<files...>");
  command.action(async (files: string[], options: Options & Writing) => {
    const run = { quiet: options.quiet, lost: "nothing was learned", exit };
    await watchedUntilStopped(run, async (watched) => exit(await inferAll(files, options, watched)));
  });
};

/** Reads, learns, and writes everything that can be written; returns the exit code. */
async function inferAll(
  paths: readonly string[],
  options: Options & Writing,
  watched: Watched,
): Promise<number> {
  const started = performance.now();
  const { signal, end } = watched;
  const { json = false, quiet = false, maxSeconds, weak = WEAK, draw, ask } = options;
  const out = await destination(options.out, options);
  if (draw !== undefined) await writePicture.check("--draw", draw);
  tell({ run: { left: maxSeconds === undefined ? undefined : maxSeconds * 1000, json } });
  const log = await readLogs(paths, options, watched);
  const { sample, remark } = asKind(log.sample, options.kind, options.measure?.measure);
  end();
  const say = (lines: readonly string[]) => {
    if (!quiet) for (const line of lines) standardError.line(line);
  };
  say([...understood(log), ...(remark === undefined ? [] : [remark])]);
  const inferred = await learnFrom(sample, options, started, watched);
  end();
  tell({ run: undefined });
  const files = new ResultFiles(options, out, { signal, shouldEnd: signal });
  const outcome = inferred.interrupted ? "cancelled" : "accepted";
  await files.finished({ automaton: inferred.automaton, outcome });
  if (draw !== undefined) await files.attempt(() => writePicture.write(draw, inferred, weak, signal));
  if (ask !== undefined) {
    const questions = questionsOf(inferred, sample);
    await files.attempt(() => writeText(ask, questions, signal));
    if (questions === "")
      say([
        `--ask: ${ask} is empty: the log has every arc often, or knows the words that would decide about rare ones`,
      ]);
  }
  if (json)
    await files.attempt(() =>
      print(`${JSON.stringify({ ...inferredFacts(inferred, sample, weak), ...files.more })}\n`, signal),
    );
  else say([...inferredLines(inferred, sample, options.noise), ...supportLines(inferred, weak)]);
  files.check();
  if (!inferred.interrupted) return EXIT.done;
  standardError.line("hankel: stopped: this is the best automaton so far");
  return signal.aborted ? EXIT.interrupted : EXIT.budget;
}

/** The words whose answers would decide most, as JSON lines. */
function questionsOf(inferred: Inferred, sample: InferSample): string {
  return suggestions(sample, inferred)
    .map(
      ({ word, decides, rests }) =>
        `${JSON.stringify({ word: sample.alphabet.spell(word), decides, rests })}\n`,
    )
    .join("");
}
