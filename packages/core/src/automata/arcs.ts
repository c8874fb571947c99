import type { GroupWithZero, ReadonlyWeights, Weights } from "../algebra/semifield.ts";

/** Arcs as four parallel arrays. */
export interface Arcs<W> {
  readonly source: Int32Array;
  readonly letter: Int32Array;
  readonly target: Int32Array;
  readonly arcWeight: Weights<W>;
}

/** Arcs grouped by their source: those of state q are numbers `start[q]` to `start[q + 1] - 1`. */
export interface SortedArcs<W> extends Arcs<W> {
  readonly start: Int32Array;
}

/**
 * Sorts arcs by source, then by letter (ε, which is -1, first); otherwise they keep their order. Two counting sorts:
 * linear in arcs, states and letters. Arcs that are sorted already are not copied.
 */
export function sortArcs<W>(
  arcs: Arcs<W> & { readonly algebra: GroupWithZero<W> },
  states: number,
  letters: number,
): SortedArcs<W> {
  const { source, letter, target, arcWeight } = arcs;
  const start = new Int32Array(states + 1);
  for (let arc = 0; arc < source.length; arc++) start[source[arc] + 1]++;
  for (let state = 0; state < states; state++) start[state + 1] += start[state];
  if (areSorted(source, letter)) return { start, source, letter, target, arcWeight };

  const byLetter = countingSort(letter, -1, letters + 1, undefined);
  const order = countingSort(source, 0, states, byLetter);
  const weights = arcs.algebra.array(order.length);
  for (let i = 0; i < order.length; i++) weights[i] = arcWeight[order[i]];
  return {
    start,
    source: order.map((arc) => source[arc]),
    letter: order.map((arc) => letter[arc]),
    target: order.map((arc) => target[arc]),
    arcWeight: weights,
  };
}

function areSorted(source: Int32Array, letter: Int32Array): boolean {
  for (let arc = 1; arc < source.length; arc++) {
    const before = source[arc - 1];
    if (before > source[arc] || (before === source[arc] && letter[arc - 1] > letter[arc])) return false;
  }
  return true;
}

/** The places of `values` (from `least` on, `range` of them) by increasing value; ties keep the given `order`. */
function countingSort(
  values: Int32Array,
  least: number,
  range: number,
  order: Int32Array | undefined,
): Int32Array {
  const next = new Int32Array(range + 1);
  for (let i = 0; i < values.length; i++) next[values[i] - least + 1]++;
  for (let value = 0; value < range; value++) next[value + 1] += next[value];
  const sorted = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const at = order === undefined ? i : order[i];
    sorted[next[values[at] - least]++] = at;
  }
  return sorted;
}

/** The arcs of one letter, as parallel arrays: the entries of a matrix of doubles. */
export interface LetterArcs {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
}

/** The arcs by letter, with weights as numbers; they keep their order. No ε arcs. */
export function arcsByLetter<W>(
  {
    source,
    letter,
    target,
    arcWeight,
  }: { readonly [name in keyof Arcs<W>]: ReadonlyWeights<Arcs<W>[name][number]> },
  letters: number,
  number: (weight: W) => number,
): LetterArcs[] {
  const places: number[][] = Array.from({ length: letters }, () => []);
  for (let arc = 0; arc < letter.length; arc++) places[letter[arc]].push(arc);
  return places.map((arcs) => ({
    source: Int32Array.from(arcs, (arc) => source[arc]),
    target: Int32Array.from(arcs, (arc) => target[arc]),
    weight: Float64Array.from(arcs, (arc) => number(arcWeight[arc])),
  }));
}
