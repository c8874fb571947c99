import type { GroupWithZero, ReadonlyWeights, Weights } from "../algebra/semifield.ts";
import { quote } from "../errors.ts";
import { weightsAt } from "./arcs.ts";
import { unsupported } from "./requirements.ts";
import { MAX_ARCS, Wdfsa, type WdfsaParts } from "./wdfsa.ts";
import { EPSILON, Wfsa, type WfsaParts } from "./wfsa.ts";

/** An automaton of either kind; operations on nondeterministic automata take both. */
export type Automaton<W> = Wdfsa<W> | Wfsa<W>;

/**
 * The same automaton as a `Wfsa`; states and names do not change. Linear, any group with zero.
 *
 * @example
 * console.log(toWfsa(minimize(fromExpression("ab", boolean))) instanceof Wfsa); // true
 */
export function toWfsa<W>(automaton: Automaton<W>): Wfsa<W> {
  if (automaton instanceof Wfsa) return automaton;
  const { algebra, alphabet, size, target, arcs } = automaton;
  const width = alphabet.size;
  const parts = {
    source: new Int32Array(arcs),
    letter: new Int32Array(arcs),
    target: new Int32Array(arcs),
    arcWeight: algebra.array(arcs),
  };
  for (let state = 0, arc = 0, i = 0; state < size; state++) {
    for (let letter = 0; letter < width; letter++, arc++) {
      if (target[arc] < 0) continue;
      parts.source[i] = state;
      parts.letter[i] = letter;
      parts.target[i] = target[arc];
      parts.arcWeight[i++] = automaton.arcWeight[arc];
    }
  }
  const initialWeight = algebra.array(size);
  if (size > 0) initialWeight[0] = automaton.initialWeight;
  return new Wfsa({ ...automaton, ...parts, initialWeight }, false);
}

/**
 * The same automaton as a `Wdfsa`. Linear, any group with zero. The initial state changes places with state 0; an
 * automaton without an initial state is the zero language. An automaton that is not deterministic is refused with a
 * message that names the place; `determinize` may help.
 *
 * @example
 * console.log(toWdfsa(fromExpression("ab", boolean)) instanceof Wdfsa); // true
 */
export function toWdfsa<W>(automaton: Automaton<W>): Wdfsa<W> {
  if (automaton instanceof Wdfsa) return automaton;
  const { algebra, alphabet, size, initials } = automaton;
  const obstacle = nondeterminism(automaton);
  if (obstacle !== undefined) unsupported(`the automaton is not deterministic: ${obstacle}`);
  if (initials.length === 0) return Wdfsa.zero(algebra, alphabet);
  const width = alphabet.size;
  if (size * width > MAX_ARCS)
    unsupported(`${size} states × ${width} letters do not fit a deterministic table`);
  return tabled(automaton, initials[0], automaton.initialWeight[initials[0]]) as Wdfsa<W>;
}

/**
 * The parts of an automaton with one initial state as a deterministic one; or, if it is none, the number of the first arc
 * in the way: an ε arc, or the second one of a state and a letter. Arcs may be in any order, and those of weight zero are
 * left out. The initial state changes places with state 0.
 */
export function tabled<W>(
  parts: Omit<WfsaParts<W>, "initialWeight">,
  initial: number,
  initialWeight: W,
): Wdfsa<W> | number {
  const { algebra, alphabet, source, letter, names } = parts;
  const size = parts.finalWeight.length;
  const width = alphabet.size;
  /** The place of each state. */
  const order = new Int32Array(size);
  for (let state = 0; state < size; state++) order[state] = state;
  if (size > 0) [order[0], order[initial]] = [initial, 0];
  const target = new Int32Array(size * width).fill(-1);
  const arcWeight = algebra.array(size * width);
  const { target: to, arcWeight: weights } = parts;
  for (let arc = 0; arc < source.length; arc++) {
    const weight = weights[arc];
    if (algebra.isZero(weight)) continue;
    const slot = order[source[arc]] * width + letter[arc];
    if (letter[arc] === EPSILON || target[slot] >= 0) return arc;
    target[slot] = order[to[arc]];
    arcWeight[slot] = weight;
  }
  const isPlaced = initial === 0;
  const finalWeight = isPlaced ? parts.finalWeight : weightsAt(algebra, parts.finalWeight, order);
  const placed = isPlaced ? names : names?.map((_, state) => names[order[state]]);
  return new Wdfsa(
    { algebra, alphabet, target, arcWeight, initialWeight, finalWeight, names: placed },
    false,
  );
}

