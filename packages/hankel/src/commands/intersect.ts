import { intersect as intersectionOf } from "@hankel/core";
import { examples } from "../options/files.ts";
import { count } from "../options/values.ts";
import { binary } from "../support/operation.ts";
import type { Define } from "./define.ts";

export const intersect: Define = (command) => {
  command.option("--max-states <n>", "give up when there are more (default: 1000000)", count(0));
  binary<{ maxStates?: number }>(command, (left, right, { maxStates }) =>
    intersectionOf(left, right, { maxStates }),
  );
  examples(command, [
    "hankel intersect model.json constraint.json -o product.json",
    "hankel intersect a.json b.json | hankel best -",
  ]);
};
