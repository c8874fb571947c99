import type { GroupWithZero, Weights } from "../../algebra/semifield.ts";

/**
 * Union-find over states whose right languages are claimed to be homothetic: each link stores the factor between two
 * right languages. It can also say *why* two nodes are in one class: a second set of trees has the claims that joined the
 * classes for edges and is never compressed (the proof forest of Nieuwenhuis and Oliveras 2005).
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
  /** The neighbour of a node in the trees of claims, on the way to their root; -1 for the root. */
  readonly #proofParent: Int32Array;
  /** The claim that joins the two. */
  readonly #proofClaim: Int32Array;

  constructor(algebra: GroupWithZero<W>, nodes: number) {
    this.#algebra = algebra;
    this.nodes = nodes;
    this.factor = algebra.array(nodes);
    this.#parent = new Int32Array(nodes);
    this.#count = new Int32Array(nodes);
    this.#path = new Int32Array(nodes);
    this.#proofParent = new Int32Array(nodes);
    this.#proofClaim = new Int32Array(nodes);
    for (let node = 0; node < nodes; node++) this.reset(node);
  }

  /** Makes a node a class of its own. Only for all nodes of a class together. */
  reset(node: number): void {
    this.#parent[node] = node;
    this.factor[node] = this.#algebra.one;
    this.#count[node] = 1;
    this.#proofParent[node] = -1;
    this.#proofClaim[node] = -1;
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
  link(left: number, right: number, rootLeft: number, rootRight: number, between: W, claim: number): void {
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
    if (leftIsSmaller) this.#attach(left, right, claim);
    else this.#attach(right, left, claim);
  }

  /** Makes a node the root of its tree of claims, and hangs it below a node of another tree. */
  #attach(root: number, below: number, by: number): void {
    let node = root;
    let parent = below;
    let claim = by;
    while (node >= 0) {
      const nextNode = this.#proofParent[node];
      const nextClaim = this.#proofClaim[node];
      this.#proofParent[node] = parent;
      this.#proofClaim[node] = claim;
      parent = node;
      claim = nextClaim;
      node = nextNode;
    }
  }

  /** The nodes on the way from one node to another of its class through the trees of claims, and the claim of each step. */
  proof(left: number, right: number): { nodes: number[]; claims: number[] } {
    const places = new Map<number, number>();
    const nodes: number[] = [];
    for (let node = left; node >= 0; node = this.#proofParent[node]) {
      places.set(node, nodes.length);
      nodes.push(node);
    }
    const behind: number[] = [];
    let meeting = right;
    for (; !places.has(meeting); meeting = this.#proofParent[meeting]) behind.push(meeting);
    nodes.length = (places.get(meeting) as number) + 1;
    const claims = nodes.slice(0, -1).map((node) => this.#proofClaim[node]);
    for (const node of behind.reverse()) {
      nodes.push(node);
      claims.push(this.#proofClaim[node]);
    }
    return { nodes, claims };
  }
}
