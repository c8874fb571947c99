import { reverse as reverseAutomaton } from "@hankel/core";
import { examples } from "../options/files.ts";
import { unary } from "../support/operation.ts";
import type { Define } from "./define.ts";

export const reverse: Define = (command) => {
  unary(command, (automaton) => reverseAutomaton(automaton));
  examples(command, [
    "hankel reverse a.json -o backwards.json",
    "hankel reverse a.json | hankel determinize - | hankel reverse - | hankel determinize -    Brzozowski's minimization",
  ]);
};
