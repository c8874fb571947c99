import { type Automaton, bestPaths, heaviestWords, type Word } from "../index.ts";
import { helpBelow } from "../options/files.ts";
import { count } from "../options/values.ts";
import { print } from "../support/output.ts";
import { type Define, onAutomaton } from "./define.ts";

interface Options {
  readonly number: number;
  readonly paths?: true;
  readonly json?: true;
}

export const best: Define = (command) => {
  command
    .option("-n, --number <n>", "how many", count(0), 1)
    .option("--paths", "best paths instead of words: a word may appear several times")
    .option("--json", "print each as a JSON object on a line");
  onAutomaton<Options>(command, async (automaton, options) => {
    const lines = found(automaton, options).map((one) => line(automaton, one, options.json === true));
    await print(lines.join(""));
  });
  helpBelow(
    command,
    "Each line has a weight, a tab and a word in the notation of hankel weigh. The best word comes first: the cheapest\nover the tropical semifield, the heaviest over the others; of equally good words, the shortest.",
    [
      "hankel best model.json                     the best word",
      "hankel best -n 10 --json model.json        the ten best, as JSON",
      "hankel best --paths lattice.fst.txt        the best path",
    ],
  );
};

interface Found {
  readonly word: Word;
  readonly weight: unknown;
  readonly states?: readonly number[];
}

function found(automaton: Automaton<unknown>, { number, paths }: Options): readonly Found[] {
  return paths ? bestPaths(automaton, number) : heaviestWords(automaton, number);
}

function line(
  { alphabet, algebra }: Automaton<unknown>,
  { word, weight, states }: Found,
  json: boolean,
): string {
  const shown = algebra.format(weight);
  if (!json) return `${shown}\t${alphabet.format(word)}\n`;
  return `${JSON.stringify({ word: alphabet.spell(word), weight: shown, ...(states && { states }) })}\n`;
}
