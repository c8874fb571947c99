import { existsSync } from "node:fs";
import { getHeapStatistics } from "node:v8";
import type { Command } from "commander";
import { curveFile } from "../draw/curve-picture.ts";
import { bytesOf, quote } from "../internal/core.ts";
import { HEAP_SHARE } from "../internal/teachers.ts";
import { LiveProgress } from "../learn/progress.ts";
import { runLearn, within } from "../learn/run.ts";
import {
  bestSoFar,
  type Finished,
  figuresLines,
  summaryJson,
  summaryLines,
  tokenLines,
  warnings,
} from "../learn/summary.ts";
import { refuseUseless } from "../options/apply.ts";
import { declare, type Page } from "../options/help.ts";
import { ownOptionAdvice } from "../options/learner-choice.ts";
import type { Options } from "../options/table.ts";
import { EXIT, exitCodeOf, misuse } from "../support/failures.ts";
import { endReadingWith } from "../support/input.ts";
import { type Destination, destination, print } from "../support/output.ts";
import { ResultFiles } from "../support/result-files.ts";
import { tell } from "../support/supervision.ts";
import { standardError } from "../support/terminal.ts";
import { untilStopped } from "../support/until-stopped.ts";
import { parseTarget, type Target } from "../target/target.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] TARGET", "[options] -- PROGRAM [arguments...]"],
  about: "Learns the minimal automaton of a target by asking it questions.",
  targets: true,
  topics: ["targets", "learners", "tests", "budgets", "networks", "logs", "fleets"],
  examples: [
    "hankel learn target.json --out learned.json                     from an automaton, exactly",
    "hankel learn --workers 4 --journal run.jsonl -- python3 box.py  four copies; safe to kill",
    "hankel learn box.ts --equivalence walk:500+wp:1                 tested for 1 extra state",
    "hankel learn model.onnx --learner soft:states=10                a network, in 10 states",
  ],
};

export const learn: Define = (command, exit, program) => {
  declare(command, "learn", PAGE);
  adviseOwnOptions(command);
  command
    .argument("[target]")
    .allowExcessArguments()
    .action(async (argument: string | undefined, options: Options) => {
      refuseExcess(command.args);
      refuseBeyondHeap(options);
      const target = parseTarget(argument, program, options);
      refuseUseless(options, { target, learner: options.learner?.name });
      exit(await learnFrom(target, options, await destination(options.out)));
    });
};

/** An unknown option may be one of a learner. */
function adviseOwnOptions(command: Command): void {
  const { outputError = (text, write) => write(text) } = command.configureOutput();
  command.configureOutput({
    outputError(text, write) {
      const [, flag] = /unknown option '(--[^']+)'/u.exec(text) ?? [];
      const advice = flag === undefined ? undefined : ownOptionAdvice(flag);
      outputError(advice === undefined ? text : `${text.trimEnd()}\n${advice}\n`, write);
    },
  });
}

/** There is one target at most. */
function refuseExcess(operands: readonly string[]): void {
  if (operands.length <= 1) return;
  throw misuse(`expected one target, got ${operands.map(quote).join(" ")}`);
}

/** What a run keeps is on the heap of this process. */
function refuseBeyondHeap({ maxMemory = 0 }: Options): void {
  const most = HEAP_SHARE * getHeapStatistics().heap_size_limit;
  if (maxMemory <= most) return;
  const option = `NODE_OPTIONS=--max-old-space-size=${Math.ceil(maxMemory / HEAP_SHARE / 2 ** 20)}`;
  throw misuse(
    `--max-memory: Node's heap has room for at most ${bytesOf(most)} here; start with ${option} in the environment to let it grow`,
  );
}

/** Learns from the target that the command line names and reports the result; returns the exit code. */
async function learnFrom(target: Target, options: Options, out: Destination): Promise<number> {
  if (options.curve !== undefined) await curveFile.check(options.curve);
  return untilStopped(
    async ({ signal, exitCode: interrupted }) => {
      const started = performance.now();
      const shouldEnd = within({ ends: { signal }, started, options }, "not everything is read yet");
      endReadingWith(shouldEnd);
      const ends = { signal, shouldEnd };
      const files = new ResultFiles(options, out, ends);
      const { maxSeconds, json = false } = options;
      tell({ run: { left: maxSeconds === undefined ? undefined : maxSeconds * 1000, json } });
      const silent = options.quiet === true || options.show === true || target.kind === "me";
      const progress = new LiveProgress(standardError, silent);
      const finished = await runLearn({ target, options, started, ends, files, progress });
      // What is left is to write the results, and whoever pages through standard output may take their time.
      tell({ run: undefined });
      const { result, curve } = finished;
      await files.finished(result);
      const path = options.curve;
      if (path !== undefined && curve !== undefined)
        await files.attempt(() => curveFile.write(path, curve, ends.shouldEnd));
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

/** The lines for standard error: warnings and failures always, the summary unless the run should be quiet. */
function linesOf(finished: Finished, options: Options): string[] {
  const { outcome, reason, statement } = finished.result;
  if (outcome === "accepted") {
    if (options.quiet) return [...warnings(finished), ...failedFigures(finished)];
    return options.json ? failedFigures(finished) : summaryLines(finished);
  }
  const judgesItself = finished.curve !== undefined || finished.agreement !== undefined;
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
    ...(judgesItself ? [statement, ...figuresLines(finished)] : doubts(finished, options)),
  ];
}

/** Figures that an error or a signal prevented: even a quiet run says so, since its exit code does. */
function failedFigures(finished: Finished): string[] {
  return finished.measured?.error === undefined ? [] : figuresLines(finished);
}

/** What is known about the best automaton of a run on weights that was not accepted. */
function doubts(finished: Finished, { learner, maxStates = Number.POSITIVE_INFINITY }: Options): string[] {
  const { kind, result } = finished;
  const { evidence, unfinished = "" } = result;
  const other = evidence?.suggests;
  const own = learner?.own.integral === true ? ":integral" : "";
  const told = evidence?.growth.at(-1)?.states ?? 0;
  const fewer = result.automaton.size < Math.min(told, maxStates);
  return [
    `Nothing is established about it: it may be wrong about any ${kind.terms.word} that was not asked.`,
    ...(fewer
      ? [`It has fewer states than were told apart: what is not known of the others is left out.`]
      : []),
    ...(unfinished === "" ? [] : [unfinished]),
    ...(evidence === undefined ? [] : [evidence.sentence]),
    ...(other === undefined ? [] : [`To use it: --learner ${other}${own}`]),
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
