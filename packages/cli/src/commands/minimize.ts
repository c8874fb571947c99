import { minimize as minimizeAutomaton } from "@hankel/core";
import { counted } from "../show/columns.ts";
import { readAutomaton } from "../support/input.ts";
import { examples, outOption } from "../support/options.ts";
import { destination, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

export const minimize: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .addOption(outOption())
    .option("-q, --quiet", "do not say how many states there were and are")
    .action(async (file: string, options: { out?: string; quiet?: true }) => {
      const out = await destination(options.out);
      const automaton = await readAutomaton(file);
      const minimal = minimizeAutomaton(automaton);
      await writeAutomaton(minimal, out);
      if (!options.quiet)
        process.stderr.write(`${counted(automaton.size, "state")} became ${minimal.size}\n`);
    });
  command.addHelpText(
    "after",
    "\nThe result is in canonical form: over an exact semifield equal languages give equal files.",
  );
  examples(command, [
    "hankel minimize target.json --out minimal.json",
    "hankel minimize target.json | hankel convert - minimal.dot",
  ]);
};
