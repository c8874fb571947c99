import { formats } from "../index.ts";
import { FORMAT, READING } from "../options/files.ts";
import { readAny } from "../support/input.ts";
import { destination, writeAutomaton } from "../support/output.ts";
import { define } from "./define.ts";

const list = formats.map(
  ({ name, endings, description, loses }) =>
    `  ${name.padEnd(11)}${endings.slice(0, 2).join(", ").padEnd(34)}${description}\n${" ".repeat(13)}loses: ${loses}`,
);

export const convert = define({
  operands: [
    ["<from>", "a file, or - for standard input"],
    ["[to]", "a file whose ending says the format, or - for standard output", "-"],
  ],
  reads: READING,
  writes: FORMAT,
  more: `Formats:\n${list.join("\n")}`,
  examples: [
    "hankel convert target.json target.dot          for Graphviz",
    "hankel convert target.json --to dot | dot -Tsvg > target.svg",
    "hankel convert model.dot model.json            from LearnLib, AALpy or the Automata Wiki",
    "hankel convert a.json a.fst.txt --framed --save-symbols a.syms",
    "hankel convert a.fst.txt a.json --framed --symbols a.syms --semifield log",
    "hankel convert model.json model.arpa --order 4 the nearest 4-gram model of a probabilistic automaton",
    "fstprint a.fst | hankel convert - a.json --from att --transducer input",
  ],
  async run([from, to = "-"], options) {
    const out = await destination(to, options);
    await writeAutomaton(await readAny(from, options), out);
  },
});
