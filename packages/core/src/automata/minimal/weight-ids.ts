import type { GroupWithZero, ReadonlyWeights } from "../../algebra/semifield.ts";
import { weightMap } from "../../algebra/weight-map.ts";
import { lookUp } from "../../interruption.ts";

/**
 * Numbers the weights of an array from 0 on: weights that share an entry of a `WeightMap` have the same number.
 */
export function weightIds<W>(
  algebra: GroupWithZero<W>,
  weights: ReadonlyWeights<W>,
): { ids: Int32Array; count: number } {
  const order = algebra.exact || weights.length === 0 ? undefined : increasing(weights);
  if (order !== undefined) return idsInOrder(algebra, weights, order);
  const ids = new Int32Array(weights.length);
  const known = weightMap<W, number>(algebra);
  const next = () => known.size;
  for (let i = 0; i < ids.length; i++) {
    lookUp();
    // Often a weight is the one before.
    ids[i] = i > 0 && weights[i] === weights[i - 1] ? ids[i - 1] : known.getOrAdd(weights[i], next);
  }
  return { ids, count: known.size };
}

/** The places of numbers, by increasing number; `undefined` if the weights are no numbers. */
function increasing<W>(weights: ReadonlyWeights<W>): Int32Array | undefined {
  const numbers = new Float64Array(weights.length);
  for (let i = 0; i < numbers.length; i++) {
    const weight = weights[i];
    if (typeof weight !== "number") return undefined;
    numbers[i] = weight;
  }
  return Int32Array.from(numbers.keys()).sort((i, j) => compareNumbers(numbers[i], numbers[j]));
}

/**
 * The same numbers as adding the weights to a `WeightMap` in increasing order, but in linearithmic instead of quadratic
 * time: in that order the nearest entry is always the last one.
 */
function idsInOrder<W>(
  algebra: GroupWithZero<W>,
  weights: ReadonlyWeights<W>,
  order: Int32Array,
): { ids: Int32Array; count: number } {
  const ids = new Int32Array(weights.length);
  let count = 0;
  let entry = weights[order[0]];
  for (const place of order) {
    if (!algebra.equals(entry, weights[place])) {
      entry = weights[place];
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
