import { determinize as determinizeAutomaton } from "@hankel/core";
import { examples } from "../options/files.ts";
import { count } from "../options/values.ts";
import { unary } from "../support/operation.ts";
import type { Define } from "./define.ts";

interface Options {
  readonly maxStates?: number;
  readonly twins: boolean;
}

export const determinize: Define = (command) => {
  command
    .option("--max-states <n>", "give up when there are more (default: 100000)", count(0))
    .option("--no-twins", "do not check first that a deterministic automaton exists");
  unary<Options>(command, (automaton, { maxStates, twins }) =>
    determinizeAutomaton(automaton, { maxStates, askTwins: twins }),
  );
  command.addHelpText(
    "after",
    "\nNot every language has a deterministic automaton; see hankel twins. Exits with 4 when a limit is reached.",
  );
  examples(command, [
    "hankel determinize nfa.json --out dfa.json",
    "hankel union a.json b.json | hankel determinize -",
    "hankel determinize lattice.fst.txt --semifield tropical -o tree.fst.txt",
  ]);
};
