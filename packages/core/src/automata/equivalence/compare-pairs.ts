/** Comparisons of deterministic automata whose weights need no factors: acceptors, and complete machines. */

import { type FreeWord, freeGroup } from "../../algebra/free-group.ts";
import { lookUp } from "../../interruption.ts";
import { type Letter, linkedWord, type Word } from "../../words/word.ts";
import { normalized, type Outputs } from "../machine.ts";
import type { LeastSuffixes } from "../minimal/least-suffixes.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { SuffixesOfBoth } from "./suffixes-of-both.ts";

/** A word on which two automata perhaps differ: that of a claim, a letter, and the first suffix that either of two states accepts. */
interface End {
  /** -1 for ε, without a letter. */
  readonly from: number;
  readonly letter: Letter;
  /** Where the letter leads; -1 for nowhere. */
  readonly left: number;
  readonly right: number;
}

/**
 * The claims of a comparison, in breadth-first order: pairs (p, q) of states that a word reaches in the two automata, and
 * behind which they should agree. The word is that of an earlier claim and a letter. So claims stand in the order of their words:
 * the shorter first, and of one length in the order of a dictionary.
 */
export class Claims {
  left = new Int32Array(0);
  right = new Int32Array(0);
  /** The length of the word. */
  depth = new Int32Array(0);
  count = 0;
  /** The length of the shortest words that were recorded. */
  bestLength = Number.POSITIVE_INFINITY;
  /** Can no later claim record an earlier word? */
  settled = false;
  #ends: End[] = [];
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

  /**
   * Records a word of this length, which is spelled at the end, if it is the first one: a comparison may record as many
   * as there are arcs, each as long as there are states.
   */
  differ(length: number, from: number, letter: Letter, left: number, right: number): void {
    // Behind a dead state there is no word.
    if (length > this.bestLength || length === Number.POSITIVE_INFINITY) return;
    if (length < this.bestLength) this.#ends = [];
    this.bestLength = length;
    this.#ends.push({ from, letter, left, right });
    this.settled = length === (from < 0 ? 0 : this.depth[from] + 1);
  }

