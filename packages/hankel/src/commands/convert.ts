import { formats } from "../index.ts";
import { formatOptions, helpBelow, readingOptions } from "../options/files.ts";
import { type Reading, readAny } from "../support/input.ts";
import { destination, type Writing, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

export const convert: Define = (command) => {
  readingOptions(
    command
      .argument("<from>", "a file, or - for standard input")
      .argument("[to]", "a file whose ending says the format, or - for standard output", "-"),
  );
  formatOptions(command).action(async (from: string, to: string, options: Reading & Writing) => {
    const out = await destination(to, options);
    await writeAutomaton(await readAny(from, options), out);
  });
  const list = formats.map(
    ({ name, endings, description, loses }) =>
      `  ${name.padEnd(11)}${endings.slice(0, 2).join(", ").padEnd(34)}${description}\n${" ".repeat(13)}loses: ${loses}`,
  );
  helpBelow(command, `Formats:\n${list.join("\n")}`, [
    "hankel convert target.json target.dot          for Graphviz",
    "hankel convert target.json --to dot | dot -Tsvg > target.svg",
    "hankel convert model.dot model.json            from LearnLib, AALpy or the Automata Wiki",
    "hankel convert a.json a.fst.txt --framed --save-symbols a.syms",
    "hankel convert a.fst.txt a.json --framed --symbols a.syms --semifield log",
    "hankel convert model.json model.arpa --order 4 the nearest 4-gram model of a probabilistic automaton",
    "fstprint a.fst | hankel convert - a.json --from att --transducer input",
  ]);
};
