import { countOf, minimize as minimizeAutomaton } from "@hankel/core";
import { type Reading, readAny } from "../support/input.ts";
import { count, examples, readingOptions, writingOptions } from "../support/options.ts";
import { destination, type Writing, writeAutomaton } from "../support/output.ts";
import type { Define } from "./define.ts";

interface Options extends Reading, Writing {
  readonly maxStates?: number;
  readonly quiet?: true;
}

export const minimize: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("-q, --quiet", "do not print the numbers of states")
    .option("--max-states <n>", "give up when determinizing makes more (default: 100000)", count(0))
    .action(async (file: string, options: Options) => {
      const { maxStates } = options;
      const out = await destination(options.out, options);
      const automaton = await readAny(file, options);
      const minimal = minimizeAutomaton(automaton, { maxStates });
      await writeAutomaton(minimal, out);
      if (!options.quiet)
        process.stderr.write(`${countOf(automaton.size, "state")} became ${minimal.size}\n`);
    });
  writingOptions(readingOptions(command));
  command.addHelpText(
    "after",
    "\nThe result is in canonical form: over an exact semifield equal languages give equal files.\n" +
      "A nondeterministic automaton is determinized first (see hankel determinize); if no deterministic automaton\n" +
      "exists, the command says so. Exits with 4 when a limit is reached.",
  );
  examples(command, [
    "hankel minimize target.json --out minimal.json",
    "hankel minimize target.json | hankel convert - minimal.dot",
    "hankel union a.json b.json | hankel minimize -",
  ]);
};
