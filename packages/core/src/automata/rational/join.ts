import { WfsaBuilder } from "../builders.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { alignWfsas } from "../equivalence/align.ts";
import { requireSemifield, starOfEmpty } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { type EpsilonLimits, removeEpsilon } from "./remove-epsilon.ts";

/** The states of several automata one after the other, with their arcs; none is initial or final yet. Linear. */
function sideBySide<W>(...pieces: readonly Wfsa<W>[]): WfsaBuilder<W> {
  const { algebra, alphabet }: Pick<Wfsa<W>, "algebra" | "alphabet"> = pieces[0];
  const builder = new WfsaBuilder(algebra, alphabet);
  for (const { size, arcs, source, letter, target, arcWeight } of pieces) {
    const base = builder.size;
    for (let state = 0; state < size; state++) builder.state();
    for (let arc = 0; arc < arcs; arc++) {
      builder.arcOn(base + source[arc], letter[arc], arcWeight[arc], base + target[arc]);
    }
  }
  return builder;
}

/**
 * The ⊕ of two languages: both automata side by side, with the initial states of both. The alphabet is the union of the
 * two. Linear, any group with zero; weighing a word of both languages needs ⊕.
 */
export function union<W>(left: Automaton<W>, right: Automaton<W>): Wfsa<W> {
  const [a, b] = alignWfsas(left, right);
  const both = sideBySide(a, b);
  for (const [piece, base] of [[a, 0] as const, [b, a.size] as const]) {
    for (let state = 0; state < piece.size; state++) {
      both.initial(base + state, piece.initialWeight[state]).final(base + state, piece.finalWeight[state]);
    }
  }
  return both.build();
}

/**
 * The Cauchy product of two languages: the weight of x is the ⊕ of L(u) ⊗ M(v) over all x = uv. ε arcs lead from the final
 * states of the first through one new state to the initial states of the second. Linear, any group with zero.
 */
export function concat<W>(left: Automaton<W>, right: Automaton<W>): Wfsa<W> {
  const [a, b] = alignWfsas(left, right);
  const both = sideBySide(a, b);
  const middle = both.state();
  for (let state = 0; state < a.size; state++) {
    both.initial(state, a.initialWeight[state]).arcOn(state, EPSILON, a.finalWeight[state], middle);
  }
  for (let state = 0; state < b.size; state++) {
    const target = a.size + state;
    both.final(target, b.finalWeight[state]).arcOn(middle, EPSILON, b.initialWeight[state], target);
  }
  return both.build();
}

/**
 * Kleene's closure: `star` is the ⊕ of all powers of a language, from ε on; `plus` from the language itself on.
 *
 * With c the weight of ε and L₀ the rest of the language, L* = c* ⊗ (L₀ ⊗ c*)*. A new state has the arcs of the initial
 * states, so every path that leaves it reads a letter; ε arcs lead from the final states back to it. Linear, after the ε
 * arcs of the automaton itself have been removed. Needs c*, which is 1 if ε is not in the language, and ⊕ only where ε
 * paths meet.
 */
export function closure<W>(
  automaton: Automaton<W>,
  kind: "star" | "plus" = "star",
  limits: EpsilonLimits = {},
): Wfsa<W> {
  const wfsa = trim(removeEpsilon(toWfsa(automaton), limits));
  const { algebra, size } = wfsa;
  const empty = wfsa.weigh([]);
  if (!algebra.isZero(empty)) requireSemifield(algebra, "closure");
  const star = starOfEmpty(algebra, empty, "closure");
  const closed = sideBySide(wfsa);
  // `plus` has an initial state of its own, which does not accept the empty power.
  const first = closed.state(empty);
  const hub = kind === "star" ? first : closed.state();
  closed.initial(first, star).final(hub);
  for (let from = first; from <= hub; from++) {
    for (let i = 0; i < wfsa.initials.length; i++) {
      const state = wfsa.initials[i];
      for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
        const weight = algebra.times(wfsa.initialWeight[state], wfsa.arcWeight[arc]);
        closed.arcOn(from, wfsa.letter[arc], weight, wfsa.target[arc]);
      }
    }
  }
  for (let state = 0; state < size; state++) {
    if (algebra.isZero(wfsa.finalWeight[state])) continue;
    closed.arcOn(state, EPSILON, algebra.times(wfsa.finalWeight[state], star), hub);
  }
  return trim(closed.build());
}
