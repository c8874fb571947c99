import { countOf, DEFAULT_FLOOR } from "@hankel/core";
import { type Judgement, type JudgeOptions, judge } from "../live/judge.ts";
import { addBoxOptions } from "../live/options.ts";
import { watchedUntilStopped } from "../live/until-stopped.ts";
import { cutOff, figuresTable, lengthTable, sampleTable, wordsTable } from "../show/figures.ts";
import { count, examples, positive } from "../support/options.ts";
import { print } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends JudgeOptions {
  readonly json?: true;
  readonly quiet?: true;
}

export const evaluate: Define = (command, exit, program) => {
  command
    .usage("[options] <automaton> [target]  |  [options] <automaton> -- <program> [arguments...]")
    .argument("[automaton]", "the automaton to judge")
    .argument("[target]", "an automaton that it should speak like: compared exactly unless --words is given")
    .option("--words <n>", "how many words to draw from the target (default: 1000)", count(1))
    .option("--seed <n>", "another seed, other words (default: 1)", count(0))
    .option("-k <n>", "how many symbols of a ranking NDCG looks at (default: 5)", count(1))
    .option("--max-length <n>", "cut words off after this many letters (default: 200)", count(1))
    .option("--sample <file>", "judge by these words: a sample of PAutomaC or SPiCe, or a word on each line")
    .option(
      "--solution <file>",
      "the true probabilities of these words, as in PAutomaC: a number on each line",
    )
    .option(
      "--floor <x>",
      `with --sample, weights of whole words below this count as this (default: ${DEFAULT_FLOOR})`,
      positive,
    )
    .option("--truth <automaton>", "judge the target itself: how well has it learned this distribution?")
    .option("--json", "print the figures as a JSON object")
    .option("-q, --quiet", "no progress on standard error")
    .allowExcessArguments();
  addBoxOptions(command);
  command.action(async (_automaton: unknown, _target: unknown, options: Options) => {
    const run = { quiet: options.quiet, lost: "nothing was measured", exit };
    await watchedUntilStopped(run, async ({ signal, output, progress, end }) => {
      const all = countOf(options.words ?? 1000, "word");
      const judgement = await judge(command.args, program, options, output, {
        progress: (done) => progress(() => `${done} of ${all} drawn`),
        signal,
      });
      end();
      await print(options.json ? `${json(judgement)}\n` : `${lines(judgement, options).join("\n")}\n`);
    });
  });
  command.addHelpText("after", HELP);
  examples(command, [
    "hankel evaluate learned.json -- python3 model.py         against a program that says what comes next",
    "hankel evaluate learned.json --onnx model.onnx --words 5000",
    "hankel evaluate learned.json target.json                 two automata, exactly",
    "hankel evaluate learned.json --sample held-out.train     on words of a file",
    "hankel evaluate model.json --sample 1.test --solution 1.solution     the perplexity of PAutomaC",
    "hankel evaluate --truth grammar.json --onnx model.onnx   how well the network has learned a grammar",
  ]);
};

const HELP = `
At every place of every word, its end included, what the automaton says comes next is compared with what the target says.
The words are drawn from the target. Means are per symbol; ± is a 95 % confidence interval over words.
  total variation  half the sum of the differences between the probabilities
  KL divergence    of the automaton from the target, in nats; infinite if the automaton excludes what can happen
  perplexity       e to the cross entropy
  WER              how often the likeliest symbol of the automaton is not the likeliest
  NDCG@k           how well the automaton ranks the k likeliest symbols (SPiCe)
Smoothed figures mix a millionth of the uniform distribution into what the automaton says. Of a nondeterministic automaton,
whose weights may be negative, what is negative counts as 0, and the rest is divided by its sum.
With --solution, whole words count: the perplexity of PAutomaC is 2^(-sum of p log2 q), where the true probabilities p and the
weights q are divided by their sums over the words; weights below --floor are raised to it before that.`;

function lines(judgement: Judgement, { seed = 1 }: Options): string[] {
  if (judgement.kind === "sample") {
    const { automaton, target, of } = judgement;
    const words = countOf(automaton?.words ?? judgement.weights?.words ?? 0, "word");
    const symbols =
      automaton === undefined ? "" : `, ${countOf(automaton.symbols, "symbol")} with their ends`;
    const own = [`${words} of ${of}${symbols}`];
    const steps = automaton === undefined ? [`${judgement.silent}.`] : sampleTable(automaton);
    const table = [
      ...own,
      "",
      ...steps,
      ...(judgement.weights ? ["", ...wordsTable(judgement.weights)] : []),
    ];
    return target === undefined ? table : [...table, "", "The target itself:", ...sampleTable(target)];
  }
  const { figures, of } = judgement;
  const symbols = countOf(Math.round(figures.symbols), "symbol");
  const drawn = `${countOf(figures.words, "word")} drawn from ${of}, ${symbols} with their ends, seed ${seed}${cutOff(figures)}`;
  const exact = `All words of ${of}, exactly; a word has ${figures.symbols.toPrecision(4)} symbols on average, with its end`;
  const head = [figures.words === 0 ? exact : drawn, "", ...figuresTable(figures)];
  if (judgement.kind === "target") return head;
  return [`How well ${judgement.subject} has learned ${of}`, ...head, "", ...lengthTable(figures)];
}

/** JSON has no infinity: it is null there. */
function json(judgement: Judgement): string {
  return JSON.stringify(judgement);
}
