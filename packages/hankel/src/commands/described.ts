/** All commands as data: what completions and the manual are made of. */

import { Command, type Option } from "commander";
import { semifields } from "../index.ts";
import { allLearners } from "../options/learner-choice.ts";
import { settings } from "../options/settings.ts";
import { equivalenceUsages } from "../testing.ts";
import type { CommandEntry } from "./define.ts";

export interface DescribedOption {
  readonly short: string | undefined;
  readonly long: string | undefined;
  /** What stands behind it, as in `<file>`; undefined for a flag. */
  readonly value: string | undefined;
  readonly about: string;
  /** The words that its value is, or begins with. */
  readonly words: readonly string[];
}

export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly options: readonly DescribedOption[];
  readonly commands: readonly DescribedCommand[];
}

/** The values of the options that take more than one of a few words. */
const wordsOf: Readonly<Record<string, () => readonly string[]>> = {
  "--learner": () => Object.keys(allLearners),
  "--semifield": () => semifields.map(({ name }) => name),
  "--equivalence": () => [
    ...new Set(equivalenceUsages.map(({ usage }) => /^\w+/u.exec(usage)?.[0] ?? usage)),
  ],
  "--with": () => Object.keys(settings).map((name) => `${name}=`),
};

function describedOption({
  flags,
  short,
  long,
  required,
  optional,
  description,
  argChoices,
}: Option): DescribedOption {
  const value = required || optional ? /[<[].*[>\]]/u.exec(flags)?.[0] : undefined;
  const words = argChoices ?? wordsOf[long ?? ""]?.() ?? [];
  return { short, long, value, about: description, words };
}

const HELP: DescribedOption = {
  short: "-h",
  long: "--help",
  value: undefined,
  about: "print this help",
  words: [],
};

function described(command: Command): DescribedCommand {
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    usage: command.registeredArguments
      .map((argument) => {
        const shown = `${argument.name()}${argument.variadic ? "..." : ""}`;
        return argument.required ? `<${shown}>` : `[${shown}]`;
      })
      .join(" "),
    options: [...command.options.filter(({ hidden }) => !hidden).map(describedOption), HELP],
    commands: command.commands.map(described),
  };
}

/** Commands with their options; the files of all of them are loaded for it. */
export async function describeCommands(
  commands: readonly CommandEntry[],
): Promise<readonly DescribedCommand[]> {
  const all = commands.map(async ({ name, summary, load }) => {
    const command = new Command(name).summary(summary);
    (await load())(command, () => {}, []);
    return described(command);
  });
  return Promise.all(all);
}
