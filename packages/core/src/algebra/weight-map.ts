import type { GroupWithZero, Key } from "./semifield.ts";

/**
 * A map from weights to values.
 *
 * Over an exact algebra equal weights share an entry, found by key in constant time. Over an inexact one a weight belongs
 * to the nearest entry within the tolerance (to the older one of two at the same distance), and a weight with no entry
 * within the tolerance gets its own; that takes a pass over the entries. Since nearness is not transitive, the entries
 * depend on the order in which weights are added.
 *
 *     const counts = weightMap<Rational, { count: number }>(rational);
 *     for (const weight of weights) counts.getOrAdd(weight, () => ({ count: 0 })).count++;
 */
export interface WeightMap<W, T> {
  /** The number of entries. */
  readonly size: number;
  /** The value of a weight's entry, or `undefined` when it has none. */
  get(weight: W): T | undefined;
  /** Sets the value of a weight's entry, which is added when there is none. */
  set(weight: W, value: T): void;
  /** The value of a weight's entry, which is added when there is none. */
  getOrAdd(weight: W, make: () => T): T;
  /** The values, those of the oldest entries first. */
  values(): T[];
}

/**
 * An empty map from weights to values: by key over an exact algebra, else to the nearest entry within the tolerance.
 *
 * @example
 * const counts = weightMap<Rational, { count: number }>(rational);
 * for (const weight of [fraction(1, 2), fraction(2, 4)]) counts.getOrAdd(weight, () => ({ count: 0 })).count++;
 * console.log(counts.get(fraction(1, 2))?.count); // 2
 */
export function weightMap<W, T>(algebra: GroupWithZero<W>): WeightMap<W, T> {
  return new Entries(algebra);
}

class Entries<W, T> implements WeightMap<W, T> {
  readonly #algebra: GroupWithZero<W>;
  readonly #values = new Map<Key, T>();
  /** Over an inexact algebra, the weights of the entries: the place of a weight is the key of its entry. */
  readonly #weights: W[] = [];

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  get size(): number {
    return this.#values.size;
  }

  get(weight: W): T | undefined {
    return this.#values.get(this.#key(weight));
  }

  set(weight: W, value: T): void {
    this.#put(this.#key(weight), weight, value);
  }

  getOrAdd(weight: W, make: () => T): T {
    const key = this.#key(weight);
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#put(key, weight, value);
    return value;
  }

  values(): T[] {
    return [...this.#values.values()];
  }

  #put(key: Key, weight: W, value: T): void {
    if (!this.#algebra.exact && key === this.#weights.length) this.#weights.push(weight);
    this.#values.set(key, value);
  }

  /** The key of a weight's entry, or that of the next one when it has none. */
  #key(weight: W): Key {
    const algebra = this.#algebra;
    if (algebra.exact) return algebra.key(weight);
    const weights = this.#weights;
    let [nearest, least] = [weights.length, Number.POSITIVE_INFINITY];
    for (let place = 0; place < weights.length; place++) {
      const distance = algebra.distance(weights[place], weight);
      if (distance <= algebra.tolerance && distance < least) [nearest, least] = [place, distance];
    }
    return nearest;
  }
}
