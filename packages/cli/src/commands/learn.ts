import {
  type CounterexampleUse,
  createLearner,
  exactTeacher,
  HankelError,
  type Learned,
  type LearnerName,
  learners,
  statement,
  type Wdfsa,
} from "@hankel/core";
import { Option } from "commander";
import { isLive, learnFromBox } from "../live/learn.ts";
import { addLiveOptions, equivalenceHelp, type LiveCommandOptions } from "../live/options.ts";
import { counted } from "../show/columns.ts";
import { Narrator } from "../show/narrator.ts";
import { paintFor } from "../show/paint.ts";
import { Progress } from "../show/progress.ts";
import { type RunStatistics, showStatistics, withProcess } from "../show/statistics.ts";
import { EXIT } from "../support/failures.ts";
import { readAutomaton } from "../support/input.ts";
import { count, examples, outOption, positive } from "../support/options.ts";
import { destination, print, writeAutomaton } from "../support/output.ts";
import { stopSignals, type Watcher, watchedRun } from "../support/watched-run.ts";
import type { Define } from "./define.ts";

interface Options extends LiveCommandOptions {
  readonly learner?: LearnerName;
  readonly counterexamples?: CounterexampleUse;
  readonly maxSuffix?: number;
  readonly out?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly show?: true;
  readonly maxStates?: number;
  readonly maxQuestions?: number;
  readonly maxSeconds?: number;
}

const USES: readonly CounterexampleUse[] = ["prefixes", "suffixes", "rivest-schapire"];

export const learn: Define = (command, exit, program) => {
  command
    .usage("[options] <target>  |  [options] -- <program> [arguments...]")
    .argument("[target]", "an automaton, or - for standard input; the learner only sees its answers")
    .addOption(new Option("--learner <name>", "how to learn (default: tree)").choices(Object.keys(learners)))
    .addOption(
      new Option("--counterexamples <use>", "what the table learner takes from a counterexample").choices(
        USES,
      ),
    )
    .option(
      "--max-suffix <n>",
      "how long a suffix the tree learner may invent to save questions (default: 2048 for a file, 32 for a black box; 0: none)",
      count(0),
    )
    .addOption(outOption())
    .option("--json", "print the statistics as a JSON object; the automaton goes to --out only")
    .option("--show", "tell what happens: questions, matrix, hypotheses (on standard error)")
    .option("-q, --quiet", "no progress and no statistics on standard error")
    .option("--max-states <n>", "stop when more states have been told apart", count(0))
    .option("--max-questions <n>", "stop before more words are asked", count(0))
    .option("--max-seconds <n>", "stop after that time", positive)
    .action(async (target: string | undefined, options: Options) => {
      refuseForeignOptions(options);
      const out = await destination(options.out);
      const source = { target, program };
      if (isLive(source, options) || target === undefined) {
        exit(await learnFromBox(source, options, out));
        return;
      }
      const automaton = await readAutomaton(target);
      const { learned, statistics, signal } = await run(automaton, options);
      if (!options.json || options.out !== undefined) await writeAutomaton(learned.automaton, out);
      await tell(learned, statistics, options);
      if (learned.outcome === "budget") exit(EXIT.budget);
      if (learned.outcome === "cancelled") exit(signal === "SIGTERM" ? EXIT.terminated : EXIT.interrupted);
    });
  addLiveOptions(command);
  const list = Object.entries(learners).map(([name, about]) => `  ${name.padEnd(10)}${about}`);
  command.addHelpText("after", `\nLearners:\n${list.join("\n")}`);
  command.addHelpText("after", equivalenceHelp());
  examples(command, [
    "hankel learn target.json                            the automaton on standard output",
    "hankel learn target.json --out learned.json --json  the statistics on standard output",
    "hankel learn target.json --show                     watch it happen",
    "hankel learn target.json --max-questions 1000       the best that 1000 questions give",
    "hankel learn -- python3 box.py                      a program that speaks JSON lines",
    "hankel learn --workers 4 --journal run.jsonl -- python3 box.py     four copies; safe to kill",
    "hankel learn --equivalence walk:500+wp:1 --module box.ts           a module, tested for 1 extra state",
    "hankel learn --url http://localhost:8000/ --token-env TOKEN        a server",
    'hankel learn --ask-me --alphabet "a b" --semifield boolean         you are the black box',
  ]);
};

/** An option of one learner given to another would do nothing, unseen. */
function refuseForeignOptions({ learner = "tree", counterexamples, maxSuffix }: Options): void {
  const foreign =
    counterexamples !== undefined && learner !== "table"
      ? "--counterexamples is the table's"
      : maxSuffix !== undefined && learner !== "tree"
        ? "--max-suffix is the tree's"
        : undefined;
  if (foreign !== undefined) throw new HankelError("usage", `${foreign}, and the learner is ${learner}`);
}

async function run<W>(target: Wdfsa<W>, options: Options) {
  const teacher = exactTeacher(target);
  const learner = createLearner(teacher, options);
  const watchers: Watcher<W>[] = [];
  const started = performance.now();
  const progress = new Progress(process.stderr, started);
  if (options.show) {
    watchers.push(
      new Narrator(learner, paintFor(process.stderr), (line) => process.stderr.write(`${line}\n`)),
    );
  }
  const stop = stopSignals();
  try {
    const learned: Learned<W> = await watchedRun(
      learner,
      teacher,
      {
        ...options,
        cancelled: () => stop.received() !== undefined,
        observe: (_question, _answer, costs) => {
          if (!options.quiet && !options.show)
            progress.update(() => learner.states, costs, performance.now());
        },
      },
      watchers,
    );
    const statistics: RunStatistics = withProcess(learned.statistics, started);
    return { learned, statistics, signal: stop.received() };
  } finally {
    stop.ignore();
    progress.end();
  }
}

async function tell<W>(
  { automaton, outcome, reason }: Learned<W>,
  statistics: RunStatistics,
  options: Options,
): Promise<void> {
  if (options.json) await print(`${JSON.stringify({ outcome, ...(reason && { reason }), ...statistics })}\n`);
  if (outcome !== "accepted") {
    const best = counted(statistics.states, "state");
    process.stderr.write(`hankel: stopped: ${reason}; the best automaton so far has ${best}\n`);
  } else if (!options.quiet && !options.json) {
    const said = statement(automaton.algebra, automaton.size, [{ kind: "box", exact: true }], 0);
    process.stderr.write(`${showStatistics(statistics)}\n${said}\n`);
  }
}
