import type { GroupWithZero, Weights } from "../../algebra/semifield.ts";

/**
 * The arrays of a comparison, see `compare`. They outlive it: most comparisons with a learner's hypotheses end after a few
 * pairs, and making a dozen arrays of all states anew would take longer than they do.
 */
export class Forest<W> {
  readonly algebra: GroupWithZero<W>;
  readonly nodes: number;

  /** Union-find: the parent of a node, itself for a root. */
  readonly parent: Int32Array;
  /** L_node = factor ⊗ L_parent. */
  readonly factor: Weights<W>;
  readonly weight: Int32Array;
  readonly path: Int32Array;

  /** The proof forest: the same classes, but its edges are claims, and nothing is compressed. */
  readonly proofParent: Int32Array;
  readonly proofClaim: Int32Array;

  /** Claims that merged two classes, in breadth-first order: at most one fewer than there are nodes. */
  readonly claimLeft: Int32Array;
  readonly claimRight: Int32Array;
  readonly claimFactor: Weights<W>;
  readonly claimDepth: Int32Array;
  readonly claimFrom: Int32Array;
  readonly claimLetter: Int32Array;
  claims = 0;

  constructor(algebra: GroupWithZero<W>, nodes: number) {
    this.algebra = algebra;
    this.nodes = nodes;
    this.parent = new Int32Array(nodes);
    this.factor = algebra.array(nodes);
    this.weight = new Int32Array(nodes);
    this.path = new Int32Array(nodes);
    this.proofParent = new Int32Array(nodes);
    this.proofClaim = new Int32Array(nodes);
    this.claimLeft = new Int32Array(nodes);
    this.claimRight = new Int32Array(nodes);
    this.claimFactor = algebra.array(nodes);
    this.claimDepth = new Int32Array(nodes);
    this.claimFrom = new Int32Array(nodes);
    this.claimLetter = new Int32Array(nodes);
    for (let node = 0; node < nodes; node++) this.#alone(node);
  }

  /** Only the nodes of claims have been written to; those of the right automaton begin at `right`. */
  clear(right: number): void {
    for (let claim = 0; claim < this.claims; claim++) {
      this.#alone(this.claimLeft[claim]);
      this.#alone(right + this.claimRight[claim]);
    }
    this.claims = 0;
  }

  #alone(node: number): void {
    this.parent[node] = node;
    this.factor[node] = this.algebra.one;
    this.weight[node] = 1;
    this.proofParent[node] = -1;
    this.proofClaim[node] = -1;
  }
}