/**
 * Is there at most one initial state, at most one arc per state and letter, and no ε?
 *
 * @example
 * console.log(isDeterministic(fromExpression("ab", boolean)), isDeterministic(fromExpression("a|ab", boolean))); // true false
 */
export function isDeterministic<W>(automaton: Automaton<W>): boolean {
  return automaton instanceof Wdfsa || nondeterminism(automaton) === undefined;
}

/** The first place where an automaton is not deterministic, in words. */
export function nondeterminism<W>(automaton: Wfsa<W>): string | undefined {
  const { alphabet, initials, source, letter } = automaton;
  const named = (state: number) => automaton.names?.[state] ?? String(state);
  if (initials.length > 1) {
    return `${initials.length} states are initial, ${named(initials[0])} and ${named(initials[1])} among them`;
  }
  for (let arc = 0; arc < automaton.arcs; arc++) {
    if (letter[arc] === EPSILON) return `an ε arc leaves state ${named(source[arc])}`;
    if (arc > 0 && source[arc] === source[arc - 1] && letter[arc] === letter[arc - 1]) {
      return `two arcs leave state ${named(source[arc])} on ${quote(alphabet.symbols[letter[arc]])}`;
    }
  }
  return undefined;
}

/** A writable copy. */
export function copyWeights<W>(algebra: GroupWithZero<W>, weights: ReadonlyWeights<W>): Weights<W> {
  const copy = algebra.array(weights.length);
  for (let i = 0; i < weights.length; i++) copy[i] = weights[i];
  return copy;
}

/** The same automaton with other weights; zero, and only zero, becomes zero. */
export function withWeights<W, V>(
  automaton: Wfsa<W>,
  algebra: GroupWithZero<V>,
  of: (weight: W) => V,
): Wfsa<V> {
  const { initialWeight, finalWeight, arcWeight } = automaton;
  const image = (weights: ReadonlyWeights<W>): Weights<V> => {
    const array = algebra.array(weights.length);
    for (let i = 0; i < weights.length; i++) array[i] = of(weights[i]);
    return array;
  };
  const weights = { initialWeight: image(initialWeight), finalWeight: image(finalWeight) };
  return new Wfsa({ ...automaton, ...weights, algebra, arcWeight: image(arcWeight) }, false);
}

/** The language read backwards, over an algebra that multiplies in the opposite order. */
export function reversed<W>(automaton: Wfsa<W>, opposite: GroupWithZero<W>): Wfsa<W> {
  const { initialWeight, finalWeight, source, target } = automaton;
  const ends = { initialWeight: finalWeight, finalWeight: initialWeight, source: target, target: source };
  return new Wfsa({ ...automaton, ...ends, algebra: opposite }, false);
}

/**
 * The automaton whose state i is `states[i]` of another one. An arc to q leads to `number[q]`, and is left out if that is
 * negative. The first state stays initial. Linear.
 */
export function renumbered<W>(parts: WdfsaParts<W>, states: Int32Array, number: Int32Array): Wdfsa<W> {
  const { algebra, alphabet, names } = parts;
  const width = alphabet.size;
  const target = new Int32Array(states.length * width).fill(-1);
  const arcWeight = algebra.array(target.length);
  for (let state = 0, arc = 0; state < states.length; state++) {
    for (let old = states[state] * width, end = old + width; old < end; old++, arc++) {
      const to = parts.target[old];
      if (to < 0 || number[to] < 0) continue;
      target[arc] = number[to];
      arcWeight[arc] = parts.arcWeight[old];
    }
  }
  const finalWeight = weightsAt(algebra, parts.finalWeight, states);
  const kept = names && Array.from(states, (state) => names[state]);
  return new Wdfsa({ ...parts, target, arcWeight, finalWeight, names: kept }, false);
}
