import { type Automaton, toWdfsa } from "../convert.ts";
import { distances } from "../distances/shortest-distance.ts";
import { align } from "../equivalence/align.ts";
import { OperationBudget } from "../operation-budget.ts";
import type { ProductLimits } from "../rational/intersect.ts";
import { type Numeric, requireNumbers } from "../requirements.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { WfsaBuilder } from "../wfsa-builder.ts";
import { stochastic } from "./entropy.ts";

/**
 * The Kullback–Leibler divergence D(P‖Q) = Σ P(x) log (P(x)/Q(x)) of two deterministic automata, in nats. The
 * probabilities of words are proportional to their weights. `Infinity` if Q excludes a word of P.
 *
 * Both are made stochastic. In the product of the two, each pair of arcs contributes the logarithm of the ratio of its
 * weights, times the expected number of times that P takes it (Cortes, Mohri, Rastogi and Riley 2008). There are at most
 * |P| · |Q| pairs; the cost is that of `shortestDistance` on them. Needs weights that stand for numbers, none negative.
 */
export function klDivergence<W>(p: Automaton<W>, q: Automaton<W>, limits: ProductLimits = {}): number {
  const algebra = requireNumbers(p.algebra, "klDivergence");
  const [a, b] = align(normal(p, limits), normal(q, limits));
  const product = new WfsaBuilder(algebra, a.alphabet);
  const budget = new OperationBudget("klDivergence", "pairs of states", limits.maxStates ?? 1e6);
  const number = new Map<number, number>();
  const pairs: { readonly p: number; readonly q: number; readonly terms: Term<W>[] }[] = [];
  const reach = (p: number, q: number): number => {
    const known = number.get(p * b.size + q);
    if (known !== undefined) return known;
    budget.spend();
    pairs.push({ p, q, terms: [] });
    number.set(p * b.size + q, pairs.length - 1);
    return product.state();
  };
  product.initial(reach(0, 0));
  for (let from = 0; from < pairs.length; from++) {
    const { p, q, terms } = pairs[from];
    const count = (here: W, there: W): boolean => {
      if (algebra.isZero(here)) return true;
      if (algebra.isZero(there)) return false;
      terms.push({ weight: here, logRatio: algebra.log(algebra.times(here, algebra.inverse(there))) });
      return true;
    };
    if (!count(a.finalWeight[p], b.finalWeight[q])) return Number.POSITIVE_INFINITY;
    for (let letter = 0; letter < a.alphabet.size; letter++) {
      const [left, right] = [p * a.alphabet.size + letter, q * a.alphabet.size + letter];
      if (!count(a.arcWeight[left], b.arcWeight[right])) return Number.POSITIVE_INFINITY;
      if (a.target[left] < 0) continue;
      product.arcOn(from, letter, a.arcWeight[left], reach(a.target[left], b.target[right]));
    }
  }
  const visits = distances(product.build(), algebra, "forward", "klDivergence", limits);
  return total(algebra, visits, pairs);
}

interface Term<W> {
  readonly weight: W;
  readonly logRatio: number;
}

function normal<W>(automaton: Automaton<W>, limits: ProductLimits): Wdfsa<W> {
  return toWdfsa(stochastic(toWdfsa(automaton), "klDivergence", limits));
}

function total<W>(
  algebra: Numeric<W>,
  visits: readonly W[],
  pairs: readonly { readonly terms: readonly Term<W>[] }[],
): number {
  let sum = 0;
  pairs.forEach(({ terms }, pair) => {
    for (const { weight, logRatio } of terms) {
      sum += algebra.toNumber(algebra.times(visits[pair], weight)) * logRatio;
    }
  });
  return sum;
}
