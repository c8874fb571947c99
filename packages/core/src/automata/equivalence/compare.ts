import type { GroupWithZero, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter, Word } from "../../words/word.ts";
import { type LeastSuffixes, leastSuffix, leastSuffixes } from "../minimal/least-suffixes.ts";
import { trim } from "../trim.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { align } from "./align.ts";
import { LanguageComparison } from "./compare-languages.ts";
import { Forest } from "./proof-forest.ts";

/** A word on which two automata differ, as short as there is, and what each of them says. */
export interface Difference<W> {
  readonly word: Word;
  readonly left: W;
  readonly right: W;
  /** The alphabet of the word: that of both automata, or the union of the two. */
  readonly alphabet: Alphabet;
}

/**
 * Where two automata differ, or `undefined` when they are equal as languages.
 *
 * Hopcroft and Karp's union-find with ratios (docs/theory.md §8): both state sets in one forest, each link
 * storing the factor between two right languages. Near-linear, any group with zero, no pushing, no ⊕. The word is a
 * shortest one: of all mismatches below the best length so far the shortest is kept.
 */
export function compare<W>(left: Wdfsa<W>, right: Wdfsa<W>): Difference<W> | undefined {
  const [a, b] = align(left, right);
  const word = new Prepared(a).difference(b);
  return word && { word, left: a.weigh(word), right: b.weigh(word), alphabet: a.alphabet };
}

/** An automaton made ready to be compared with many others: trim, and what else a comparison needs to know of it. */
export class Prepared<W> {
  readonly automaton: Wdfsa<W>;
  readonly #suffixes = once(() => leastSuffixes(this.automaton));
  readonly #inverses = once(() => inversesOf(this.automaton));
  readonly #languages = once(() => new LanguageComparison(this.automaton, this.#suffixes));
  #forest: Forest<W> | undefined;

  constructor(automaton: Wdfsa<W>) {
    this.automaton = trim(automaton);
  }

  /** The inverse of every arc's weight; zero where there is no arc. */
  get inverses(): ReadonlyWeights<W> {
    return this.#inverses();
  }

  get suffixes(): LeastSuffixes {
    return this.#suffixes();
  }

  /** A shortest word on which another automaton, over the same alphabet, differs. */
  difference(other: Wdfsa<W>): Word | undefined {
    if (this.automaton.size > 0 && other.size > 0) {
      if (this.automaton.algebra.trivial === true) return this.#languages().difference(other);
      const forest = this.#room(this.automaton.size + other.size);
      try {
        return new Comparison(this, other, forest).run();
      } finally {
        forest.clear(this.automaton.size);
      }
    }
    if (this.automaton.size > 0) return leastSuffix(this.automaton, this.suffixes, 0);
    const suffixes = leastSuffixes(other);
    return other.size === 0 || suffixes.length[0] < 0 ? undefined : leastSuffix(other, suffixes, 0);
  }

  /** A forest of so many nodes: the one from before, unless it is too small. */
  #room(nodes: number): Forest<W> {
    if (this.#forest === undefined || this.#forest.nodes < nodes) {
      // A learner's hypotheses grow state by state.
      const room = this.#forest === undefined ? nodes : Math.ceil(1.5 * nodes);
      this.#forest = new Forest(this.automaton.algebra, room);
    }
    return this.#forest;
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function inversesOf<W>({ algebra, target, arcWeight }: Wdfsa<W>): ReadonlyWeights<W> {
  const inverses = algebra.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    if (target[arc] >= 0) inverses[arc] = algebra.inverse(arcWeight[arc]);
  }
  return inverses;
}

/**
 * Node v stands for state v of the left automaton, or state v − |left| of the right one. A *claim* is a pair
 * (p, q) that a word x reaches, with the factor f that makes L_p = f ⊗ L_q if the automata agree behind x.
 */
