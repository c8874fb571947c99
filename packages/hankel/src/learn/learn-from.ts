import { existsSync } from "node:fs";
import { timePassed } from "../internal/core.ts";
import type { Options } from "../options/table.ts";
import { EXIT, exitCodeOf } from "../support/failures.ts";
import { type Destination, print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { timeLimit, untilStopped } from "../support/until-stopped.ts";
import type { Target } from "../target/target.ts";
import { checkCurveEnding } from "./curve-file.ts";
import { ResultFiles } from "./files.ts";
import { runLearn } from "./run.ts";
import {
  bestSoFar,
  type Finished,
  figuresLines,
  summaryJson,
  summaryLines,
  tokenLines,
  warnings,
} from "./summary.ts";

/** Learns from the target that the command line names and reports the result; returns the exit code. */
export async function learnFrom(target: Target, options: Options, out: Destination): Promise<number> {
  if (options.curve !== undefined) await checkCurveEnding(options.curve);
  return untilStopped(
    async ({ signal, exitCode: interrupted }) => {
      const ends = { signal, shouldEnd: timeIsUp(signal, options) };
      const files = new ResultFiles(options, out, ends);
      const finished = await runLearn(target, options, ends, files);
      await files.finished(finished);
      if (options.json) await print(`${summaryJson(finished, files.more)}\n`, signal);
      for (const line of [...linesOf(finished, options), ...files.remarks]) standardError.line(line);
      files.check();
      return exitCode(finished, interrupted);
    },
    (code) => {
      standardError.line("hankel: stopped before the run began; nothing was learned");
      return code;
    },
  );
}

/** Aborts with the signal, or when the time of the run is up. */
function timeIsUp(signal: AbortSignal, { maxSeconds = Number.POSITIVE_INFINITY }: Options): AbortSignal {
  return timeLimit(signal, {
    deadline: performance.now() + maxSeconds * 1000,
    reason: `${timePassed(maxSeconds)}, and the target is not read yet: nothing was learned`,
  });
}

/** The lines for standard error: warnings and failures always, the summary unless the run should be quiet. */
function linesOf(finished: Finished, options: Options): string[] {
  const { outcome, reason, statement } = finished.result;
  if (outcome === "accepted") {
    if (options.quiet) return [...warnings(finished), ...failedFigures(finished)];
    return options.json ? failedFigures(finished) : summaryLines(finished);
  }
  const best = bestSoFar(finished);
  const stopped = outcome === "budget" || outcome === "cancelled";
  const kept =
    outcome === "failed" && options.journal !== undefined && existsSync(options.journal)
      ? ` (every answer is kept in ${options.journal}; the same command goes on from there)`
      : "";
  return [
    ...warnings(finished),
    ...tokenLines(finished),
    stopped ? `hankel: stopped: ${reason}; ${best}` : `hankel: ${reason}${kept}; ${best}`,
    ...(finished.curve === undefined ? doubts(finished) : [statement, ...figuresLines(finished)]),
  ];
}

/** Figures that an error or a signal prevented: even a quiet run says so, since its exit code does. */
function failedFigures(finished: Finished): string[] {
  return finished.measured?.error === undefined ? [] : figuresLines(finished);
}

/** What is known about the best automaton of a run on weights that was not accepted. */
function doubts({ kind, result: { evidence, unfinished = "" } }: Finished): string[] {
  const other = evidence?.suggests;
  return [
    `Nothing is established about it: it may be wrong about any ${kind.terms.word} that was not asked.`,
    ...(unfinished === "" ? [] : [unfinished]),
    ...(evidence === undefined ? [] : [evidence.sentence]),
    ...(other === undefined ? [] : [`To use it: --learner ${other}`]),
  ];
}

function exitCode({ result, measured }: Finished, interrupted: () => number): number {
  switch (result.outcome) {
    case "accepted":
      if (measured?.error === undefined) return EXIT.done;
      return measured.stopped ? interrupted() : exitCodeOf(measured.error);
    case "budget":
      return EXIT.budget;
    case "cancelled":
      return interrupted();
    case "failed":
      return exitCodeOf(result.error);
    default:
      return EXIT.teacher;
  }
}
