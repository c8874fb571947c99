import { createInterface } from "node:readline/promises";
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
    const answer = (text: string) =>
      options.json === true ? jsonLine(automaton, machine, text) : line(automaton, machine, text);
    if (words.length > 0) await print(words.map(answer).join(""));
    else if (file !== "-") await weighLines(answer);
    else throw misuse("expected words: standard input already holds the automaton");
  },
});

/** The weight of a word. What a machine answers with is a weight, too, but no outputs are written as nothing. */
function line<W>(automaton: Automaton<W>, machine: Machine | undefined, text: string): string {
  const { alphabet, algebra } = automaton;
  const word = alphabet.parse(text);
  const silent = machine !== undefined && runMachine(machine, word)?.length === 0;
  return `${silent ? outputsLine([]) : algebra.format(automaton.weigh(word))}\n`;
}

/** The word and its weight, or what a machine answers with: a string for each output. */
function jsonLine<W>(automaton: Automaton<W>, machine: Machine | undefined, text: string): string {
  const { alphabet, algebra } = automaton;
  const word = alphabet.parse(text);
  const answer =
    machine === undefined
      ? { weight: algebra.format(automaton.weigh(word)) }
      : { outputs: runMachine(machine, word) };
  return `${JSON.stringify({ word: alphabet.spell(word), ...answer })}\n`;
}

async function weighLines(answer: (text: string) => string): Promise<void> {
  let number = 0;
  for await (const text of createInterface({ input: process.stdin })) {
    number++;
    await print(locating(`standard input:${number}`, () => answer(text)));
  }
}
