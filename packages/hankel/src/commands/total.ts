import { type Automaton, entropy, expectedLength, totalWeight } from "../index.ts";
import { examples, readingOptions } from "../options/files.ts";
import { type Reading, readAny } from "../support/input.ts";
import { print } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends Reading {
  readonly length?: true;
  readonly entropy?: true;
}

export const total: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("--length", "print the mean length of a word, weighted by the weights of the words")
    .option("--entropy", "print the entropy of the words, in bits")
    .action(async (file: string, options: Options) => {
      await print(`${figure(await readAny(file, options), options)}\n`);
    });
  readingOptions(command);
  command.addHelpText(
    "after",
    "\nExact over exact semifields: a stochastic automaton, with cycles or without, sums to 1 and not to 0.9999999." +
      "\nWords are summed length by length: first ε, then all words of one letter, and so on. Where weights of both" +
      "\nsigns cancel, another order could give another sum.",
  );
  examples(command, [
    "hankel total model.json                     1, if it is stochastic",
    "hankel total lattice.fst.txt                over the tropical semifield: the cost of the best word",
    "hankel total --entropy model.json",
  ]);
};

function figure<W>(automaton: Automaton<W>, { length, entropy: wantsEntropy }: Options): string {
  if (length) return automaton.algebra.format(expectedLength(automaton));
  if (wantsEntropy) return String(entropy(automaton) / Math.LN2);
  return automaton.algebra.format(totalWeight(automaton));
}
