import { type Automaton, entropy, expectedLength, totalWeight } from "../index.ts";
import { helpBelow } from "../options/files.ts";
import { print } from "../support/output.ts";
import { type Define, onAutomaton } from "./define.ts";

interface Options {
  readonly length?: true;
  readonly entropy?: true;
}

export const total: Define = (command) => {
  command
    .option("--length", "print the mean length of a word, weighted by the weights of the words")
    .option("--entropy", "print the entropy of the words, in bits");
  onAutomaton<Options>(command, async (automaton, options) => print(`${figure(automaton, options)}\n`));
  helpBelow(
    command,
    "Exact over exact semifields: a stochastic automaton, with cycles or without, sums to 1 and not to 0.9999999." +
      "\nWords are summed length by length: first ε, then all words of one letter, and so on. Where weights of both" +
      "\nsigns cancel, another order could give another sum.",
    [
      "hankel total model.json                     1, if it is stochastic",
      "hankel total lattice.fst.txt                over the tropical semifield: the cost of the best word",
      "hankel total --entropy model.json",
    ],
  );
};

function figure<W>(automaton: Automaton<W>, { length, entropy: wantsEntropy }: Options): string {
  if (length) return automaton.algebra.format(expectedLength(automaton));
  if (wantsEntropy) return String(entropy(automaton) / Math.LN2);
  return automaton.algebra.format(totalWeight(automaton));
}
