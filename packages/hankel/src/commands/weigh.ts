import { type Automaton, type Machine, machineOf, removeEpsilon, runMachine, Wfsa } from "../index.ts";
import { flag, READING } from "../options/files.ts";
import { outputsLine } from "../show/machine.ts";
import { locating, misuse } from "../support/failures.ts";
import { readAny } from "../support/input.ts";
import { print } from "../support/output.ts";
import { AUTOMATON, define } from "./define.ts";

export const weigh = define({
  operands: [
    AUTOMATON,
    ["[words...]", "symbols separated by spaces, or a JSON array; without words, lines are read"],
  ],
  options: {
    json: flag("print each word and its weight, or the outputs of a machine, as a JSON object on a line"),
  },
  reads: READING,
  examples: [
    'hankel weigh target.json "a b b"              the weight of the word abb',
    'hankel weigh target.json "" a "a a"           the empty word and two others, a line each',
    `hankel weigh target.json '["new york", ""]'   symbols that hold spaces, or nothing`,
    "hankel weigh target.json < words.txt          a word on each line",
  ],
  async run([file, ...words], options) {
    const found = await readAny(file, options);
    const automaton = found instanceof Wfsa ? removeEpsilon(found) : found;
    const machine = machineOf(automaton);
    const answer = (text: string) => lineOf(automaton, machine, text, options.json === true);
    if (words.length > 0) await print(words.map(answer).join(""));
    else if (file !== "-") await weighLines(answer);
    else throw misuse("expected words: standard input already holds the automaton");
  },
});

/** The weight of a word, or what a machine answers with: as a text, in which no outputs are written as nothing, or as JSON. */
function lineOf<W>(
  automaton: Automaton<W>,
  machine: Machine | undefined,
  text: string,
  json: boolean,
): string {
  const { alphabet, algebra } = automaton;
  const word = alphabet.parse(text);
  const outputs = machine && runMachine(machine, word);
  const weight = () => algebra.format(automaton.weigh(word));
  if (!json) return `${outputs?.length === 0 ? outputsLine([]) : weight()}\n`;
  const answer = machine === undefined ? { weight: weight() } : { outputs };
  return `${JSON.stringify({ word: alphabet.spell(word), ...answer })}\n`;
}

async function weighLines(answer: (text: string) => string): Promise<void> {
  const { createInterface } = await import("node:readline/promises");
  let number = 0;
  for await (const text of createInterface({ input: process.stdin })) {
    number++;
    await print(locating(`standard input:${number}`, () => answer(text)));
  }
}
