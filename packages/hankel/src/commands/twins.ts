import type { TwinsAnswer } from "../automata.ts";
import { twins as twinsOf } from "../index.ts";
import { helpBelow } from "../options/files.ts";
import { count } from "../options/values.ts";
import { EXIT } from "../support/failures.ts";
import { print } from "../support/output.ts";
import { type Define, onAutomaton } from "./define.ts";

/** What the exit code says. */
const CODES: Readonly<Record<TwinsAnswer<unknown>["answer"], number>> = {
  yes: EXIT.done,
  no: EXIT.negative,
  "cannot tell": EXIT.budget,
};

export const twins: Define = (command, exit) => {
  command
    .option("--json", "print the answer as a JSON object")
    .option("--max-pairs <n>", "give up after this many pairs of states (default: 10000000)", count(0));
  onAutomaton<{ json?: true; maxPairs?: number }>(command, async (automaton, options) => {
    const { answer, because, cycles } = twinsOf(automaton, { maxPairs: options.maxPairs });
    exit(CODES[answer]);
    const { alphabet, algebra } = automaton;
    if (!options.json) return print(`${answer}: ${because}\n`);
    const shown = cycles && {
      prefix: alphabet.spell(cycles.prefix),
      states: cycles.states,
      cycle: alphabet.spell(cycles.cycle),
      weights: cycles.weights.map((weight) => algebra.format(weight)),
    };
    await print(`${JSON.stringify({ answer, because, ...(shown && { cycles: shown }) })}\n`);
  });
  helpBelow(command, "Exits with 0 for yes, 1 for no, and 4 when it cannot tell. It always ends.", [
    "hankel twins nfa.json                    can it be determinized? If not, it prints two cycles as proof",
    "hankel twins --json lattice.fst.txt",
    "hankel twins nfa.json && hankel determinize nfa.json -o dfa.json",
  ]);
};
