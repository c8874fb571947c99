import { minimize as minimizeAutomaton } from "@hankel/core";
import { counted } from "../show/columns.ts";
import { type Reading, readAutomaton } from "../support/input.ts";
import { examples, readingOptions, writingOptions } from "../support/options.ts";
import { destination, type Writing, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

export const minimize: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("-q, --quiet", "do not say how many states there were and are")
    .action(async (file: string, options: Reading & Writing & { quiet?: true }) => {
      const out = await destination(options.out, options);
      const automaton = await readAutomaton(file, options);
      const minimal = minimizeAutomaton(automaton);
      await writeAutomaton(minimal, out);
      if (!options.quiet)
        process.stderr.write(`${counted(automaton.size, "state")} became ${minimal.size}\n`);
    });
  writingOptions(readingOptions(command));
  command.addHelpText(
    "after",
    "\nThe result is in canonical form: over an exact semifield equal languages give equal files.",
  );
  examples(command, [
    "hankel minimize target.json --out minimal.json",
    "hankel minimize target.json | hankel convert - minimal.dot",
  ]);
};
