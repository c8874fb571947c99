import { writeSampleSet } from "../formats.ts";
import { sample as draw } from "../index.ts";
import { helpBelow } from "../options/files.ts";
import { count } from "../options/values.ts";
import { print } from "../support/output.ts";
import { type Define, onAutomaton } from "./define.ts";

interface Options {
  readonly number: number;
  readonly seed: number;
  readonly pautomac?: true;
}

export const sample: Define = (command) => {
  command
    .option("-n, --number <n>", "how many words", count(0), 10)
    .option("--seed <n>", "another seed, other words", count(0), 1)
    .option("--pautomac", "print a PAutomaC sample, with numbers for symbols");
  onAutomaton<Options>(command, async (automaton, { number, seed, pautomac }) => {
    const words = draw(automaton, { count: number, seed });
    const { alphabet } = automaton;
    if (pautomac) await print(writeSampleSet({ alphabet, words }));
    else await print(words.map((word) => `${alphabet.format(word)}\n`).join(""));
  });
  helpBelow(
    command,
    "Prints one word per line. The probability of a word is proportional to its weight. The same seed gives the same words.",
    [
      "hankel sample model.json -n 5",
      "hankel sample model.json -n 20000 --seed 7 --pautomac > model.train",
      "hankel sample model.json | hankel weigh model.json",
    ],
  );
};
