import { savings as allSavings, type CounterexampleUse, HankelError, learners } from "@hankel/core";
import { Option } from "commander";
import { learnFrom } from "../live/learn-from.ts";
import { addLiveOptions, equivalenceHelp, type LearnCommandOptions, savingNames } from "../live/options.ts";
import { count, examples, outOption, positive } from "../support/options.ts";
import { destination } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends LearnCommandOptions {
  readonly maxSuffix?: number;
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
      "--savings <names>",
      "what the tree learner does to spend less, separated by commas, or none for the textbook (default: all)",
      savingNames,
    )
    .addOption(new Option("--max-suffix <n>", "accepted, without an effect").argParser(count(0)).hideHelp())
    .addOption(outOption())
    .option("--json", "print the statistics as a JSON object; the automaton goes to --out only")
    .option("--show", "explain every step on standard error: questions, matrix, hypotheses")
    .option("-q, --quiet", "no progress and no statistics on standard error")
    .option("--max-states <n>", "stop when the language has more states", count(0))
    .option("--max-questions <n>", "ask at most this many words, tests of conjectures included", count(0))
    .option("--max-seconds <n>", "stop after this time", positive)
    .allowExcessArguments()
    .action(async (target: string | undefined, options: Options) => {
      refuseProgram(command.args);
      refuseForeignOptions(options);
      exit(await learnFrom({ target, program }, options, await destination(options.out)));
    });
  addLiveOptions(command);
  const list = Object.entries(learners).map(([name, about]) => `  ${name.padEnd(10)}${about}`);
  command.addHelpText("after", `\nLearners:\n${list.join("\n")}`);
  const saved = Object.entries(allSavings).map(([name, about]) => `  ${name.padEnd(18)}${about}`);
  command.addHelpText("after", `\nSavings of the tree learner:\n${saved.join("\n")}`);
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

/** Two arguments look like a program, which stands behind --. */
function refuseProgram(args: readonly string[]): void {
  if (args.length < 2) return;
  const meant = `hankel learn [options] -- ${args.join(" ")}`;
  throw new HankelError(
    "usage",
    `expected one automaton, got ${args.length} arguments; a program stands behind --: ${meant}`,
  );
}

/** An option of one learner has no effect on another, so it is refused there. */
function refuseForeignOptions({ learner = "tree", counterexamples, savings, maxSuffix }: Options): void {
  const foreign = [
    counterexamples !== undefined && learner !== "table" && "--counterexamples is the table's",
    savings !== undefined && learner !== "tree" && "--savings is the tree's",
    maxSuffix !== undefined && learner !== "tree" && "--max-suffix is the tree's",
  ].find((message) => message !== false);
  if (foreign !== undefined) throw new HankelError("usage", `${foreign}, and the learner is ${learner}`);
  if (maxSuffix !== undefined) process.stderr.write("hankel: --max-suffix has no effect\n");
}
