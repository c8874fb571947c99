import type { GroupWithZero, InexactGroup, ReadonlyWeights } from "../../algebra/semifield.ts";
import { weightMap } from "../../algebra/weight-map.ts";

/**
 * A small integer for each weight of an array: the same for weights that share an entry of a `WeightMap`, and counted
 * from 0 without gaps.
 */
export function weightIds<W>(
  algebra: GroupWithZero<W>,
  weights: ReadonlyWeights<W>,
): { ids: Int32Array; count: number } {
  if (!algebra.exact && typeof weights[0] === "number") {
    return idsOfNumbers(
      algebra as unknown as InexactGroup<number>,
      weights as unknown as ReadonlyWeights<number>,
    );
  }
  const ids = new Int32Array(weights.length);
  const known = weightMap<W, number>(algebra);
  const next = () => known.size;
  for (let i = 0; i < ids.length; i++) ids[i] = known.getOrAdd(weights[i], next);
  return { ids, count: known.size };
}

/**
 * What adding the numbers to a `WeightMap` in increasing order gives, in linearithmic instead of quadratic time: the
 * nearest entry is then the last one, since distances grow along the line.
 */
function idsOfNumbers(
  algebra: InexactGroup<number>,
  numbers: ReadonlyWeights<number>,
): { ids: Int32Array; count: number } {
  const ids = new Int32Array(numbers.length);
  const order = Array.from(ids, (_, i) => i).sort((i, j) => compareNumbers(numbers[i], numbers[j]));
  let count = 0;
  let entry = numbers[order[0]];
  for (const place of order) {
    if (!algebra.equals(entry, numbers[place])) {
      entry = numbers[place];
      count++;
    }
    ids[place] = count;
  }
  return { ids, count: count + 1 };
}

/** `a - b` would be NaN between two infinities. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
