/** How automata are read and written: the options of the commands that work on files. */

import { type Command, Option } from "commander";
import { FRAME } from "../formats.ts";
import { formats } from "../index.ts";
import { count } from "./values.ts";

/** How the value of an option is read: by a function, or as one of a few words. */
type Value = ((text: string) => unknown) | readonly string[];

/** Adds options to a command that stand below this heading in its help. */
export function optionsBelow(command: Command, heading: string) {
  return (flags: string, about: string, value?: Value): void => {
    const option = new Option(flags, about).helpGroup(heading);
    if (typeof value === "function") option.argParser(value);
    else if (value !== undefined) option.choices(value);
    command.addOption(option);
  };
}

/** `--out` as every command has it. */
export function outOption(): Option {
  return new Option("-o, --out <file>", "where the automaton goes (default: standard output)");
}

const READING = "Reading:";

/** How automata are read, as far as neither the file nor the ending of its name says it. */
export function readingOptions(command: Command): Command {
  const readable = formats.filter(({ read, stream }) => read ?? stream).map(({ name }) => name);
  const add = optionsBelow(command, READING);
  add("--from <format>", "the format that is read", readable);
  add("--semifield <name>", "for files that do not name their semifield (att: tropical)");
  add("--symbols <file>", "a symbol table for the labels of an att file");
  add("--framed", `in att files, initial weights are on a first symbol, ${FRAME}`);
  add("--transducer <side>", "for att files with two labels per arc: read this one", ["input", "output"]);
  add("--machine <kind>", "what a dot file draws, if the file does not show it", ["dfa", "mealy", "moore"]);
  return command;
}

const WRITING = "Writing:";

/** Where a resulting automaton goes, and how it is written there. */
export function writingOptions(command: Command): Command {
  return formatOptions(command.addOption(outOption().helpGroup(WRITING)));
}

/** The same without `--out`. */
export function formatOptions(command: Command): Command {
  const writable = formats.filter(({ write }) => write !== undefined).map(({ name }) => name);
  const add = optionsBelow(command, WRITING);
  add("--to <format>", "the format that is written (default: by the file's ending, or hankel)", writable);
  add("--save-symbols <file>", "write the symbol table of an att file here");
  add("--order <n>", "the length of the n-grams of an arpa file (default: 3)", count(1));
  return command;
}

/** What stands below the options in a command's help: what there is to say, and examples, each `command   what it does`. */
export function helpBelow(command: Command, more: string, examples: readonly string[]): void {
  const lines = ["Examples:", ...examples.map((line) => `  $ ${line}`)].join("\n");
  command.addHelpText("after", more === "" ? `\n${lines}` : `\n${more}\n\n${lines}`);
}
