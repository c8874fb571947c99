import { FRAME, formats } from "@hankel/core";
import { type Command, InvalidArgumentError, Option } from "commander";

/** A whole number from `least` up. */
export function count(least: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Expected a whole number, ${least} or more.`);
  };
}

/** A positive number. */
export function positive(text: string): number {
  const value = plainNumber(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("Expected a number above 0.");
}

/** A number that is not negative. */
export function notNegative(text: string): number {
  const value = plainNumber(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Expected a number, 0 or more.");
}

const UNITS = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 } as const;

/** A number of bytes, written as 512M or 1.5G; a number alone counts mebibytes. */
export function byteSize(text: string): number {
  const [, digits = "", unit = "m"] = /^([\d.]+)([kmgt])?(?:i?b)?$/iu.exec(text) ?? [];
  const bytes = Math.floor(plainNumber(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS]);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InvalidArgumentError("Expected a size such as 512M or 2G.");
}

/** The number without a sign that a text is, or NaN. */
export function plainNumber(text: string): number {
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text) ? Number(text) : Number.NaN;
}

/** The flags of those options that are given, by the names under which their values are kept. */
export function givenFlags<Name extends string>(
  options: { readonly [name in Name]?: unknown },
  names: readonly Name[],
): string[] {
  return names
    .filter((name) => options[name] !== undefined)
    .map((name) => `--${name.replaceAll(/[A-Z]/gu, (capital) => `-${capital.toLowerCase()}`)}`);
}

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

/** Examples below a command's help; each line is `command   what it does`. */
export function examples(command: Command, lines: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}
