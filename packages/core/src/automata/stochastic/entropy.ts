import { HankelError } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { isUnambiguous, type PairLimits } from "../determinization/ambiguity.ts";
import { requireNonNegative } from "../distances/order.ts";
import { push } from "../distances/push.ts";
import { distances, type WorkLimit } from "../distances/shortest-distance.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { requireNumbers } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";

/**
 * The entropy -Σ P(x) log P(x) of the words, in nats (divide by `Math.LN2` for bits). The probabilities of words are
 * proportional to their weights. Each weight on a path contributes with the expected number of times that it is used.
 *
 * Needs weights that stand for numbers, none negative, and one path per word, because the logarithm of a sum is not a
 * sum of logarithms. Costs what `push` and `findAmbiguity` do; everything but the logarithms is exact if the algebra
 * is. After Cortes, Mohri, Rastogi and Riley 2008 ("On the computation of the relative entropy of probabilistic
 * automata").
 */
export function entropy<W>(automaton: Automaton<W>, limits: WorkLimit & PairLimits = {}): number {
  const algebra = requireNumbers(automaton.algebra, "entropy");
  const wfsa = stochastic(automaton, "entropy", limits);
  if (!isUnambiguous(wfsa, limits)) {
    throw new HankelError(
      "unsupported",
      "entropy: words have several paths; determinize the automaton first",
    );
  }
  const visits = distances(wfsa, algebra, "forward", "entropy", limits);
  const term = (visit: W, weight: W) =>
    algebra.isZero(weight) ? 0 : algebra.toNumber(algebra.times(visit, weight)) * algebra.log(weight);
  let sum = 0;
  for (let state = 0; state < wfsa.size; state++) {
    sum += term(algebra.one, wfsa.initialWeight[state]) + term(visits[state], wfsa.finalWeight[state]);
  }
  for (let arc = 0; arc < wfsa.arcs; arc++) sum += term(visits[wfsa.source[arc]], wfsa.arcWeight[arc]);
  return 0 - sum;
}

/** The automaton without ε arcs, trimmed, and with probabilities as weights. */
export function stochastic<W>(automaton: Automaton<W>, operation: string, limits: WorkLimit): Wfsa<W> {
  const wfsa = trim(removeEpsilon(toWfsa(automaton), limits));
  if (wfsa.size === 0) throw new HankelError("unsupported", `${operation}: the language is zero`);
  requireNonNegative(wfsa.algebra, [wfsa.initialWeight, wfsa.arcWeight, wfsa.finalWeight], operation);
  try {
    return push(wfsa, { ...limits, removeTotalWeight: true });
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "unsupported") throw error;
    // Nothing is negative and every state is used: pushing fails only where a sum has no value.
    const why = "the automaton is none: the weights of all words have no sum";
    throw new HankelError("unsupported", `${operation} needs a distribution, and ${why}`, { cause: error });
  }
}
