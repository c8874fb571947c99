import type { GroupWithZero, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { Wfsa } from "../wfsa.ts";

/** An arc that joins the pieces. */
export interface Joint<W> {
  readonly source: number;
  readonly letter: number;
  readonly target: number;
  readonly weight: W;
}

/**
 * Several automata side by side in one: their states one after the other, then `extra` states, and more arcs between them.
 * The caller says which states are initial and final. Linear.
 */
export function join<W>(
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
export function sideBySide<W>(
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
