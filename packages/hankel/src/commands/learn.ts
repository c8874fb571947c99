import {
  type CounterexampleUse,
  fieldLearners,
  HankelError,
  learners,
  quote,
  softLearners,
} from "@hankel/core";
import { type Command, Option } from "commander";
import { dashesAdvice, withAdvice } from "../live/forgotten-dashes.ts";
import { heapSize } from "../live/heap-size.ts";
import { learnFrom } from "../live/learn-from.ts";
import { NETWORKS } from "../live/network-options.ts";
import {
  addLiveOptions,
  equivalenceHelp,
  type LearnCommandOptions,
  rankTolerance,
  refuseForeignOptions,
} from "../live/options.ts";
import { count, examples, notNegative, optionsBelow, outOption, positive } from "../support/options.ts";
import { destination } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import type { Define } from "./define.ts";

interface Options extends LearnCommandOptions {
  readonly maxSuffix?: number;
}

const LEARNERS = { ...learners, ...fieldLearners, ...softLearners };

const USES: readonly CounterexampleUse[] = ["prefixes", "suffixes", "rivest-schapire"];

const LANGUAGE_MODELS = `
Language models:
  A language model says what comes next after a word: a probability for each symbol and for the end. It is a network
  (--onnx), a completion server (--openai), or a program, server or module that announces "next": true.
  The soft learner makes a small automaton that speaks like it. A state stands for all words after which nearly the same
  goes on. It starts with one state and adds the word that fits worst, again and again; without options it keeps the
  automaton that stands out: with fewer states it is much worse, with more hardly better.
    --tolerance 0.1      instead, as few states as keep what follows within 0.1 of each other, in expectation
    --max-states 10      instead, the best automaton of at most 10 states
    --curve curve.svg    how near every number of states comes, to choose for yourself
    --guide '(ab)*'      only words of this language, renormalised, as in constrained decoding
    --classes top:3      a Moore machine of the three likeliest symbols, learned exactly
  At the end, words drawn from the target say how good the result is (--evaluate): the total variation of what comes next,
  KL in nats per symbol, perplexity, how often the likeliest symbol is wrong (WER), and the quality of the ranking (NDCG).
  The result is a probability distribution even if Ctrl-C or a budget ends the run. hankel evaluate, sample, best, draw and
  convert work on it.`;

const EXAMPLES = [
  "hankel learn target.json                            the automaton on standard output",
  "hankel learn target.json --out learned.json --json  the statistics on standard output",
  "hankel learn target.json --show                     watch it happen",
  "hankel learn target.json --max-questions 1000       the best that 1000 questions give",
  "hankel learn -- python3 box.py                      a program that speaks JSON lines",
  "hankel learn --workers 4 --journal run.jsonl -- python3 box.py     four copies; safe to kill",
  "hankel learn --equivalence walk:500+wp:1 --module box.ts           a module, tested for 1 extra state",
  "hankel learn --learner multiplicity target.json     where no deterministic automaton exists",
  "hankel learn --tolerance 0.1 -- python3 model.py    a language model: it says what comes next",
  "hankel learn --url http://localhost:8000/ --token-env TOKEN        a server",
  "hankel learn --onnx model.onnx                                     a network, with its side file model.json",
  "hankel learn --onnx model.onnx --curve curve.svg --out small.json  and a picture of how near each size comes",
  "hankel learn --onnx model.onnx --max-states 10                     the best automaton of at most 10 states",
  `hankel learn --openai http://localhost:8080 --alphabet '[" yes"," no"]'    a completion server`,
  "hankel learn --fleet nats://host:4222 --name coffee --journal run.jsonl     the workers of a fleet",
  'hankel learn --ask-me --alphabet "a b" --semifield boolean         you are the black box',
];

