import { type Letter, linkedWord, type Word } from "../../words/word.ts";

/**
 * The claims of a comparison, in breadth-first order: pairs (p, q) of states that a word reaches in the two automata, and
 * behind which they should agree. The word is that of an earlier claim and a letter.
 */
export class Claims {
  left = new Int32Array(0);
  right = new Int32Array(0);
  /** The length of the word. */
  depth = new Int32Array(0);
  count = 0;
  /** The shortest word so far on which the automata differ. */
  best: Word | undefined;
  bestLength = Number.POSITIVE_INFINITY;
  /** The earlier claim, or -1 for ε. */
  #from = new Int32Array(0);
  #letter = new Int32Array(0);

  /** Makes room for this many claims. */
  reserve(room: number): void {
    this.left = new Int32Array(room);
    this.right = new Int32Array(room);
    this.depth = new Int32Array(room);
    this.#from = new Int32Array(room);
    this.#letter = new Int32Array(room);
  }

  /** Adds a claim and returns its number. */
  add(left: number, right: number, from: number, letter: Letter): number {
    const claim = this.count++;
    this.left[claim] = left;
    this.right[claim] = right;
    this.depth[claim] = from < 0 ? 0 : this.depth[from] + 1;
    this.#from[claim] = from;
    this.#letter[claim] = letter;
    return claim;
  }

  /** The word of a claim. */
  word(claim: number): Letter[] {
    return linkedWord(this.#from, this.#letter, claim);
  }

  /** The automata differ on the word of a claim followed by a suffix. */
  differ(claim: number, suffix: Word): void {
    const length = this.depth[claim] + suffix.length;
    if (length >= this.bestLength) return;
    this.best = [...this.word(claim), ...suffix];
    this.bestLength = length;
  }

  /** Forgets all claims. */
  clear(): void {
    this.count = 0;
    this.best = undefined;
    this.bestLength = Number.POSITIVE_INFINITY;
  }
}

/**
 * Claims without factors, which join two classes of a union-find over the states of both automata. The arrays serve many
 * comparisons: most comparisons with hypotheses end after a few pairs.
 */
export class JoinedPairs extends Claims {
  /** How many states the left automaton has: node v stands for its state v, or for state v − |left| of the right one. */
  readonly #lefts: number;
  /** The parent of a node, itself for a root. */
  #parent = new Int32Array(0);

  constructor(lefts: number) {
    super();
    this.#lefts = lefts;
  }

  /** Joins the classes of two states; false if they were one already. */
  join(p: number, q: number, from: number, letter: Letter): boolean {
    const parent = this.#parent;
    const rootLeft = root(parent, p);
    const rootRight = root(parent, this.#lefts + q);
    if (rootLeft === rootRight) return false;
    parent[rootLeft] = rootRight;
    this.add(p, q, from, letter);
    return true;
  }

  /** Makes room for the states of a right automaton. */
  override reserve(rights: number): void {
    const nodes = this.#lefts + rights;
    if (nodes <= this.#parent.length) return;
    const room = this.#parent.length === 0 ? nodes : Math.ceil(1.5 * nodes);
    this.#parent = Int32Array.from({ length: room }, (_, node) => node);
    super.reserve(room);
  }

  /** Takes all classes apart again. Only the nodes of pairs were changed. */
  override clear(): void {
    for (let pair = 0; pair < this.count; pair++) {
      this.#parent[this.left[pair]] = this.left[pair];
      this.#parent[this.#lefts + this.right[pair]] = this.#lefts + this.right[pair];
    }
    super.clear();
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
