import type { Letter, Word } from "../../words/word.ts";
import { type LeastSuffixes, leastSuffix, leastSuffixes } from "../minimal/least-suffixes.ts";
import type { Wdfsa } from "../wdfsa.ts";

/**
 * `compareDeterministic` where 1 is the only weight but zero: Hopcroft and Karp's original algorithm, without factors and
 * therefore without contradictions. It visits pairs in the same order, so it finds the same word.
 */
export class UnweightedComparison<W> {
  readonly #a: Wdfsa<W>;
  readonly #suffixesA: () => LeastSuffixes;
  readonly #accepts: Uint8Array;

  /** Union-find over the left states and then the right ones: the parent of a node, itself for a root. */
  #parent = new Int32Array(0);
  /** The pairs that joined two classes, in breadth-first order, and how they were reached. */
  #left = new Int32Array(0);
  #right = new Int32Array(0);
  #depth = new Int32Array(0);
  #from = new Int32Array(0);
  #letter = new Int32Array(0);
  #pairs = 0;

  #best: Word | undefined;
  #bestLength = Number.POSITIVE_INFINITY;

  /** The left automaton is trim. */
  constructor(left: Wdfsa<W>, suffixes: () => LeastSuffixes) {
    this.#a = left;
    this.#suffixesA = suffixes;
    this.#accepts = Uint8Array.from({ length: left.size }, (_, state) =>
      left.algebra.isZero(left.finalWeight[state]) ? 0 : 1,
    );
  }

  /** A shortest word that one of the two accepts and the other does not, or `undefined`. */
  difference(b: Wdfsa<W>): Word | undefined {
    this.#reserve(this.#a.size + b.size);
    this.#best = undefined;
    this.#bestLength = Number.POSITIVE_INFINITY;
    try {
      this.#search(b);
      return this.#best;
    } finally {
      // Only the nodes of pairs were changed.
      for (let pair = 0; pair < this.#pairs; pair++) {
        this.#parent[this.#left[pair]] = this.#left[pair];
        this.#parent[this.#a.size + this.#right[pair]] = this.#a.size + this.#right[pair];
      }
      this.#pairs = 0;
    }
  }

  #search(b: Wdfsa<W>): void {
    const { algebra } = b;
    const { finalWeight } = b;
    const a = this.#a.target;
    const width = this.#a.alphabet.size;
    const right = b.target;
    const accepts = this.#accepts;
    const suffixesB = { known: undefined as LeastSuffixes | undefined };
    this.#join(0, 0, -1, -1);
    if ((accepts[0] === 1) === algebra.isZero(finalWeight[0])) this.#candidate(0, []);
    for (let pair = 0; pair < this.#pairs; pair++) {
      const length = this.#depth[pair] + 1;
      let atLeft = this.#left[pair] * width;
      let atRight = this.#right[pair] * width;
      for (let letter = 0; letter < width; letter++, atLeft++, atRight++) {
        if (length >= this.#bestLength) return;
        const p = a[atLeft];
        const q = right[atRight];
        if (p >= 0 && q >= 0) {
          if (!this.#join(p, q, pair, letter)) continue;
          if ((accepts[p] === 1) === algebra.isZero(finalWeight[q])) this.#candidate(this.#pairs - 1, []);
        } else if (p >= 0) {
          this.#candidate(pair, [letter, ...leastSuffix(this.#a, this.#suffixesA(), p)]);
        } else if (q >= 0) {
          suffixesB.known ??= leastSuffixes(b);
          // The right automaton need not be trim: a dead state accepts nothing.
          if (suffixesB.known.length[q] < 0) continue;
          this.#candidate(pair, [letter, ...leastSuffix(b, suffixesB.known, q)]);
        }
      }
    }
  }

  /** Joins two classes; false if they were one already. */
  #join(p: number, q: number, from: number, letter: Letter): boolean {
    const parent = this.#parent;
    const rootLeft = root(parent, p);
    const rootRight = root(parent, this.#a.size + q);
    if (rootLeft === rootRight) return false;
    parent[rootLeft] = rootRight;
    const pair = this.#pairs++;
    this.#left[pair] = p;
    this.#right[pair] = q;
    this.#depth[pair] = from < 0 ? 0 : this.#depth[from] + 1;
    this.#from[pair] = from;
    this.#letter[pair] = letter;
    return true;
  }

  #candidate(pair: number, suffix: Word): void {
    const length = this.#depth[pair] + suffix.length;
    if (length >= this.#bestLength) return;
    const prefix: Letter[] = [];
    for (let at = pair; this.#from[at] >= 0; at = this.#from[at]) prefix.push(this.#letter[at]);
    this.#best = [...prefix.reverse(), ...suffix];
    this.#bestLength = length;
  }

  /** Makes room for this many nodes. The arrays are reused: most comparisons with hypotheses end after a few pairs. */
  #reserve(nodes: number): void {
    if (nodes <= this.#parent.length) return;
    const room = this.#parent.length === 0 ? nodes : Math.ceil(1.5 * nodes);
    this.#parent = Int32Array.from({ length: room }, (_, node) => node);
    this.#left = new Int32Array(room);
    this.#right = new Int32Array(room);
    this.#depth = new Int32Array(room);
    this.#from = new Int32Array(room);
    this.#letter = new Int32Array(room);
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
