import type { Observations } from "../hankel/observations.ts";
import { type Asking, type Learner, type Reason, weightsOf } from "./protocol.ts";

/** A batch has about so many letters at most: words that die young cost the garbage collector next to nothing. */
const BATCH_LETTERS = 2 ** 19;

/** Asks what the observations want, in one batch unless it is huge; nothing is asked when nothing is wanted. */
export function* askWanted<W>(learner: Learner<W>, observations: Observations<W>, why: Reason): Asking<W> {
  while (observations.wants) {
    const words = observations.wanted(BATCH_LETTERS);
    if (words.length === 0) continue;
    observations.record(weightsOf(learner, words, yield { kind: "weigh", words, why }));
  }
}
