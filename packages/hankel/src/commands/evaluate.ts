import { type Judgement, judge } from "../evaluate/judge.ts";
import type { Word } from "../index.ts";
import { countOf } from "../internal/core.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { cutOff, figuresTable, lengthTable, sampleTable, wordsTable } from "../show/figures.ts";
import { logTable } from "../show/log-figures.ts";
import { worldLines } from "../show/world.ts";
import { print } from "../support/output.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["[options] AUTOMATON [TARGET]", "[options] AUTOMATON -- PROGRAM [arguments...]"],
  about:
    "Says how well an automaton speaks like a target: at every place of every word, its end included, what comes next. Two " +
    "automata are compared exactly without --words, other targets on words drawn from them; ± is a 95 % interval over words. " +
    "A log judges a distribution by what occurred, a language by labels (balanced accuracy), a machine by outputs.",
  more: `Figures:
  total variation  half the sum of the differences between the probabilities
  KL divergence    of the automaton from the target, in nats
  perplexity       e to the cross entropy; with --solution that of PAutomaC, 2^(-sum of p log2 q)
  WER              how often the likeliest symbol of the automaton is not the likeliest
  NDCG@k           how well the automaton ranks the k likeliest symbols (SPiCe)`,
  topics: ["targets", "networks", "fleets", "logs"],
  examples: [
    "hankel evaluate learned.json -- python3 model.py     against a program that says what comes next",
    "hankel evaluate model.json --sample test.csv         a log that it was not learned from",
    "hankel evaluate --truth grammar.json model.onnx      how well the network has learned a grammar",
    "hankel evaluate --world machine.json model.onnx      does it keep the states of a machine apart",
  ],
};

export const evaluate: Define = (command, exit, program) => {
  declare(command, "evaluate", PAGE);
  command.argument("[automaton]").argument("[target]").allowExcessArguments();
  command.action(async (_automaton: unknown, _target: unknown, options: Options) => {
    const run = { quiet: options.quiet, lost: "nothing was measured", exit };
    await watchedUntilStopped(run, async ({ signal, output, progress, end }) => {
      const all = countOf(options.words ?? 1000, "word");
      const shown = (done: number) =>
        options.world === undefined ? `${done} of ${all} drawn` : `${countOf(done, "pair")} of prefixes`;
      const judgement = await judge(command.args, program, options, output, {
        progress: (done) => progress(() => shown(done)),
        reading: progress,
        signal,
      });
      end();
      // JSON has no infinity: it is null there.
      await print(
        options.json ? `${JSON.stringify(inJson(judgement))}\n` : `${lines(judgement, options).join("\n")}\n`,
      );
    });
  });
};

/** As it is, but words are spelled. The end of a continuation is the empty symbol, which no alphabet has. */
function inJson(judgement: Judgement): unknown {
  if (judgement.kind !== "world") return judgement;
  const { alphabet, confusions, ...scores } = judgement.scores;
  const spell = (word: Word) => word.map((letter) => alphabet.symbols[letter] ?? "");
  const told = confusions.map(({ accepted, rejected, continuation }) => ({
    accepted: spell(accepted),
    rejected: spell(rejected),
    continuation: spell(continuation),
  }));
  return { ...judgement, scores: { ...scores, confusions: told } };
}

function lines(judgement: Judgement, options: Options): string[] {
  const { seed = 1 } = options;
  if (judgement.kind === "world") return worldLines(judgement, options);
  if (judgement.kind === "log") {
    const { of, words, events, figures } = judgement;
    return [`${countOf(words, "word")} of ${of}, ${countOf(events, "symbol")}`, "", ...logTable(figures)];
  }
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
