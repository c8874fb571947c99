import type { Field } from "../../algebra/semifield.ts";
import { type Automaton, copyWeights } from "../convert.ts";
import { type WorkLimit, workBudget } from "../distances/shortest-distance.ts";
import type { OperationBudget } from "../operation-budget.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { requireExactField } from "../requirements.ts";
import { trim } from "../trim.ts";
import { Wfsa } from "../wfsa.ts";
import { WfsaBuilder } from "../wfsa-builder.ts";
import { addTo, Echelon, type Sparse } from "./echelon.ts";

/**
 * Over a field, an automaton of the same language with the fewest states, deterministic or not: the rank of the Hankel
 * matrix. It has one state per vector of a basis of the space that words reach, first forwards, then backwards
 * (Schützenberger 1961, "On the definition of a family of automata"; Berstel and Reutenauer, *Noncommutative Rational
 * Series with Applications*, ch. 2). It is not unique, and usually has more arcs than before. Vcsn also calls this
 * reduce.
 *
 * O(letters · states³) products. Needs an exact field; ⊗ need not be commutative.
 */
export function reduce<W>(automaton: Automaton<W>, limits: WorkLimit = {}): Wfsa<W> {
  const field = requireExactField(automaton.algebra, "reduce");
  const budget = workBudget("reduce", limits);
  const wfsa = trim(removeEpsilon(automaton, limits));
  const forwards = onReachableBasis(wfsa, field, budget);
  // Backwards, products are formed in the opposite order.
  const opposite: Field<W> = { ...field, times: (a, b) => field.times(b, a) };
  const backwards = onReachableBasis(reversed(forwards, opposite), opposite, budget);
  return trim(reversed(backwards, field));
}

/** The automaton whose states are a basis of the space of vectors λ μ(x). */
function onReachableBasis<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): Wfsa<W> {
  const basis = new Echelon(field, { budget });
  const builder = new WfsaBuilder(field, wfsa.alphabet);
  const found = (vector: Sparse<W>): Sparse<W> => {
    const coordinates = basis.insert(vector);
    if (basis.vectors.length > builder.size)
      builder.state(finalWeight(wfsa, field, basis.vectors[builder.size]));
    return coordinates;
  };
  for (const [state, weight] of found(initialVector(wfsa))) builder.initial(state, weight);
  for (let state = 0; state < basis.vectors.length; state++) {
    for (const [letter, next] of successors(wfsa, field, basis.vectors[state], budget)) {
      for (const [to, weight] of found(next)) builder.arcOn(state, letter, weight, to);
    }
  }
  return builder.build();
}

/** λ. */
export function initialVector<W>(wfsa: Wfsa<W>): Sparse<W> {
  const vector: Sparse<W> = new Map();
  for (let i = 0; i < wfsa.initials.length; i++) {
    vector.set(wfsa.initials[i], wfsa.initialWeight[wfsa.initials[i]]);
  }
  return vector;
}

/** The vectors v μ(a) that are not zero, by increasing letter. */
export function successors<W>(
  wfsa: Wfsa<W>,
  field: Field<W>,
  vector: Sparse<W>,
  budget: OperationBudget,
): [letter: number, vector: Sparse<W>][] {
  const next = new Map<number, Sparse<W>>();
  for (const [state, weight] of vector) {
    budget.spend(wfsa.start[state + 1] - wfsa.start[state]);
    for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
      const letter = wfsa.letter[arc];
      let reached = next.get(letter);
      if (reached === undefined) next.set(letter, (reached = new Map()));
      addTo(field, reached, wfsa.target[arc], field.times(weight, wfsa.arcWeight[arc]));
    }
  }
  return [...next].filter(([, reached]) => reached.size > 0).sort(([a], [b]) => a - b);
}

/** v ρ. */
export function finalWeight<W>(wfsa: Wfsa<W>, field: Field<W>, vector: Sparse<W>): W {
  let sum = field.zero;
  for (const [state, weight] of vector) sum = field.plus(sum, field.times(weight, wfsa.finalWeight[state]));
  return sum;
}

/** The reversed automaton, over an algebra that multiplies in the opposite order. */
function reversed<W>(wfsa: Wfsa<W>, algebra: Field<W>): Wfsa<W> {
  return new Wfsa({
    algebra,
    alphabet: wfsa.alphabet,
    initialWeight: copyWeights(algebra, wfsa.finalWeight),
    finalWeight: copyWeights(algebra, wfsa.initialWeight),
    source: Int32Array.from(wfsa.target),
    letter: Int32Array.from(wfsa.letter),
    target: Int32Array.from(wfsa.source),
    arcWeight: copyWeights(algebra, wfsa.arcWeight),
  });
}
