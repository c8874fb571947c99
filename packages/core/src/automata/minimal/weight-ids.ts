import type { GroupWithZero, Key, ReadonlyWeights } from "../../algebra/semifield.ts";

/**
 * A small integer for each weight of an array: the same for equal weights, and counted from 0 without gaps.
 *
 * Over an exact algebra by keys. Over an inexact one weights are matched by nearness, never by rounding: numbers
 * are sorted, and a new class starts where the distance to the neighbour exceeds the tolerance; other weights
 * are compared with the first of each class.
 */
export function weightIds<W>(
  algebra: GroupWithZero<W>,
  weights: ReadonlyWeights<W>,
): { ids: Int32Array; count: number } {
  const ids = new Int32Array(weights.length);
  if (algebra.exact) {
    const known = new Map<Key, number>();
    for (let i = 0; i < ids.length; i++) {
      const key = algebra.key(weights[i]);
      let id = known.get(key);
      if (id === undefined) {
        id = known.size;
        known.set(key, id);
      }
      ids[i] = id;
    }
    return { ids, count: known.size };
  }
  if (weights.length > 0 && typeof weights[0] === "number") {
    const numbers = weights as unknown as ReadonlyWeights<number>;
    const order = Array.from(ids, (_, i) => i).sort((i, j) => compareNumbers(numbers[i], numbers[j]));
    let count = 0;
    for (let i = 1; i < order.length; i++) {
      if (!algebra.equals(weights[order[i - 1]], weights[order[i]])) count++;
      ids[order[i]] = count;
    }
    return { ids, count: count + 1 };
  }
  const leaders: W[] = [];
  for (let i = 0; i < ids.length; i++) {
    const found = leaders.findIndex((leader) => algebra.equals(leader, weights[i]));
    ids[i] = found >= 0 ? found : leaders.push(weights[i]) - 1;
  }
  return { ids, count: leaders.length };
}

/** `a - b` would be NaN between two infinities. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
