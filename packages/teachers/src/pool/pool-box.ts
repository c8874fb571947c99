import { distributions } from "@hankel/core";
import type { Announcement, BlackBox } from "../box.ts";
import { cannot } from "../cannot.ts";
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
): BlackBox<unknown> {
  return boxOfPool(name, vocabulary, announcement, new Pool(lanes, vocabulary.alphabet, options));
}

/** A black box whose questions go to a pool. */
export function boxOfPool(
  name: string,
  { algebra, machine, next, alphabet }: Vocabulary,
  announcement: Announcement,
  pool: Pool<unknown>,
): BlackBox<unknown> {
  return {
    name,
    algebra,
    machine,
    ...(next && {
      next: { prefixes: next.prefixes, ...(next.longest !== undefined && { longest: next.longest }) },
      longest: next.longest,
      answers: distributions(undefined, alphabet.size),
    }),
    alphabet,
    ...(announcement.states !== undefined && { states: announcement.states }),
    finds: announcement.counterexamples ? "counterexamples" : "none",
    draws: announcement.samples,
    weigh: (words, options) => pool.weigh(words, options),
    findCounterexample: (hypothesis) =>
      announcement.counterexamples
        ? pool.findCounterexample(hypothesis)
        : cannot(name, "find counterexamples"),
    draw: (count, seed) => (announcement.samples ? pool.draw(count, seed) : cannot(name, "draw samples")),
    close: () => pool.close(),
  };
}
