import type { GroupWithZero } from "../algebra/semifield.ts";
import { type WeightMap, weightMap } from "../algebra/weight-map.ts";

/**
 * Numbers normalised rows: two rows have the same number if and only if their entries so far are equal. The numbers are
 * the nodes of a tree, which a row descends one entry at a time; so a new column costs one step per row.
 */
export class RowClasses<W> {
  readonly #algebra: GroupWithZero<W>;
  /** The branches of each node, by the next entry. */
  readonly #branches: (WeightMap<W, number> | undefined)[] = [undefined];
  readonly #add = () => this.#branches.push(undefined) - 1;

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
  }

  /** The class of a row that was in class `node` and has this next entry. */
  next(node: number, entry: W): number {
    let branches = this.#branches[node];
    if (branches === undefined) {
      branches = weightMap(this.#algebra);
      this.#branches[node] = branches;
    }
    return branches.getOrAdd(entry, this.#add);
  }
}
