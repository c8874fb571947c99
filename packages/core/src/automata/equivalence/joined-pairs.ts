import type { Letter } from "../../words/word.ts";

/**
 * Union-find over the states of two automata, without factors, and the pairs of states that joined two classes, in
 * breadth-first order. Its arrays serve many comparisons: most comparisons with hypotheses end after a few pairs.
 */
export class JoinedPairs {
  /** How many states the left automaton has: node v stands for its state v, or for state v − |left| of the right one. */
  readonly #lefts: number;
  /** The parent of a node, itself for a root. */
  #parent = new Int32Array(0);
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  /** How a pair was reached: the length of its word, the pair before the last letter (-1 for ε), and that letter. */
  #depth = new Int32Array(0);
  #from = new Int32Array(0);
  #letter = new Int32Array(0);
  #count = 0;

  constructor(lefts: number) {
    this.#lefts = lefts;
  }

  /** How many pairs joined two classes. */
  get count(): number {
    return this.#count;
  }

  left(pair: number): number {
    return this.#left[pair];
  }

  right(pair: number): number {
    return this.#right[pair];
  }

  depth(pair: number): number {
    return this.#depth[pair];
  }

  /** Joins the classes of two states; false if they were one already. */
  join(p: number, q: number, from: number, letter: Letter): boolean {
    const parent = this.#parent;
    const rootLeft = root(parent, p);
    const rootRight = root(parent, this.#lefts + q);
    if (rootLeft === rootRight) return false;
    parent[rootLeft] = rootRight;
    const pair = this.#count++;
    this.#left[pair] = p;
    this.#right[pair] = q;
    this.#depth[pair] = from < 0 ? 0 : this.#depth[from] + 1;
    this.#from[pair] = from;
    this.#letter[pair] = letter;
    return true;
  }

  /** The word that reaches a pair. */
  word(pair: number): Letter[] {
    const word: Letter[] = [];
    for (let at = pair; this.#from[at] >= 0; at = this.#from[at]) word.push(this.#letter[at]);
    return word.reverse();
  }

  /** Makes room for the states of a right automaton. */
  reserve(rights: number): void {
    const nodes = this.#lefts + rights;
    if (nodes <= this.#parent.length) return;
    const room = this.#parent.length === 0 ? nodes : Math.ceil(1.5 * nodes);
    this.#parent = Int32Array.from({ length: room }, (_, node) => node);
    this.#left = new Int32Array(room);
    this.#right = new Int32Array(room);
    this.#depth = new Int32Array(room);
    this.#from = new Int32Array(room);
    this.#letter = new Int32Array(room);
  }

  /** Takes all classes apart again. Only the nodes of pairs were changed. */
  clear(): void {
    for (let pair = 0; pair < this.#count; pair++) {
      this.#parent[this.#left[pair]] = this.#left[pair];
      this.#parent[this.#lefts + this.#right[pair]] = this.#lefts + this.#right[pair];
    }
    this.#count = 0;
  }
}

/** The root of a node; halves the path to it. */
function root(parent: Int32Array, node: number): number {
  let at = node;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}
