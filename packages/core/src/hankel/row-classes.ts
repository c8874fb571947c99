import type { GroupWithZero, Key } from "../algebra/semifield.ts";

/**
 * Numbers for normalised rows: two rows have the same number exactly when their entries so far are equal. A row
 * grows with the columns, so the numbers are nodes of a tree that is descended one entry at a time; a new column
 * costs one step per row.
 *
 * Over an exact algebra a branch is found by key; over an inexact one the nearest branch within the tolerance is
 * taken, and a new one opened when there is none.
 */
export class RowClasses<W> {
  readonly #algebra: GroupWithZero<W>;
  /** The branches of each node, by key. */
  readonly #byKey: (Map<Key, number> | undefined)[] = [undefined];
  /** The branches of each node, by nearness. */
  readonly #byNearness: { weight: W; node: number }[][] = [[]];
  #count = 1;

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  /** The class of a row that was in class `node` and goes on with this entry. */
  next(node: number, entry: W): number {
    return this.#algebra.exact ? this.#exact(node, this.#algebra.key(entry)) : this.#near(node, entry);
  }

  #exact(node: number, key: Key): number {
    let branches = this.#byKey[node];
    if (branches === undefined) {
      branches = new Map();
      this.#byKey[node] = branches;
    }
    let next = branches.get(key);
    if (next === undefined) {
      next = this.#count++;
      branches.set(key, next);
    }
    return next;
  }

  #near(node: number, entry: W): number {
    const algebra = this.#algebra;
    if (algebra.exact) return -1;
    const branches = this.#byNearness[node];
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < branches.length; i++) {
      const distance = algebra.distance(branches[i].weight, entry);
      if (distance <= algebra.tolerance && distance < least) {
        least = distance;
        nearest = i;
      }
    }
    if (nearest >= 0) return branches[nearest].node;
    const added = this.#count++;
    branches.push({ weight: entry, node: added });
    this.#byNearness[added] = [];
    return added;
  }
}
