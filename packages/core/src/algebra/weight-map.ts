import type { ExactGroup, GroupWithZero, InexactGroup, Key } from "./semifield.ts";

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
 */
export function weightMap<W, T>(algebra: GroupWithZero<W>): WeightMap<W, T> {
  return algebra.exact ? new MapByKey(algebra) : new MapByNearness(algebra);
}

class MapByKey<W, T> implements WeightMap<W, T> {
  readonly #algebra: ExactGroup<W>;
  readonly #values = new Map<Key, T>();

  constructor(algebra: ExactGroup<W>) {
    this.#algebra = algebra;
  }

  get size(): number {
    return this.#values.size;
  }

  get(weight: W): T | undefined {
    return this.#values.get(this.#algebra.key(weight));
  }

  set(weight: W, value: T): void {
    this.#values.set(this.#algebra.key(weight), value);
  }

  getOrAdd(weight: W, make: () => T): T {
    const key = this.#algebra.key(weight);
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#values.set(key, value);
    return value;
  }

  values(): T[] {
    return [...this.#values.values()];
  }
}

interface Entry<W, T> {
  readonly weight: W;
  value: T;
}

class MapByNearness<W, T> implements WeightMap<W, T> {
  readonly #algebra: InexactGroup<W>;
  readonly #entries: Entry<W, T>[] = [];

  constructor(algebra: InexactGroup<W>) {
    this.#algebra = algebra;
  }

  get size(): number {
    return this.#entries.length;
  }

  get(weight: W): T | undefined {
    return this.#nearest(weight)?.value;
  }

  set(weight: W, value: T): void {
    const nearest = this.#nearest(weight);
    if (nearest === undefined) this.#entries.push({ weight, value });
    else nearest.value = value;
  }

  getOrAdd(weight: W, make: () => T): T {
    const nearest = this.#nearest(weight);
    if (nearest !== undefined) return nearest.value;
    const value = make();
    this.#entries.push({ weight, value });
    return value;
  }

  values(): T[] {
    return this.#entries.map(({ value }) => value);
  }

  #nearest(weight: W): Entry<W, T> | undefined {
    const algebra = this.#algebra;
    let nearest: Entry<W, T> | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries) {
      const distance = algebra.distance(entry.weight, weight);
      if (distance > algebra.tolerance || distance >= least) continue;
      least = distance;
      nearest = entry;
    }
    return nearest;
  }
}
