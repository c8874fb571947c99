import type { Automaton } from "../convert.ts";
import { alignWfsas } from "../equivalence/align.ts";
import { OperationBudget } from "../operation-budget.ts";
import { requireCommutative } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { WfsaBuilder } from "../wfsa-builder.ts";
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
 */
export function intersect<W>(left: Automaton<W>, right: Automaton<W>, limits: ProductLimits = {}): Wfsa<W> {
  const [a, b] = alignWfsas(left, right).map((one) => trim(removeEpsilon(one, limits)));
  const { algebra } = a;
  if (!isUnweighted(a) && !isUnweighted(b)) requireCommutative(algebra, "intersect");
  const budget = new OperationBudget("intersect", "states", limits.maxStates ?? MAX_STATES);
  const builder = new WfsaBuilder(algebra, a.alphabet);
  const number = new Map<number, number>();
  const pairs: number[] = [];
  const reach = (p: number, q: number): number => {
    const pair = p * b.size + q;
    const known = number.get(pair);
    if (known !== undefined) return known;
    budget.spend();
    pairs.push(pair);
    const state = builder.state(algebra.times(a.finalWeight[p], b.finalWeight[q]));
    number.set(pair, state);
    return state;
  };
  for (let i = 0; i < a.initials.length; i++) {
    for (let j = 0; j < b.initials.length; j++) {
      const [p, q] = [a.initials[i], b.initials[j]];
      builder.initial(reach(p, q), algebra.times(a.initialWeight[p], b.initialWeight[q]));
    }
  }
  for (let from = 0; from < pairs.length; from++) {
    const q = pairs[from] % b.size;
    const p = (pairs[from] - q) / b.size;
    matchArcs(a, p, b, q, (e, f) => {
      const weight = algebra.times(a.arcWeight[e], b.arcWeight[f]);
      builder.arcOn(from, a.letter[e], weight, reach(a.target[e], b.target[f]));
    });
  }
  return trim(builder.build());
}

/** Every arc of p with every arc of q on the same letter, by increasing letter. */
export function matchArcs<A, B>(
  a: Wfsa<A>,
  p: number,
  b: Wfsa<B>,
  q: number,
  visit: (arcOfP: number, arcOfQ: number) => void,
): void {
  const [endA, endB] = [a.start[p + 1], b.start[q + 1]];
  let f = b.start[q];
  for (let e = a.start[p]; e < endA && f < endB; e++) {
    while (f < endB && b.letter[f] < a.letter[e]) f++;
    for (let g = f; g < endB && b.letter[g] === a.letter[e]; g++) visit(e, g);
  }
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