export const learn: Define = (command, exit, program, args) => {
  const advice = () => (program.length === 0 ? dashesAdvice(command, args) : undefined);
  command
    .usage("[options] <target>  |  [options] -- <program> [arguments...]")
    .argument("[target]", "an automaton, or - for standard input; the learner only sees its answers")
    .allowExcessArguments()
    .action(async (target: string | undefined, options: Options) => {
      refuseForNamedLearner(options);
      try {
        refuseExcess(command.args);
        exit(await learnFrom({ target, program }, options, await destination(options.out)));
      } catch (error) {
        throw withAdvice(error, advice());
      }
    });
  addLearnerOptions(command);
  command
    .addOption(outOption())
    .option("--json", "print the statistics as a JSON object; the automaton goes to --out only")
    .option("--show", "explain every step on standard error: questions, matrix, hypotheses")
    .option("-q, --quiet", "no progress and no statistics on standard error");
  addLimits(command);
  addModelOptions(command);
  addLiveOptions(command);
  const advised = advice();
  if (advised !== undefined) command.showHelpAfterError(advised);
  command
    .addHelpText("after", `\nLearners:\n${listed(LEARNERS, 14)}`)
    .addHelpText("after", LANGUAGE_MODELS)
    .addHelpText("after", equivalenceHelp());
  examples(command, EXAMPLES);
};

/** Names and what they stand for, a line each. */
function listed(entries: Readonly<Record<string, string>>, width: number): string {
  return Object.entries(entries)
    .map(([name, about]) => `  ${name.padEnd(width)}${about}`)
    .join("\n");
}

/** Which learner it is, and what it may do. */
function addLearnerOptions(command: Command): void {
  command
    .addOption(
      new Option(
        "--learner <name>",
        "how to learn (default: machine for machines, soft for language models, else tree)",
      ).choices(Object.keys(LEARNERS)),
    )
    .addOption(
      new Option("--counterexamples <use>", "what the table learner takes from a counterexample").choices(
        USES,
      ),
    )
    .option(
      "--rank-tolerance <x>",
      "over real, the multiplicity learner counts a dimension if the least singular value is more than this share of the " +
        "largest (default: 1e-8)",
      rankTolerance,
    )
    .option("--word-cost <x>", "what a question costs, whatever its length (default: 1)", notNegative)
    .option(
      "--letter-cost <x>",
      "what each letter of it costs; 0: only words count (default: 1)",
      notNegative,
    )
    .addOption(new Option("--max-suffix <n>", "accepted, without an effect").argParser(count(0)).hideHelp());
}

/** What ends a run before it is done. */
function addLimits(command: Command): void {
  command
    .option(
      "--max-states <n>",
      "stop when the language has more states (a rank above n for multiplicity); of a language model, learn the best of n",
      count(0),
    )
    .option("--max-questions <n>", "ask at most this many words, tests of conjectures included", count(0))
    .option(
      "--max-seconds <n>",
      "stop so long after the start of the command, also while the black box starts or hangs",
      positive,
    )
    .option(
      "--max-memory <size>",
      "stop when the run takes more memory: 512M, 2G (default: 1G, or half of what there is)",
      heapSize,
    );
}

/** What is told about the result for a language model. */
function addModelOptions(command: Command): void {
  const add = optionsBelow(command, NETWORKS);
  add("--curve <file>", "states against KL for the whole run, as .csv, .json, .svg or .png");
  add(
    "--evaluate <n>",
    "judge the result by n fresh words of the target (default: 200, or 50 if every letter is a question; 0: do not)",
    count(0),
  );
}

/** There is one target at most. */
function refuseExcess(operands: readonly string[]): void {
  if (operands.length <= 1) return;
  throw new HankelError("usage", `expected one automaton file, got ${operands.map(quote).join(" ")}`);
}

/** What a named learner has no use for is refused at once; which learner is the default depends on the target. */
function refuseForNamedLearner({ maxSuffix, ...options }: Options): void {
  const { learner } = options;
  if (learner !== undefined) refuseForeignOptions(learner, options);
  else if (options.counterexamples !== undefined) {
    throw new HankelError("usage", "--counterexamples is the table's; choose it with --learner table");
  }
  if (maxSuffix === undefined) return;
  if (learner !== undefined && learner !== "tree") {
    throw new HankelError("usage", `--max-suffix is the tree's, and the learner is ${learner}`);
  }
  standardError.line("hankel: --max-suffix has no effect");
}
