/** Automata whose states are pairs of states. */

import { HankelError } from "../../errors.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { type DeterminizeLimits, determinize } from "../determinization/determinize.ts";
import { matchArcs, StatePairs } from "../determinization/pairs.ts";
import { alignWfsas } from "../equivalence/align.ts";
import { OperationBudget, requireCommutative } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { type EpsilonLimits, removeEpsilon } from "./remove-epsilon.ts";

/** When a product of automata gives up. */
export interface ProductLimits extends EpsilonLimits {
  /** States of the result; 10⁶ by default. */
  readonly maxStates?: number | undefined;
}

const MAX_STATES = 1e6;

/**
 * The ⊗ of two languages word by word (the Hadamard product): the automaton of the reachable pairs of states, trimmed.
 * O(arcs · arcs) at worst. Needs a commutative ⊗, unless all weights of one of the two are 1. ε arcs are removed first,
 * because interleaved ε arcs would be counted twice.
 *
 * @example
 * const automaton = intersect(fromExpression("<2>a*", rational), fromExpression("<3>(aa)*", rational));
 * console.log(automaton.weigh(["a", "a"]), automaton.weigh(["a"])); // 6 0
 */
export function intersect<W>(left: Automaton<W>, right: Automaton<W>, limits: ProductLimits = {}): Wfsa<W> {
  const [a, b] = alignWfsas(left, right).map((one) => trim(removeEpsilon(one, limits)));
  const { algebra } = a;
  if (!isUnweighted(a) && !isUnweighted(b)) requireCommutative(algebra, "intersect");
  const budget = new OperationBudget("intersect", "states", limits.maxStates ?? MAX_STATES);
  const builder = new WfsaBuilder(algebra, a.alphabet);
  const pairs = new StatePairs(b.size, budget);
  const reach = (p: number, q: number) =>
    pairs.reach(p, q, () => builder.state(algebra.times(a.finalWeight[p], b.finalWeight[q])));
  for (let i = 0; i < a.initials.length; i++) {
    for (let j = 0; j < b.initials.length; j++) {
      const [p, q] = [a.initials[i], b.initials[j]];
      builder.initial(reach(p, q), algebra.times(a.initialWeight[p], b.initialWeight[q]));
    }
  }
  for (let from = 0; from < pairs.size; from++) {
    matchArcs(a, pairs.left[from], b, pairs.right[from], (e, f) => {
      const weight = algebra.times(a.arcWeight[e], b.arcWeight[f]);
      builder.arcOn(from, a.letter[e], weight, reach(a.target[e], b.target[f]));
    });
  }
  return trim(builder.build());
}

/** Are all weights 0 or 1? */
function isUnweighted<W>(automaton: Wfsa<W>): boolean {
  const { algebra } = automaton;
  const plain = (weights: ArrayLike<W>) => {
    for (let i = 0; i < weights.length; i++) {
      if (!algebra.isZero(weights[i]) && !algebra.equals(weights[i], algebra.one)) return false;
    }
    return true;
  };
  return plain(automaton.initialWeight) && plain(automaton.arcWeight) && plain(automaton.finalWeight);
}

/** The state of the second automaton after it has died. */
const DEAD = -1;

/**
 * The first language without the words of the second, which is unweighted (use `support` on a weighted one): words that
 * the second does not accept keep their weight. The second is determinized, which may take 2ⁿ states; then pairs of
 * states are formed as in a product. Any group with zero; the first may have ε arcs.
 *
 * @example
 * const automaton = difference(fromExpression("a*", rational), fromExpression("aa", boolean));
 * console.log(automaton.weigh(["a"]), automaton.weigh(["a", "a"])); // 1 0
 */
export function difference<W>(
  left: Automaton<W>,
  right: Automaton<boolean>,
  limits: ProductLimits & DeterminizeLimits = {},
): Wfsa<W> {
  if (right.algebra.name !== "boolean") {
    const advice = "support makes one of a weighted automaton";
    throw new HankelError("usage", `difference subtracts an unweighted automaton; ${advice}`);
  }
  const a = toWfsa(left);
  const { algebra, alphabet } = a;
  const other = determinize(right, limits);
  const letters = alphabet.symbols.map((symbol) => other.alphabet.letter(symbol));
  const budget = new OperationBudget("difference", "states", limits.maxStates ?? MAX_STATES);
  const builder = new WfsaBuilder(algebra, alphabet);
  const pairs = new StatePairs(other.size, budget);
  const reach = (p: number, q: number) =>
    pairs.reach(p, q, () => {
      const accepted = q !== DEAD && other.finalWeight[q];
      builder.state(accepted ? algebra.zero : a.finalWeight[p]);
    });
  const step = (q: number, letter: number): number => {
    if (q === DEAD || letter === EPSILON) return q;
    return letters[letter] < 0 ? DEAD : other.target[q * other.alphabet.size + letters[letter]];
  };
  for (let i = 0; i < a.initials.length; i++) {
    const p = a.initials[i];
    builder.initial(reach(p, other.size === 0 ? DEAD : 0), a.initialWeight[p]);
  }
  for (let from = 0; from < pairs.size; from++) {
    const [p, q] = [pairs.left[from], pairs.right[from]];
    for (let arc = a.start[p]; arc < a.start[p + 1]; arc++) {
      const letter = a.letter[arc];
      builder.arcOn(from, letter, a.arcWeight[arc], reach(a.target[arc], step(q, letter)));
    }
  }
  return trim(builder.build());
}
