import { isField } from "../algebra.ts";
import { reduce, reduceNumerically } from "../automata.ts";
import { type Automaton, isDeterministic, minimize as minimizeAutomaton } from "../index.ts";
import { countOf, RANK_TOLERANCE } from "../internal/core.ts";
import { helpBelow } from "../options/files.ts";
import { count } from "../options/values.ts";
import { standardError } from "../support/terminal.ts";
import { type Define, unary } from "./define.ts";

interface Options {
  readonly maxStates?: number;
  readonly deterministic?: true;
  readonly quiet?: true;
}

/** Over a field, a nondeterministic automaton has a smallest form without being determinized; an exact field makes it canonical. */
function isReduced(automaton: Automaton<unknown>, { deterministic }: Options): boolean {
  return !deterministic && isField(automaton.algebra) && !isDeterministic(automaton);
}

function smallest(automaton: Automaton<unknown>, options: Options): Automaton<unknown> {
  if (!isReduced(automaton, options)) return minimizeAutomaton(automaton, { maxStates: options.maxStates });
  return automaton.algebra.exact ? reduce(automaton) : reduceNumerically(automaton);
}

export const minimize: Define = (command) => {
  command
    .option("-q, --quiet", "do not print the numbers of states")
    .option("--deterministic", "the smallest deterministic automaton, also over a field")
    .option("--max-states <n>", "give up when determinizing makes more (default: 100000)", count(0));
  unary<Options>(command, smallest, (automaton, minimal, options) => {
    if (options.quiet) return;
    standardError.line(`${countOf(automaton.size, "state")} became ${minimal.size}`);
    if (automaton.algebra.exact || !isReduced(automaton, options)) return;
    standardError.line(
      `The rank is numerical: what is at most ${RANK_TOLERANCE} of a vector counts as rounding. The result is not canonical.`,
    );
  });
  helpBelow(
    command,
    "The result is in canonical form: over an exact semifield equal languages give equal files. A deterministic automaton\n" +
      "stays deterministic. A nondeterministic one becomes the smallest of all automata, deterministic or not, if the\n" +
      "weights are a field (rational, prime-field, quaternion, real); otherwise, or with --deterministic, it is determinized\n" +
      "first (see hankel determinize), and if no deterministic automaton exists, the command says so. Over real the number\n" +
      "of states is a numerical rank, and the smallest nondeterministic automaton is not canonical. Exits with 4 when a\n" +
      "limit is reached.",
    [
      "hankel minimize target.json --out minimal.json",
      "hankel minimize target.json | hankel convert - minimal.dot",
      "hankel union a.json b.json | hankel minimize -",
    ],
  );
};
