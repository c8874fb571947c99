import { figureOn, knownOf, refuseStrangers } from "../evaluate/on-log.ts";
import { readLogs } from "../infer/log-files.ts";
import { type Anomalies, type Anomaly, anomalies as anomaliesOf, type Log, understood } from "../learning.ts";
import { addOptions, READING } from "../options/files.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { anomalyFacts, anomalyTable } from "../show/anomalies.ts";
import { type Reading, readAny } from "../support/input.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] MODEL FILE..."],
  about:
    "Scores the traces of a log by a model: how surprising each is, where it leaves the model, and its most surprising event. The " +
    "model is a probabilistic automaton, a DFA or a machine, deterministic, learned or written.",
  more: `Scores: of probabilities, bits per event, the end of a trace counted as one; of machines, the share of outputs that
are others; of DFAs, the share of a trace that lies behind the place where it leaves the language.`,
  topics: ["logs"],
  examples: [
    "hankel anomalies model.json today.csv --limit 5       the five worst traces",
    "hankel anomalies machine.json log.jsonl               outputs that the machine would not have written",
    "hankel anomalies model.json today.csv --jsonl > scores.jsonl",
  ],
};

/** So many traces are shown. */
const LIMIT = 20;

export const anomalies: Define = (command, exit) => {
  declare(command, "anomalies", PAGE);
  addOptions(command, READING, "Reading:");
  command.argument("<model>").argument("<files...>");
  command.action(async (model: string, files: string[], options: Options & Reading) => {
    const run = { quiet: options.quiet, lost: "nothing was scored", exit };
    await watchedUntilStopped(run, async (watched) => {
      const { output, signal } = watched;
      const automaton = await readAny(model, options);
      const log = await readLogs(files, options, watched, knownOf(automaton));
      watched.end();
      if (!options.quiet) for (const line of understood(log)) standardError.line(line);
      refuseStrangers(
        files.join(", "),
        log.sample,
        automaton,
        (text) => options.quiet !== true && output.report(text),
      );
      const scores = anomaliesOf(automaton, log.sample);
      const worst = worstFirst(scores);
      if (options.jsonl) return print(jsonLines(worst, log));
      const figure = await figureOn(automaton, log.sample, signal);
      const shown = worst.slice(0, options.limit ?? LIMIT);
      return print(`${anomalyTable(scores, shown, log, figure).join("\n")}\n`);
    });
  });
};

/** Traces that leave the model come first, those that leave it early before others; then by the score. */
function worstFirst({ traces }: Anomalies): Anomaly[] {
  const known = ({ leaves, events }: Anomaly) => (leaves === undefined ? 2 : leaves / (events + 1));
  return traces.toSorted(
    (a, b) =>
      (Number.isFinite(a.score) && Number.isFinite(b.score) ? b.score - a.score : 0) ||
      known(a) - known(b) ||
      a.trace - b.trace,
  );
}

function jsonLines(worst: readonly Anomaly[], log: Log): string {
  return worst.map((anomaly) => `${JSON.stringify(anomalyFacts(anomaly, log))}\n`).join("");
}
