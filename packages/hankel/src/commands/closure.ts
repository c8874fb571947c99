import { closure as closureOf } from "@hankel/core";
import { examples } from "../options/files.ts";
import { unary } from "../support/operation.ts";
import type { Define } from "./define.ts";

export const closure: Define = (command) => {
  command.option("--plus", "once or more, instead of any number of times");
  unary<{ plus?: true }>(command, (automaton, { plus }) => closureOf(automaton, plus ? "plus" : "star"));
  examples(command, [
    "hankel closure word.json -o words.json",
    "hankel closure --plus word.json | hankel determinize -",
  ]);
};
