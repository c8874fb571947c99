import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import type { Word } from "../../words/word.ts";
import { accessWordsOf, breadthFirst } from "../breadth-first.ts";
import { renumbered } from "../convert.ts";
import { trim } from "../trim.ts";
import { Wdfsa } from "../wdfsa.ts";
import { type LeastSuffixes, leastSuffixes } from "./least-suffixes.ts";

/**
 * The canonical gauge, after Eisner 2003 ("Simpler and More General Minimization for Weighted Finite-State
 * Automata"): the potential π(q) of a state is the weight of its shortlex-least accepted suffix, and
 *
 *     λ' = λ ⊗ π(0),   ω' = π(p)⁻¹ ⊗ ω ⊗ π(q) on an arc p → q,   ρ' = π(q)⁻¹ ⊗ ρ.
 *
 * If the right languages of two states are homothetic, L_p = k ⊗ L_q, the states accept the same words, so they have
 * the same least suffix, and π(p) = k ⊗ π(q): divided by their potentials, the right languages become *equal*
 * (docs/theory.md, 9.1).
 *
 * Linear, no ⊕, any group with zero. The result is trim.
 *
 * @example
 * const automaton = canonicalScale(minimize(fromExpression("<2>a<3>b", rational)));
 * console.log(automaton.initialWeight, automaton.weigh(["a", "b"])); // 6 6
 */
export function canonicalScale<W>(automaton: Wdfsa<W>): Wdfsa<W> {
  const trimmed = trim(automaton);
  const { algebra, alphabet, size, target } = trimmed;
  if (size === 0 || hasPotentialsOne(trimmed)) return trimmed;
  const width = alphabet.size;
  const { length, first, order } = leastSuffixes(trimmed);

  const potential = potentials(trimmed, { length, first, order });
  const inverse = algebra.array(size);
  for (let state = 0; state < size; state++) inverse[state] = algebra.inverse(potential[state]);

  const arcWeight = algebra.array(size * width);
  const finalWeight = algebra.array(size);
  for (let state = 0; state < size; state++) {
    lookUp(width);
    // Exactly 1: the product could be rounded to a weight near 1.
    finalWeight[state] =
      length[state] === 0 ? algebra.one : algebra.times(inverse[state], trimmed.finalWeight[state]);
    for (let letter = 0; letter < width; letter++) {
      const arc = state * width + letter;
      if (target[arc] < 0) continue;
      arcWeight[arc] =
        length[state] > 0 && letter === first[state]
          ? algebra.one
          : algebra.times(algebra.times(inverse[state], trimmed.arcWeight[arc]), potential[target[arc]]);
    }
  }
  const initialWeight = algebra.times(trimmed.initialWeight, potential[0]);
  return new Wdfsa({ ...trimmed, arcWeight, initialWeight, finalWeight }, false);
}

/** Is 1 the only non-zero weight, or that of ε from every state? Then no potential changes anything. */
function hasPotentialsOne<W>({ algebra, size, finalWeight }: Wdfsa<W>): boolean {
  if (algebra.trivial === true) return true;
  for (let state = 0; state < size; state++) if (finalWeight[state] !== algebra.one) return false;
  return true;
}

/** The weight of each state's shortlex-least accepted suffix, π(q); zero for a state that has none. Linear. */
export function potentials<W>(
  { algebra, alphabet, size, target, arcWeight, finalWeight }: Wdfsa<W>,
  { length, first, order }: LeastSuffixes,
): ReadonlyWeights<W> {
  const potential = algebra.array(size);
  for (const state of order) {
    lookUp();
    if (length[state] === 0) potential[state] = finalWeight[state];
    else {
      const arc = state * alphabet.size + first[state];
      potential[state] = algebra.times(arcWeight[arc], potential[target[arc]]);
    }
  }
  return potential;
}

/**
 * The same automaton with its states numbered by a breadth-first search in the order of the alphabet; unreachable states
 * are dropped. Linear.
 *
 * @example
 * const automaton = canonicalNumbering(minimize(fromExpression("a(b|c)", boolean)));
 * console.log(automaton.size, automaton.stateAfter(["a"])); // 3 1
 */
export function canonicalNumbering<W>(automaton: Wdfsa<W>): Wdfsa<W> {
  const { order, number } = breadthFirst(automaton.size, automaton.alphabet.size, automaton.target);
  return renumbered(automaton, order, number);
}

/**
 * For every state the shortlex-least word that leads to it; `undefined` if no word reaches it. Linear, apart from the
 * words themselves.
 *
 * @example
 * const automaton = minimize(fromExpression("ab", boolean));
 * console.log(accessWords(automaton).map((word) => automaton.alphabet.show(word ?? [])).join(" ")); // ε a ab
 */
export function accessWords<W>({ size, alphabet, target }: Wdfsa<W>): (Word | undefined)[] {
  return accessWordsOf(breadthFirst(size, alphabet.size, target));
}
