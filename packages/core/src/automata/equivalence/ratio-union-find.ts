import type { GroupWithZero, Weights } from "../../algebra/semifield.ts";

/**
 * Union-find over states whose right languages are claimed to be homothetic: each link stores the factor between two
 * right languages.
 */
export class RatioUnionFind<W> {
  readonly nodes: number;
  /** L_node = factor ⊗ L_parent; 1 for a root. */
  readonly factor: Weights<W>;
  readonly #algebra: GroupWithZero<W>;
  /** The parent of a node, itself for a root. */
  readonly #parent: Int32Array;
  /** The number of nodes below a root. */
  readonly #count: Int32Array;
  readonly #path: Int32Array;

  constructor(algebra: GroupWithZero<W>, nodes: number) {
    this.#algebra = algebra;
    this.nodes = nodes;
    this.factor = algebra.array(nodes);
    this.#parent = new Int32Array(nodes);
    this.#count = new Int32Array(nodes);
    this.#path = new Int32Array(nodes);
    for (let node = 0; node < nodes; node++) this.reset(node);
  }

  /** Makes a node a class of its own. Only for all nodes of a class together. */
  reset(node: number): void {
    this.#parent[node] = node;
    this.factor[node] = this.#algebra.one;
    this.#count[node] = 1;
  }

  /** The root of a node, which then hangs directly below it. */
  find(node: number): number {
    const parent = this.#parent;
    const factor = this.factor;
    const path = this.#path;
    let length = 0;
    let root = node;
    while (parent[root] !== root) {
      path[length++] = root;
      root = parent[root];
    }
    for (let i = length - 2; i >= 0; i--) {
      factor[path[i]] = this.#algebra.times(factor[path[i]], factor[path[i + 1]]);
      parent[path[i]] = root;
    }
    return root;
  }

  /** Joins the classes of two nodes because of a claim: L_left = between ⊗ L_right. The roots are given. */
  link(left: number, right: number, rootLeft: number, rootRight: number, between: W): void {
    const algebra = this.#algebra;
    // L_rootLeft = f_left⁻¹ ⊗ between ⊗ f_right ⊗ L_rootRight.
    const factor = algebra.times(
      algebra.times(algebra.inverse(this.factor[left]), between),
      this.factor[right],
    );
    const leftIsSmaller = this.#count[rootLeft] <= this.#count[rootRight];
    const child = leftIsSmaller ? rootLeft : rootRight;
    const root = leftIsSmaller ? rootRight : rootLeft;
    this.#parent[child] = root;
    this.factor[child] = leftIsSmaller ? factor : algebra.inverse(factor);
    this.#count[root] += this.#count[child];
  }
}
