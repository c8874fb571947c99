import type { GroupWithZero, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { alignWfsas } from "../equivalence/align.ts";
import { requireSemifield, starOfEmpty } from "../requirements.ts";
import { trim } from "../trim.ts";
import { EPSILON, Wfsa } from "../wfsa.ts";
import { type EpsilonLimits, removeEpsilon } from "./remove-epsilon.ts";

/** An arc that joins the pieces. */
interface Joint<W> {
  readonly source: number;
  readonly letter: number;
  readonly target: number;
  readonly weight: W;
}

/**
 * Several automata side by side in one: their states one after the other, then `extra` states, and more arcs between them.
 * The caller says which states are initial and final. Linear.
 */
function join<W>(
  pieces: readonly Wfsa<W>[],
  extra: number,
  joints: readonly Joint<W>[],
  weights: { readonly initialWeight: Weights<W>; readonly finalWeight: Weights<W> },
): Wfsa<W> {
  const { algebra, alphabet }: { algebra: GroupWithZero<W>; alphabet: Alphabet } = pieces[0];
  const inner = pieces.reduce((sum, piece) => sum + piece.arcs, 0);
  const arcs = inner + joints.length;
  const parts = {
    source: new Int32Array(arcs),
    letter: new Int32Array(arcs),
    target: new Int32Array(arcs),
    arcWeight: algebra.array(arcs),
  };
  let [at, base] = [0, 0];
  for (const piece of pieces) {
    for (let arc = 0; arc < piece.arcs; arc++, at++) {
      parts.source[at] = base + piece.source[arc];
      parts.letter[at] = piece.letter[arc];
      parts.target[at] = base + piece.target[arc];
      parts.arcWeight[at] = piece.arcWeight[arc];
    }
    base += piece.size;
  }
  for (const joint of joints) {
    parts.source[at] = joint.source;
    parts.letter[at] = joint.letter;
    parts.target[at] = joint.target;
    parts.arcWeight[at++] = joint.weight;
  }
  const size = base + extra;
  if (weights.initialWeight.length !== size) throw new RangeError(`expected ${size} states in all`);
  return new Wfsa({ algebra, alphabet, ...parts, ...weights }, false);
}

/** The weights of several pieces one after the other, and zero for the extra states. */
function sideBySide<W>(
  algebra: GroupWithZero<W>,
  pieces: readonly ReadonlyWeights<W>[],
  extra: number,
): Weights<W> {
  const size = pieces.reduce((sum, piece) => sum + piece.length, extra);
  const weights = algebra.array(size);
  let at = 0;
  for (const piece of pieces) for (let i = 0; i < piece.length; i++) weights[at++] = piece[i];
  return weights;
}

/**
 * The ⊕ of two languages: both automata side by side, with the initial states of both. The alphabet is the union of the
 * two. Linear, any group with zero; weighing a word of both languages needs ⊕.
 *
 * @example
 * const automaton = union(fromExpression("<2>a", rational), fromExpression("<3>a", rational));
 * console.log(automaton.weigh(["a"])); // 5
 */
export function union<W>(left: Automaton<W>, right: Automaton<W>): Wfsa<W> {
  const [a, b] = alignWfsas(left, right);
  return join([a, b], 0, [], {
    initialWeight: sideBySide(a.algebra, [a.initialWeight, b.initialWeight], 0),
    finalWeight: sideBySide(a.algebra, [a.finalWeight, b.finalWeight], 0),
  });
}

/**
 * The Cauchy product of two languages: the weight of x is the ⊕ of L(u) ⊗ M(v) over all x = uv. ε arcs lead from the final
 * states of the first through one new state to the initial states of the second. Linear, any group with zero.
 *
 * @example
 * const automaton = removeEpsilon(concat(fromExpression("<2>a", rational), fromExpression("<3>b", rational)));
 * console.log(automaton.weigh(["a", "b"])); // 6
 */
export function concat<W>(left: Automaton<W>, right: Automaton<W>): Wfsa<W> {
  const [a, b] = alignWfsas(left, right);
  const { algebra } = a;
  const middle = a.size + b.size;
  const joints: Joint<W>[] = [];
  for (let state = 0; state < a.size; state++) {
    const weight = a.finalWeight[state];
    if (!algebra.isZero(weight)) joints.push({ source: state, letter: EPSILON, target: middle, weight });
  }
  for (let i = 0; i < b.initials.length; i++) {
    const target = a.size + b.initials[i];
    joints.push({ source: middle, letter: EPSILON, target, weight: b.initialWeight[b.initials[i]] });
  }
  return join([a, b], 1, joints, {
    initialWeight: sideBySide(algebra, [a.initialWeight], b.size + 1),
    finalWeight: sideBySide(algebra, [algebra.array(a.size), b.finalWeight], 1),
  });
}

/**
 * Kleene's closure: `star` is the ⊕ of all powers of a language, from ε on; `plus` from the language itself on.
 *
 * With c the weight of ε and L₀ the rest of the language, L* = c* ⊗ (L₀ ⊗ c*)*. A new state has the arcs of the initial
 * states, so every path that leaves it reads a letter; ε arcs lead from the final states back to it. Linear, after the ε
 * arcs of the automaton itself have been removed. Needs c*, which is 1 if ε is not in the language, and ⊕ only where ε
 * paths meet.
 *
 * @example
 * const automaton = removeEpsilon(closure(fromExpression("ab", boolean)));
 * console.log(automaton.weigh([]), automaton.weigh(["a", "b", "a", "b"])); // true true
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
  const [hub, extra] = kind === "star" ? [size, 1] : [size + 1, 2];
  const joints: Joint<W>[] = [];
  for (let from = size; from < size + extra; from++) {
    for (let i = 0; i < wfsa.initials.length; i++) {
      const state = wfsa.initials[i];
      for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
        const weight = algebra.times(wfsa.initialWeight[state], wfsa.arcWeight[arc]);
        joints.push({ source: from, letter: wfsa.letter[arc], target: wfsa.target[arc], weight });
      }
    }
  }
  for (let state = 0; state < size; state++) {
    if (algebra.isZero(wfsa.finalWeight[state])) continue;
    const weight = algebra.times(wfsa.finalWeight[state], star);
    joints.push({ source: state, letter: EPSILON, target: hub, weight });
  }
  const initialWeight = sideBySide(algebra, [], size + extra);
  const finalWeight = sideBySide(algebra, [], size + extra);
  // `plus` has another initial state, which does not accept the empty power.
  initialWeight[size] = star;
  finalWeight[size] = empty;
  finalWeight[hub] = algebra.one;
  return trim(join([wfsa], extra, joints, { initialWeight, finalWeight }));
}
