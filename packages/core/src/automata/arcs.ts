import type { GroupWithZero, ReadonlyWeights, Weights } from "../algebra/semifield.ts";
import type { ReadonlyInts } from "./wdfsa.ts";

/** Arcs as four parallel arrays. */
export interface Arcs<W> {
  readonly source: ReadonlyInts;
  readonly letter: ReadonlyInts;
  readonly target: ReadonlyInts;
  readonly arcWeight: ReadonlyWeights<W>;
}

/** Arcs grouped by their source: those of state q are numbers `start[q]` to `start[q + 1] - 1`. */
interface SortedArcs<W> extends Arcs<W> {
  readonly start: Int32Array;
}

/**
 * Sorts arcs by source, then by letter (ε, which is -1, first); otherwise they keep their order. Linear in arcs, states
 * and letters. Arcs that are sorted already are not copied.
 */
export function sortArcs<W>(
  arcs: Arcs<W> & { readonly algebra: GroupWithZero<W> },
  states: number,
  letters: number,
): SortedArcs<W> {
  const { source, letter, target, arcWeight } = arcs;
  if (areSorted(source, letter)) {
    return { start: grouped(source, states).start, source, letter, target, arcWeight };
  }
  const fromEpsilon = Int32Array.from({ length: letter.length }, (_, arc) => letter[arc] + 1);
  const byLetter = grouped(fromEpsilon, letters + 1).places;
  const { start, places } = grouped(source, states, byLetter);
  return { start, ...arcsAt(arcs, places) };
}

/** The arcs at these places. */
export function arcsAt<W>(
  { algebra, source, letter, target, arcWeight }: Arcs<W> & { readonly algebra: GroupWithZero<W> },
  places: Int32Array,
): Arcs<W> {
  return {
    source: places.map((arc) => source[arc]),
    letter: places.map((arc) => letter[arc]),
    target: places.map((arc) => target[arc]),
    arcWeight: weightsAt(algebra, arcWeight, places),
  };
}

/**
 * The places of an array by what stands there: those of value v are `places[start[v]]` to `places[start[v + 1] - 1]`, in
 * the given order, or from the first on. Negative values are left out. A counting sort.
 */
export function grouped(
  values: ReadonlyInts,
  range: number,
  order?: Int32Array,
): { start: Int32Array; places: Int32Array } {
  const start = new Int32Array(range + 1);
  for (let i = 0; i < values.length; i++) if (values[i] >= 0) start[values[i] + 1]++;
  for (let value = 0; value < range; value++) start[value + 1] += start[value];
  const next = start.slice(0, range);
  const places = new Int32Array(start[range]);
  for (let i = 0; i < values.length; i++) {
    const at = order === undefined ? i : order[i];
    if (values[at] >= 0) places[next[values[at]]++] = at;
  }
  return { start, places };
}

/** The places below a number that pass, in order. */
export function placesWhere(count: number, passes: (place: number) => boolean): Int32Array {
  const places = new Int32Array(count);
  let found = 0;
  for (let place = 0; place < count; place++) if (passes(place)) places[found++] = place;
  return places.subarray(0, found);
}

/** The weights at these places. */
export function weightsAt<W>(
  algebra: GroupWithZero<W>,
  weights: ReadonlyWeights<W>,
  places: ReadonlyInts,
): Weights<W> {
  const found = algebra.array(places.length);
  for (let i = 0; i < places.length; i++) found[i] = weights[places[i]];
  return found;
}

function areSorted(source: ReadonlyInts, letter: ReadonlyInts): boolean {
  for (let arc = 1; arc < source.length; arc++) {
    const before = source[arc - 1];
    if (before > source[arc] || (before === source[arc] && letter[arc - 1] > letter[arc])) return false;
  }
  return true;
}

/** The arcs of one letter, as parallel arrays: the entries of a matrix of doubles. */
export interface LetterArcs {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
}

/** The arcs by letter, with weights as numbers; they keep their order. No ε arcs. */
export function arcsByLetter<W>(
  { source, letter, target, arcWeight }: Arcs<W>,
  letters: number,
  number: (weight: W) => number,
): LetterArcs[] {
  const { start, places } = grouped(letter, letters);
  return Array.from({ length: letters }, (_, a) => {
    const arcs = places.subarray(start[a], start[a + 1]);
    return {
      source: arcs.map((arc) => source[arc]),
      target: arcs.map((arc) => target[arc]),
      weight: Float64Array.from(arcs, (arc) => number(arcWeight[arc])),
    };
  });
}
