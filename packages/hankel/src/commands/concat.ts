import { concat as concatenate } from "@hankel/core";
import { examples } from "../options/files.ts";
import { binary } from "../support/operation.ts";
import type { Define } from "./define.ts";

export const concat: Define = (command) => {
  binary(command, (left, right) => concatenate(left, right));
  examples(command, [
    "hankel concat first.json second.json -o both.json",
    "hankel concat a.json a.json | hankel determinize -",
  ]);
};
