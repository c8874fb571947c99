import type { GroupWithZero, InexactGroup, ReadonlyWeights } from "../../algebra/semifield.ts";
import { weightMap } from "../../algebra/weight-map.ts";

/**
 * Numbers the weights of an array from 0 on: weights that share an entry of a `WeightMap` have the same number.
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
 * The same numbers as adding the weights to a `WeightMap` in increasing order, but in linearithmic instead of quadratic
 * time: in that order the nearest entry is always the last one.
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
