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
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError("Expected a number above 0.");
}

/** `--out` as every command has it. */
export function outOption(): Option {
  return new Option("-o, --out <file>", "where the automaton goes (default: standard output)");
}

/** Examples below a command's help; each line is `command   what it does`. */
export function examples(command: Command, lines: readonly string[]): void {
  command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`);
}
