import { writeSampleSet } from "../formats.ts";
import { sample as draw } from "../index.ts";
import { examples, readingOptions } from "../options/files.ts";
import { count } from "../options/values.ts";
import { type Reading, readAny } from "../support/input.ts";
import { print } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends Reading {
  readonly number: number;
  readonly seed: number;
  readonly pautomac?: true;
}

export const sample: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("-n, --number <n>", "how many words", count(0), 10)
    .option("--seed <n>", "another seed, other words", count(0), 1)
    .option("--pautomac", "print a PAutomaC sample, with numbers for symbols")
    .action(async (file: string, { number, seed, pautomac, ...reading }: Options) => {
      const automaton = await readAny(file, reading);
      const words = draw(automaton, { count: number, seed });
      const { alphabet } = automaton;
      if (pautomac) await print(writeSampleSet({ alphabet, words }));
      else await print(words.map((word) => `${alphabet.format(word)}\n`).join(""));
    });
  readingOptions(command);
  command.addHelpText(
    "after",
    "\nPrints one word per line. The probability of a word is proportional to its weight. The same seed gives the same words.",
  );
  examples(command, [
    "hankel sample model.json -n 5",
    "hankel sample model.json -n 20000 --seed 7 --pautomac > model.train",
    "hankel sample model.json | hankel weigh model.json",
  ]);
};
