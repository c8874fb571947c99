import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";

/**
 * Every answer so far, by the node of its word: what is known is never asked again, however a word is cut into
 * prefix and suffix.
 */
export class Observations<W> {
  readonly tree = new PrefixTree();
  readonly algebra: GroupWithZero<W>;
  /** 1 + the place of the node's answer in `#weights`; 0 when it has not been asked. */
  #place = new Int32Array(64);
  readonly #weights: W[] = [];

  constructor(algebra: GroupWithZero<W>) {
    this.algebra = algebra;
  }

  /** How many answers there are. */
  get count(): number {
    return this.#weights.length;
  }

  knows(node: number): boolean {
    return node < this.#place.length && this.#place[node] > 0;
  }

  /** The weight of a node's word; asking for one that is not known is a mistake of the learner. */
  weight(node: number): W {
    const place = node < this.#place.length ? this.#place[node] : 0;
    if (place === 0) throw new HankelError("usage", `no answer yet for the word of node ${node}`);
    return this.#weights[place - 1];
  }

  record(node: number, weight: W): void {
    if (node >= this.#place.length) {
      const grown = new Int32Array(Math.max(node + 1, 2 * this.#place.length));
      grown.set(this.#place);
      this.#place = grown;
    }
    if (this.#place[node] > 0) throw new HankelError("usage", `node ${node} has an answer already`);
    this.#place[node] = this.#weights.push(weight);
  }

  /** The node of u·v; the word joins the tree if it is not there. */
  node(prefix: number, suffix: Word): number {
    return this.tree.insert(suffix, prefix);
  }
}
