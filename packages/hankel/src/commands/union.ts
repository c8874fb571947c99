import { union as unionOf } from "@hankel/core";
import { examples } from "../options/files.ts";
import { binary } from "../support/operation.ts";
import type { Define } from "./define.ts";

export const union: Define = (command) => {
  binary(command, (left, right) => unionOf(left, right));
  examples(command, [
    "hankel union a.json b.json -o sum.json",
    "hankel union a.json b.json | hankel determinize -",
  ]);
};
