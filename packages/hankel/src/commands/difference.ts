import { type Automaton, difference as differenceOf, support, toWfsa } from "@hankel/core";
import { examples } from "../options/files.ts";
import { count } from "../options/values.ts";
import { binary } from "../support/operation.ts";
import type { Define } from "./define.ts";

export const difference: Define = (command) => {
  command.option("--max-states <n>", "give up when there are more (default: 1000000)", count(0));
  binary<{ maxStates?: number }>(command, (left, right, { maxStates }) => {
    const words = right.algebra.name === "boolean" ? (toWfsa(right) as Automaton<unknown>) : support(right);
    return differenceOf(left, words as Automaton<boolean>, { maxStates });
  });
  command.addHelpText(
    "after",
    "\nRemoves every word that the second automaton accepts, whatever it weighs there. The semifields may differ.",
  );
  examples(command, [
    "hankel difference model.json stopwords.json -o rest.json",
    "hankel difference a.json b.json | hankel best -",
  ]);
};
