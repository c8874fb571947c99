import type { Wdfsa } from "../../automata/wdfsa.ts";
import type { PrefixTree } from "../../words/prefix-tree.ts";

/** Nobody has asked for the state after this word. */
const UNVISITED = -2;

/** The path of a hypothesis through the words of a tree, as far as somebody asks for it. */
export class TreeWalk<W> {
  readonly #hypothesis: Wdfsa<W>;
  readonly #tree: PrefixTree;
  /** The state after each word, -1 where there is none, or `UNVISITED`. */
  readonly #state: Int32Array;
  /** The weight accumulated before that state. */
  readonly weight: W[];

  constructor(hypothesis: Wdfsa<W>, tree: PrefixTree) {
    this.#hypothesis = hypothesis;
    this.#tree = tree;
    this.#state = new Int32Array(tree.size).fill(UNVISITED);
    this.weight = new Array<W>(tree.size);
    this.#state[0] = hypothesis.size === 0 ? -1 : 0;
    this.weight[0] = hypothesis.initialWeight;
  }

  /** The state after the word of a node, or -1. */
  to(node: number): number {
    const { algebra, alphabet, target, arcWeight } = this.#hypothesis;
    const path: number[] = [];
    for (let at = node; this.#state[at] === UNVISITED; at = this.#tree.parent(at)) path.push(at);
    for (let next = path.pop(); next !== undefined; next = path.pop()) {
      const before = this.#tree.parent(next);
      const arc = this.#state[before] * alphabet.size + this.#tree.letter(next);
      const state = this.#state[before] < 0 ? -1 : target[arc];
      this.#state[next] = state;
      if (state >= 0) this.weight[next] = algebra.times(this.weight[before], arcWeight[arc]);
    }
    return this.#state[node];
  }
}
