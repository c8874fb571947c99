import type { AnswerType } from "../../algebra/answer-type.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";
import type { PrefixMemory, Telling } from "./prefix-memory.ts";
import { RowMemory } from "./row-memory.ts";
import { RunMemory } from "./run-memory.ts";

/** A memory for such answers; undefined if an answer tells nothing about prefixes. */
export function createMemory<A>(
  telling: Telling | undefined,
  tree: PrefixTree,
  letters: number,
  type: AnswerType<A>,
): PrefixMemory<A> | undefined {
  if (telling === undefined) return undefined;
  // Runs are words of the free group, and rows are distributions: A is one of these.
  const memory: unknown =
    telling === "rows"
      ? new RowMemory(tree, letters + 1, type as AnswerType<unknown>)
      : new RunMemory(tree, telling);
  return memory as PrefixMemory<A>;
}
