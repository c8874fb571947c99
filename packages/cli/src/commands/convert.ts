import { formats } from "@hankel/core";
import { Option } from "commander";
import { readAutomaton } from "../support/input.ts";
import { examples } from "../support/options.ts";
import { destination, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

export const convert: Define = (command) => {
  const readable = formats.filter(({ read }) => read !== undefined).map(({ name }) => name);
  const writable = formats.filter(({ write }) => write !== undefined).map(({ name }) => name);
  command
    .argument("<from>", "a file, or - for standard input")
    .argument("[to]", "a file whose ending says the format, or - for standard output", "-")
    .addOption(new Option("--from <format>", "the format that is read").choices(readable))
    .addOption(new Option("--to <format>", "the format that is written").choices(writable))
    .action(async (from: string, to: string, options: { from?: string; to?: string }) => {
      const out = await destination(to, options.to);
      await writeAutomaton(await readAutomaton(from, options.from), out);
    });
  const list = formats.map(
    ({ name, endings, description }) => `  ${name.padEnd(8)}${endings.join(", ").padEnd(12)}${description}`,
  );
  command.addHelpText("after", `\nFormats:\n${list.join("\n")}`);
  examples(command, [
    "hankel convert target.json target.dot        for Graphviz",
    "hankel convert target.json --to dot | dot -Tsvg > target.svg",
  ]);
};