  /**
   * The first of the shortest words that were recorded, in the order of a dictionary. `suffix`: the first suffix that either of two
   * states accepts. Linear in the claims.
   */
  least(suffix: (left: number, right: number) => Word): Word | undefined {
    // From each claim on the way to such a word, the least letter that goes on, and the claim or the end behind it.
    const onward = new Map<number, { readonly letter: Letter; readonly to: number | End }>();
    for (const end of this.#ends) {
      let [at, letter, to]: [number, Letter, number | End] = [end.from, end.letter, end];
      for (;;) {
        const known = onward.get(at);
        if (known === undefined || letter < known.letter) onward.set(at, { letter, to });
        if (known !== undefined || at <= 0) break;
        [at, letter, to] = [this.#from[at], this.#letter[at], at];
      }
    }
    let way = onward.get(-1) ?? onward.get(0);
    while (typeof way?.to === "number") way = onward.get(way.to);
    if (way === undefined) return undefined;
    const { from, letter, left, right } = way.to;
    return from < 0 ? suffix(left, right) : [...this.word(from), letter, ...suffix(left, right)];
  }

  /** Forgets all claims. */
  clear(): void {
    this.count = 0;
    this.#ends = [];
    this.settled = false;
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

  /** What a comparison with a right automaton of so many states finds; all pairs are forgotten after it. */
  compared<T>(rights: number, search: () => T): T {
    this.reserve(rights);
    try {
      return search();
    } finally {
      this.clear();
    }
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

/**
 * `compareDeterministic` where 1 is the only weight but zero: Hopcroft and Karp's original algorithm, without factors and
 * therefore without contradictions.
 */
export class UnweightedComparison<W> {
  readonly #a: Wdfsa<W>;
  readonly #suffixesA: () => LeastSuffixes;
  readonly #accepts: Uint8Array;
  readonly #pairs: JoinedPairs;

  /** The left automaton is trim. */
  constructor(left: Wdfsa<W>, suffixes: () => LeastSuffixes) {
    this.#a = left;
    this.#suffixesA = suffixes;
    this.#accepts = Uint8Array.from({ length: left.size }, (_, state) =>
      left.algebra.isZero(left.finalWeight[state]) ? 0 : 1,
    );
    this.#pairs = new JoinedPairs(left.size);
  }

  /** The first word, the shorter first, that one of the two accepts and the other does not, or `undefined`. */
  difference(b: Wdfsa<W>): Word | undefined {
    const suffixes = new SuffixesOfBoth(this.#a, this.#suffixesA, b);
    return this.#pairs.compared(b.size, () => {
      this.#search(b, suffixes);
      return this.#pairs.least((left, right) => suffixes.least(left, right));
    });
  }

  #search(b: Wdfsa<W>, suffixes: SuffixesOfBoth<W>): void {
    const { algebra, finalWeight } = b;
    const a = this.#a.target;
    const width = this.#a.alphabet.size;
    const right = b.target;
    const accepts = this.#accepts;
    const pairs = this.#pairs;
    pairs.join(0, 0, -1, -1);
    if ((accepts[0] === 1) === algebra.isZero(finalWeight[0])) pairs.differ(0, -1, -1, 0, 0);
    for (let pair = 0; pair < pairs.count && pairs.depth[pair] < pairs.bestLength; pair++) {
      lookUp(width / 4);
      const length = pairs.depth[pair] + 1;
      let atLeft = pairs.left[pair] * width;
      let atRight = pairs.right[pair] * width;
      for (let letter = 0; letter < width; letter++, atLeft++, atRight++) {
        if (pairs.settled) return;
        const p = a[atLeft];
        const q = right[atRight];
        if (p >= 0 && q >= 0) {
          if (!pairs.join(p, q, pair, letter)) continue;
          if ((accepts[p] === 1) === algebra.isZero(finalWeight[q])) pairs.differ(length, pair, letter, p, q);
        } else if (p >= 0 || q >= 0) pairs.differ(length + suffixes.length(p, q), pair, letter, p, q);
      }
    }
  }
}

/**
 * `compareDeterministic` where the left automaton is a complete machine. In the gauge in which every final weight is 1,
 * states that agree have equal right languages, so no factors are needed: outputs are compared arc by arc, and no two are
 * ever multiplied. The right automaton may be any: where it refuses a word, or writes anything else, that word is a
 * counterexample, and the first one.
 */
export class MachineComparison {
  readonly #a: Wdfsa<FreeWord>;
  readonly #outputs: Outputs;
  readonly #pairs: JoinedPairs;
  /** What each arc writes, as the string that was compared last: equal strings compare fast if they are the same one. */
  readonly #met: FreeWord[];

  /** The left automaton and its outputs. */
  constructor(left: Wdfsa<FreeWord>, outputs: Outputs) {
    this.#a = left;
    this.#outputs = outputs;
    this.#pairs = new JoinedPairs(left.size);
    this.#met = [...outputs.arcs];
  }

  /** A shortest word for which the right automaton writes anything else, or `undefined`. It has at least one state. */
  difference(right: Wdfsa<FreeWord>): Word | undefined {
    const first = freeGroup.times(right.initialWeight, right.finalWeight[0]);
    if (first !== this.#outputs.first) return [];
    return this.#pairs.compared(right.size, () => this.#search(right));
  }

  #search({ target: b, arcWeight, finalWeight }: Wdfsa<FreeWord>): Word | undefined {
    const pairs = this.#pairs;
    const met = this.#met;
    const a = this.#a.target;
    const width = this.#a.alphabet.size;
    pairs.join(0, 0, -1, -1);
    for (let pair = 0; pair < pairs.count; pair++) {
      lookUp(width / 4);
      const state = pairs.right[pair];
      let left = pairs.left[pair] * width;
      let right = state * width;
      for (let letter = 0; letter < width; letter++, left++, right++) {
        const to = b[right];
        // A missing arc and a state that is not final weigh zero, which no output is.
        const weight =
          to < 0 ? freeGroup.zero : normalized(finalWeight[state], arcWeight[right], finalWeight[to]);
        if (weight !== met[left]) return [...pairs.word(pair), letter];
        met[left] = weight;
        pairs.join(a[left], to, pair, letter);
      }
    }
    return undefined;
  }
}
