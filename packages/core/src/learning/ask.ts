import type { Observations } from "../hankel/observations.ts";
import { type Asking, type Learner, type Reason, weigh } from "./protocol.ts";

/** A batch has about so many letters at most: a million long words at once would not fit the memory. */
const BATCH_LETTERS = 2 ** 21;

/** Asks what the observations want, in one batch unless it is huge; nothing is asked when nothing is wanted. */
export function* askWanted<W>(learner: Learner<W>, observations: Observations<W>, why: Reason): Asking<W> {
  for (;;) {
    const words = observations.wanted(BATCH_LETTERS);
    if (words.length === 0) return;
    observations.record(yield* weigh(learner, words, why));
  }
}
