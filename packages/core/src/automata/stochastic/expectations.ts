/** Means over the words of a distribution: entropy, divergence, length. */

import { HankelError } from "../../errors.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, toWdfsa, toWfsa } from "../convert.ts";
import { isUnambiguous, type PairLimits, StatePairs } from "../determinization/pairs.ts";
import { isIdempotent, requireNonNegative } from "../distances/order.ts";
import { push } from "../distances/push.ts";
import { distances, totalOf, type WorkLimit } from "../distances/shortest-distance.ts";
import { align } from "../equivalence/align.ts";
import type { ProductLimits } from "../rational/products.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import {
  OperationBudget,
  requireCommutative,
  requireNumbers,
  requireSemifield,
  unsupported,
} from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";

/**
 * The entropy -Σ P(x) log P(x) of the words, in nats (divide by `Math.LN2` for bits). The probabilities of words are
 * proportional to their weights. Each weight on a path contributes with the expected number of times that it is used.
 *
 * Needs weights that stand for numbers, none negative, and one path per word, because the logarithm of a sum is not a
 * sum of logarithms. Costs what `push` and `findAmbiguity` do; everything but the logarithms is exact if the algebra
 * is. After Cortes, Mohri, Rastogi and Riley 2008 ("On the computation of the relative entropy of probabilistic
 * automata").
 *
 * @example
 * console.log(entropy(fromExpression("<1/2>a|<1/2>b", rational))); // 0.6931471805599453
 */
export function entropy<W>(automaton: Automaton<W>, limits: WorkLimit & PairLimits = {}): number {
  const algebra = requireNumbers(automaton.algebra, "entropy");
  const wfsa = stochastic(automaton, "entropy", limits);
  if (!isUnambiguous(wfsa, limits))
    unsupported("entropy: words have several paths; determinize the automaton first");
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
  if (wfsa.size === 0) unsupported(`${operation}: the language is zero`);
  requireNonNegative(wfsa, operation);
  try {
    return push(wfsa, { ...limits, removeTotalWeight: true });
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "unsupported") throw error;
    // Nothing is negative and every state is used: pushing fails only where a sum has no value.
    const why = "the automaton is none: the weights of all words have no sum";
    throw new HankelError("unsupported", `${operation} needs a distribution, and ${why}`, { cause: error });
  }
}

/**
 * The Kullback–Leibler divergence D(P‖Q) = Σ P(x) log (P(x)/Q(x)) of two deterministic automata, in nats. The
 * probabilities of words are proportional to their weights. `Infinity` if Q excludes a word of P.
 *
 * Both are made stochastic. In the product of the two, each pair of arcs contributes the logarithm of the ratio of its
 * weights, times the expected number of times that P takes it (Cortes, Mohri, Rastogi and Riley 2008). There are at most
 * |P| · |Q| pairs; the cost is that of `shortestDistance` on them. Needs weights that stand for numbers, none negative.
 *
 * @example
 * const [p, q] = [fromExpression("<1/2>a|<1/2>b", rational), fromExpression("<1/4>a|<3/4>b", rational)];
 * console.log(klDivergence(p, q).toFixed(3)); // 0.144
 */
export function klDivergence<W>(p: Automaton<W>, q: Automaton<W>, limits: ProductLimits = {}): number {
  const algebra = requireNumbers(p.algebra, "klDivergence");
  const [a, b] = align(normal(p, limits), normal(q, limits));
  const product = new WfsaBuilder(algebra, a.alphabet);
  const budget = new OperationBudget("klDivergence", "pairs of states", limits.maxStates ?? 1e6);
  const pairs = new StatePairs(b.size, budget);
  const reach = (p: number, q: number) => pairs.reach(p, q, () => product.state());
  const terms: { readonly pair: number; readonly weight: W; readonly logRatio: number }[] = [];
  product.initial(reach(0, 0));
  for (let pair = 0; pair < pairs.size; pair++) {
    const [p, q] = [pairs.left[pair], pairs.right[pair]];
    const count = (weight: W, there: W): boolean => {
      if (algebra.isZero(weight)) return true;
      if (algebra.isZero(there)) return false;
      terms.push({ pair, weight, logRatio: algebra.log(algebra.times(weight, algebra.inverse(there))) });
      return true;
    };
    if (!count(a.finalWeight[p], b.finalWeight[q])) return Number.POSITIVE_INFINITY;
    for (let letter = 0; letter < a.alphabet.size; letter++) {
      const [left, right] = [p * a.alphabet.size + letter, q * a.alphabet.size + letter];
      if (!count(a.arcWeight[left], b.arcWeight[right])) return Number.POSITIVE_INFINITY;
      if (a.target[left] < 0) continue;
      product.arcOn(pair, letter, a.arcWeight[left], reach(a.target[left], b.target[right]));
    }
  }
  const visits = distances(product.build(), algebra, "forward", "klDivergence", limits);
  return terms.reduce(
    (sum, { pair, weight, logRatio }) =>
      sum + algebra.toNumber(algebra.times(visits[pair], weight)) * logRatio,
    0,
  );
}

function normal<W>(automaton: Automaton<W>, limits: ProductLimits): Wdfsa<W> {
  return toWdfsa(stochastic(toWdfsa(automaton), "klDivergence", limits));
}

/**
 * The mean length of the words, weighted: ⊕ |x| ⊗ L(x) divided by the total weight. It is a weight, and exact if the
 * algebra is. Every arc that reads a letter contributes the distance to it, times its weight, times the distance behind
 * it. Needs and costs what `shortestDistance` does; ⊗ must be commutative and ⊕ not idempotent.
 *
 * @example
 * const coin = fromExpression("(<2/3>t)*<1/3>", rational);
 * console.log(rational.format(expectedLength(coin))); // 2
 */
export function expectedLength<W>(automaton: Automaton<W>, limits: WorkLimit = {}): W {
  const algebra = requireSemifield(automaton.algebra, "expectedLength");
  requireCommutative(algebra, "expectedLength");
  if (isIdempotent(algebra))
    unsupported(`expectedLength means nothing over ${algebra.name}, where 1 ⊕ 1 = 1`);
  const wfsa = trim(toWfsa(automaton));
  const before = distances(wfsa, algebra, "forward", "expectedLength", limits);
  const behind = distances(wfsa, algebra, "backward", "expectedLength", limits);
  const total = totalOf(wfsa, algebra, before);
  if (algebra.isZero(total)) unsupported("expectedLength: the total weight is zero, so there is no mean");
  let sum = algebra.zero;
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    if (wfsa.letter[arc] === EPSILON) continue;
    const there = algebra.times(before[wfsa.source[arc]], wfsa.arcWeight[arc]);
    sum = algebra.plus(sum, algebra.times(there, behind[wfsa.target[arc]]));
  }
  return algebra.times(sum, algebra.inverse(total));
}
