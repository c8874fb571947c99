import type { GroupWithZero } from "../algebra/semifield.ts";
import { type WeightMap, weightMap } from "../algebra/weight-map.ts";

/**
 * Numbers for normalised rows: two rows have the same number exactly when their entries so far are equal. A row grows
 * with the columns, so the numbers are nodes of a tree that is descended one entry at a time; a new column costs one
 * step per row.
 */
export class RowClasses<W> {
  readonly #algebra: GroupWithZero<W>;
  /** The branches of each node, by the next entry. */
  readonly #branches: (WeightMap<W, number> | undefined)[] = [undefined];
  readonly #add = () => this.#branches.push(undefined) - 1;

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  /** The class of a row that was in class `node` and goes on with this entry. */
  next(node: number, entry: W): number {
    let branches = this.#branches[node];
    if (branches === undefined) {
      branches = weightMap(this.#algebra);
      this.#branches[node] = branches;
    }
    return branches.getOrAdd(entry, this.#add);
  }
}
