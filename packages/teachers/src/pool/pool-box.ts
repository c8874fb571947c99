import type { Automaton } from "@hankel/core";
import type { Announcement, OpenBox } from "../box.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import type { Lane } from "./lane.ts";
import { Pool, type PoolOptions } from "./pool.ts";

/** A black box whose questions go to these lanes. */
export function poolBox(
  name: string,
  vocabulary: Vocabulary,
  announcement: Announcement,
  lanes: readonly Lane<unknown>[],
  options?: PoolOptions,
): OpenBox<unknown> {
  const { alphabet, kind } = vocabulary;
  const pool = new Pool(lanes, alphabet, { ...options, terms: kind.terms });
  return boxOfPool(name, vocabulary, announcement, pool);
}

/** A black box whose questions go to a pool. */
export function boxOfPool(
  name: string,
  { kind, alphabet }: Vocabulary,
  { states, counterexamples, samples }: Announcement,
  pool: Pool<unknown>,
): OpenBox<unknown> {
  const find = (hypothesis: Automaton<unknown>) => pool.findCounterexample(hypothesis);
  return {
    name,
    kind,
    longest: kind.longest,
    alphabet,
    ...(states !== undefined && { states }),
    weigh: (words, options) => pool.weigh(words, options),
    ...(counterexamples && { findCounterexample: find }),
    ...(samples && { draw: (count: number, seed: number) => pool.draw(count, seed) }),
    close: () => pool.close(),
  };
}
