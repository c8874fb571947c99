import { isField } from "../algebra.ts";
import { reduce, reduceNumerically } from "../automata.ts";
import { type Automaton, isDeterministic, minimize as minimizeAutomaton } from "../index.ts";
import { countOf, RANK_TOLERANCE } from "../internal/core.ts";
import { examples, readingOptions, writingOptions } from "../options/files.ts";
import { count } from "../options/values.ts";
import { type Reading, readAny } from "../support/input.ts";
import { checkFormat, destination, type Writing, writeAutomaton } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import type { Define } from "./define.ts";

interface Options extends Reading, Writing {
  readonly maxStates?: number;
  readonly deterministic?: true;
  readonly quiet?: true;
}

interface Smallest {
  readonly minimal: Automaton<unknown>;
  /** What has to be said about the result. */
  readonly note?: string;
}

/** Over a field, a nondeterministic automaton has a smallest form without being determinized; an exact field makes it canonical. */
function smallest(automaton: Automaton<unknown>, { deterministic, maxStates }: Options): Smallest {
  const { algebra } = automaton;
  if (deterministic || !isField(algebra) || isDeterministic(automaton))
    return { minimal: minimizeAutomaton(automaton, { maxStates }) };
  if (algebra.exact) return { minimal: reduce(automaton) };
  const note =
    `The rank is numerical: what is at most ${RANK_TOLERANCE} of a vector counts as rounding. ` +
    "The result is not canonical.";
  return { minimal: reduceNumerically(automaton), note };
}

export const minimize: Define = (command) => {
  command
    .argument("<automaton>", "a file, or - for standard input")
    .option("-q, --quiet", "do not print the numbers of states")
    .option("--deterministic", "the smallest deterministic automaton, also over a field")
    .option("--max-states <n>", "give up when determinizing makes more (default: 100000)", count(0))
    .action(async (file: string, options: Options) => {
      const out = await destination(options.out, options);
      const automaton = await readAny(file, options);
      checkFormat(automaton, out);
      const { minimal, note } = smallest(automaton, options);
      await writeAutomaton(minimal, out);
      if (options.quiet) return;
      standardError.line(`${countOf(automaton.size, "state")} became ${minimal.size}`);
      if (note !== undefined) standardError.line(note);
    });
  writingOptions(readingOptions(command));
  command.addHelpText(
    "after",
    "\nThe result is in canonical form: over an exact semifield equal languages give equal files. A deterministic automaton\n" +
      "stays deterministic. A nondeterministic one becomes the smallest of all automata, deterministic or not, if the\n" +
      "weights are a field (rational, prime-field, quaternion, real); otherwise, or with --deterministic, it is determinized\n" +
      "first (see hankel determinize), and if no deterministic automaton exists, the command says so. Over real the number\n" +
      "of states is a numerical rank, and the smallest nondeterministic automaton is not canonical. Exits with 4 when a\n" +
      "limit is reached.",
  );
  examples(command, [
    "hankel minimize target.json --out minimal.json",
    "hankel minimize target.json | hankel convert - minimal.dot",
    "hankel union a.json b.json | hankel minimize -",
  ]);
};