class Comparison<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #a: Wdfsa<W>;
  readonly #b: Wdfsa<W>;
  readonly #width: number;
  readonly #prepared: Prepared<W>;
  readonly #inverses: ReadonlyWeights<W>;

  readonly #forest: Forest<W>;
  readonly #parent: Int32Array;
  readonly #factor: Weights<W>;

  #suffixesB: LeastSuffixes | undefined;
  #best: Word | undefined;
  #bestLength = Number.POSITIVE_INFINITY;

  constructor(prepared: Prepared<W>, b: Wdfsa<W>, forest: Forest<W>) {
    const a = prepared.automaton;
    this.#prepared = prepared;
    this.#inverses = prepared.inverses;
    this.#algebra = a.algebra;
    this.#a = a;
    this.#b = b;
    this.#width = a.alphabet.size;
    this.#forest = forest;
    this.#parent = forest.parent;
    this.#factor = forest.factor;
  }

  /**
   * A claim as long as the best word, or longer, need not be looked at (docs/theory.md §8.4). Final weights are compared as
   * soon as a claim is made and not when its arcs are: on many letters that spares most of the last two levels.
   */
  run(): Word | undefined {
    const algebra = this.#algebra;
    const forest = this.#forest;
    const factor = algebra.times(algebra.inverse(this.#a.initialWeight), this.#b.initialWeight);
    this.#claim(0, 0, factor, -1, -1);
    for (let claim = 0; claim < forest.claims && forest.claimDepth[claim] + 1 < this.#bestLength; claim++) {
      this.#explore(claim);
    }
    return this.#best;
  }

  /** Looks at the arcs of a claim's two states. */
  #explore(claim: number): void {
    const algebra = this.#algebra;
    const a = this.#a.target;
    const b = this.#b.target;
    const { arcWeight } = this.#b;
    const { claimLeft, claimRight, claimFactor, claimDepth } = this.#forest;
    const width = this.#width;
    const inverses = this.#inverses;
    const factor = claimFactor[claim];
    const length = claimDepth[claim] + 1;
    let left = claimLeft[claim] * width;
    let right = claimRight[claim] * width;
    for (let letter = 0; letter < width && length < this.#bestLength; letter++, left++, right++) {
      const p = a[left];
      const q = b[right];
      if (p < 0 && q < 0) continue;
      if (p < 0 || q < 0) {
        const live = p < 0 ? this.#suffixOfB(q) : this.#suffixOfA(p);
        if (live !== undefined) this.#candidate(claim, [letter, ...live]);
        continue;
      }
      // From the right: the factor and the arc's weight are about the same words, and where weights are words most cancels.
      const next = algebra.times(inverses[left], algebra.times(factor, arcWeight[right]));
      this.#claim(p, q, next, claim, letter);
    }
  }

  /** L_p = factor ⊗ L_q, says the word of `from` and a letter: new, known already, or in contradiction? */
  #claim(p: number, q: number, factor: W, from: number, letter: Letter): void {
    const algebra = this.#algebra;
    const forest = this.#forest;
    const left = p;
    const right = this.#a.size + q;
    const rootLeft = this.#find(left);
    const rootRight = this.#find(right);
    if (rootLeft === rootRight) {
      // L_p = f_p ⊗ L_root and L_q = f_q ⊗ L_root, so the claim says f_p = factor ⊗ f_q.
      if (!algebra.equals(this.#factor[left], algebra.times(factor, this.#factor[right]))) {
        this.#contradiction(left, right, factor, from, letter);
      }
      return;
    }
    const claim = forest.claims++;
    forest.claimLeft[claim] = p;
    forest.claimRight[claim] = q;
    forest.claimFactor[claim] = factor;
    forest.claimDepth[claim] = from < 0 ? 0 : forest.claimDepth[from] + 1;
    forest.claimFrom[claim] = from;
    forest.claimLetter[claim] = letter;
    this.#link(left, right, rootLeft, rootRight, claim);
    if (!algebra.equals(this.#a.finalWeight[p], algebra.times(factor, this.#b.finalWeight[q]))) {
      this.#candidate(claim, []);
    }
  }

  #link(left: number, right: number, rootLeft: number, rootRight: number, claim: number): void {
    const algebra = this.#algebra;
    // L_rootLeft = f_left⁻¹ ⊗ factor ⊗ f_right ⊗ L_rootRight; a root's own factor is 1.
    const between = algebra.times(
      algebra.times(algebra.inverse(this.#factor[left]), this.#forest.claimFactor[claim]),
      this.#factor[right],
    );
    const leftIsSmaller = this.#forest.weight[rootLeft] <= this.#forest.weight[rootRight];
    const child = leftIsSmaller ? rootLeft : rootRight;
    const root = leftIsSmaller ? rootRight : rootLeft;
    this.#parent[child] = root;
    this.#factor[child] = leftIsSmaller ? between : algebra.inverse(between);
    this.#forest.weight[root] += this.#forest.weight[child];

    // In the proof forest the smaller tree is hung up by the node that the claim is about.
    const small = leftIsSmaller ? left : right;
    const large = leftIsSmaller ? right : left;
    let node = small;
    let parent = large;
    let edge = claim;
    while (node >= 0) {
      const nextNode = this.#forest.proofParent[node];
      const nextEdge = this.#forest.proofClaim[node];
      this.#forest.proofParent[node] = parent;
      this.#forest.proofClaim[node] = edge;
      parent = node;
      edge = nextEdge;
      node = nextNode;
    }
  }

  /** The root of a node; afterwards the node hangs right below it. */
  #find(node: number): number {
    const parent = this.#parent;
    const factor = this.#factor;
    const { path } = this.#forest;
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

  /**
   * Two ratios for one pair. With t live on it, the claims on the path between the two nodes in the proof forest and
   * the new one cannot all hold at t: the shortest that fails is a counterexample.
   */
  #contradiction(left: number, right: number, factor: W, from: number, letter: Letter): void {
    const q = right - this.#a.size;
    const ofA = this.#suffixOfA(left);
    // Nothing is shorter than ε, so the right automaton is searched only behind a left state that is not final.
    const ofB = ofA.length === 0 ? undefined : this.#suffixOfB(q);
    const live = ofB === undefined || ofA.length <= ofB.length ? ofA : ofB;
    if (!this.#holds(left, q, factor, live)) this.#candidate(from, [letter, ...live]);
    for (const claim of this.#proof(left, right)) {
      if (this.#forest.claimDepth[claim] + live.length >= this.#bestLength) continue;
      if (
        !this.#holds(
          this.#forest.claimLeft[claim],
          this.#forest.claimRight[claim],
          this.#forest.claimFactor[claim],
          live,
        )
      ) {
        this.#candidate(claim, live);
      }
    }
  }

  /** The claims between two nodes of one tree of the proof forest. */
  #proof(left: number, right: number): number[] {
    const above = new Set<number>();
    for (let node = left; node >= 0; node = this.#forest.proofParent[node]) above.add(node);
    const claims: number[] = [];
    let meeting = right;
    for (; !above.has(meeting); meeting = this.#forest.proofParent[meeting])
      claims.push(this.#forest.proofClaim[meeting]);
    for (let node = left; node !== meeting; node = this.#forest.proofParent[node])
      claims.push(this.#forest.proofClaim[node]);
    return claims;
  }

  #holds(p: number, q: number, factor: W, suffix: Word): boolean {
    const algebra = this.#algebra;
    return algebra.equals(residual(this.#a, p, suffix), algebra.times(factor, residual(this.#b, q, suffix)));
  }

  #candidate(claim: number, suffix: Word): void {
    const length = this.#forest.claimDepth[claim] + suffix.length;
    if (length >= this.#bestLength) return;
    const prefix: Letter[] = [];
    for (let at = claim; this.#forest.claimFrom[at] >= 0; at = this.#forest.claimFrom[at])
      prefix.push(this.#forest.claimLetter[at]);
    this.#best = [...prefix.reverse(), ...suffix];
    this.#bestLength = length;
  }

  #suffixOfA(state: number): Word {
    return leastSuffix(this.#a, this.#prepared.suffixes, state);
  }

  /** The right automaton need not be trim: a dead state has none. */
  #suffixOfB(state: number): Word | undefined {
    if (!this.#algebra.isZero(this.#b.finalWeight[state])) return [];
    this.#suffixesB ??= leastSuffixes(this.#b);
    return this.#suffixesB.length[state] < 0 ? undefined : leastSuffix(this.#b, this.#suffixesB, state);
  }
}

/** L_state(suffix): the weight of a word read from a state on. */
export function residual<W>(automaton: Wdfsa<W>, state: number, suffix: Word): W {
  const { algebra, target, arcWeight } = automaton;
  const width = automaton.alphabet.size;
  let at = state;
  let weight = algebra.one;
  for (let i = 0; i < suffix.length; i++) {
    const arc = at * width + suffix[i];
    at = target[arc];
    if (at < 0) return algebra.zero;
    weight = algebra.times(weight, arcWeight[arc]);
  }
  return algebra.times(weight, automaton.finalWeight[at]);
}
