/** The commands about the words of an automaton, except `weigh`. */

import { bestPaths, entropy, expectedLength, heaviestWords, totalWeight, type Word } from "../index.ts";
import { flag, option, THREADS } from "../options/files.ts";
import { count } from "../options/values.ts";
import { drawnText } from "../sample/draw.ts";
import { print } from "../support/output.ts";
import { onAutomaton } from "./define.ts";

export const total = onAutomaton({
  options: {
    length: flag("print the mean length of a word, weighted by the weights of the words"),
    entropy: flag("print the entropy of the words, in bits"),
  },
  more: `Exact over exact semifields: a stochastic automaton, with cycles or without, sums to 1 and not to 0.9999999.
Words are summed length by length: first ε, then all words of one letter, and so on. Where weights of both
signs cancel, another order could give another sum.`,
  examples: [
    "hankel total model.json                     1, if it is stochastic",
    "hankel total lattice.fst.txt                over the tropical semifield: the cost of the best word",
    "hankel total --entropy model.json",
  ],
  async run(automaton, { length, entropy: wantsEntropy }) {
    const { algebra } = automaton;
    if (length) await print(`${algebra.format(expectedLength(automaton))}\n`);
    else if (wantsEntropy) await print(`${entropy(automaton) / Math.LN2}\n`);
    else await print(`${algebra.format(totalWeight(automaton))}\n`);
  },
});

interface Found {
  readonly word: Word;
  readonly weight: unknown;
  readonly states?: readonly number[];
}

export const best = onAutomaton({
  options: {
    number: option("-n <n>", "how many", count(0), 1),
    paths: flag("best paths instead of words: a word may appear several times"),
    json: flag("print each as a JSON object on a line"),
  },
  more: `Each line has a weight, a tab and a word in the notation of hankel weigh. The best word comes first: the cheapest
over the tropical semifield, the heaviest over the others; of equally good words, the shortest.`,
  examples: [
    "hankel best model.json                     the best word",
    "hankel best -n 10 --json model.json        the ten best, as JSON",
    "hankel best --paths lattice.fst.txt        the best path",
  ],
  async run(automaton, { number, paths, json }) {
    const { alphabet, algebra } = automaton;
    const found: readonly Found[] = paths ? bestPaths(automaton, number) : heaviestWords(automaton, number);
    const lines = found.map(({ word, weight: value, states }) => {
      const weight = algebra.format(value);
      if (!json) return `${weight}\t${alphabet.format(word)}\n`;
      return `${JSON.stringify({ word: alphabet.spell(word), weight, ...(states && { states }) })}\n`;
    });
    await print(lines.join(""));
  },
});

export const sample = onAutomaton({
  options: {
    number: option("-n <n>", "how many words", count(0), 10),
    seed: option("<n>", "another seed, other words", count(0), 1),
    pautomac: flag("print a PAutomaC sample, with numbers for symbols"),
    threads: THREADS,
  },
  more: "Prints one word per line. The probability of a word is proportional to its weight. The same seed gives the same words.",
  examples: [
    "hankel sample model.json -n 5",
    "hankel sample model.json -n 20000 --seed 7 --pautomac > model.train",
    "hankel sample model.json | hankel weigh model.json",
  ],
  async run(automaton, { number, seed, pautomac = false, threads }) {
    await print(await drawnText(automaton, { count: number, seed, pautomac, threads }));
  },
});
