import type { Observations } from "../hankel/observations.ts";
import { type Asking, type Learner, type Reason, weigh } from "./protocol.ts";

/** Asks what the observations want, in one batch; nothing is asked when nothing is wanted. */
export function* askWanted<W>(learner: Learner<W>, observations: Observations<W>, why: Reason): Asking<W> {
  const words = observations.wanted();
  if (words.length > 0) observations.record(yield* weigh(learner, words, why));
}
