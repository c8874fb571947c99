import type { GroupWithZero, ReadonlyWeights, Weights } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { Letter, Word } from "../../words/word.ts";
import { isOverFreeGroup, outputsOf } from "../machine.ts";
import { leastSuffix, leastSuffixes } from "../minimal/least-suffixes.ts";
import { trim } from "../trim.ts";
import { Wdfsa } from "../wdfsa.ts";
import { align } from "./align.ts";
import { Claims, MachineComparison, UnweightedComparison } from "./compare-pairs.ts";
import { RevisionComparison } from "./compare-revisions.ts";
import { RatioUnionFind } from "./ratio-union-find.ts";
import { SuffixesOfBoth } from "./suffixes-of-both.ts";

/** The first word on which two automata differ, the shorter first, and its weight in each of them. */
export interface Difference<W> {
  readonly word: Word;
  readonly left: W;
  readonly right: W;
  /** The alphabet of the word: that of both automata, or the union of the two. */
  readonly alphabet: Alphabet;
}

/**
 * Where two deterministic automata differ, or `undefined` when their languages are equal.
 *
 * Hopcroft and Karp's union-find with ratios (docs/theory.md, 8.2 and 8.3): both state sets in one union-find, each link storing
 * the factor between two right languages. O(arcs · log states) products over an exact algebra (docs/theory.md, 8.5), any group
 * with zero, no pushing, no ⊕. The word is the first in shortlex order (8.4): a shortest one, and of these the first in the order
 * of the letters.
 *
 * Products take longer where weights grow along paths. Where they are rounded, each contradiction up to the best length
 * so far is looked into at once, and the word is one of the shortest that were seen to differ.
 */
export function compareDeterministic<W>(left: Wdfsa<W>, right: Wdfsa<W>): Difference<W> | undefined {
  const [a, b] = align(left, right);
  const word = new Prepared(a).difference(b);
  return word && { word, left: a.weigh(word), right: b.weigh(word), alphabet: a.alphabet };
}

/** An automaton prepared for comparisons with many others: trimmed, with everything that can be computed once. */
export class Prepared<W> {
  readonly automaton: Wdfsa<W>;
  readonly suffixes = once(() => leastSuffixes(this.automaton));
  /** The inverse of every arc's weight; zero where there is no arc. */
  readonly inverses = once(() => inversesOf(this.automaton));
  readonly #unweighted = once(() => new UnweightedComparison(this.automaton, this.suffixes));
  readonly #machine = once(() => machineComparison(this.automaton));
  readonly #revisions = once(() => RevisionComparison.with(this.automaton));
  #workspace: Workspace<W> | undefined;

  constructor(automaton: Wdfsa<W>) {
    this.automaton = trim(automaton);
  }

  /** The first word on which another automaton, over the same alphabet, differs, or `undefined`. */
  difference(other: Wdfsa<W>): Word | undefined {
    const { automaton } = this;
    if (automaton.size > 0 && other.size > 0) {
      const revision = Wdfsa.revisionOf(other);
      if (revision !== undefined) {
        const found = this.#revisions()?.difference(revision);
        // Else all of it is looked at, where its author has it.
        return found === undefined ? this.difference(revision.now) : (found ?? undefined);
      }
      if (automaton.algebra.trivial === true) return this.#unweighted().difference(other);
      if (isOverFreeGroup(other)) {
        const machine = this.#machine();
        if (machine !== undefined) return machine.difference(other);
      }
      const workspace = this.#room(automaton.size + other.size);
      try {
        return new Comparison(this, other, workspace).run();
      } finally {
        clear(workspace, automaton.size);
      }
    }
    if (automaton.size > 0) return leastSuffix(automaton, this.suffixes(), 0);
    const suffixes = leastSuffixes(other);
    return other.size === 0 || suffixes.length[0] < 0 ? undefined : leastSuffix(other, suffixes, 0);
  }

  /** A workspace for this many nodes: that of the last comparison, unless it is too small. */
  #room(nodes: number): Workspace<W> {
    if (this.#workspace === undefined || this.#workspace.classes.nodes < nodes) {
      // The hypotheses of a learner grow state by state.
      const room = this.#workspace === undefined ? nodes : Math.ceil(1.5 * nodes);
      const { algebra } = this.automaton;
      const claims = new Claims();
      claims.reserve(room);
      this.#workspace = { classes: new RatioUnionFind(algebra, room), claims, factor: algebra.array(room) };
    }
    return this.#workspace;
  }
}

/**
 * The arrays of a comparison. They are used again by the next one: most comparisons with a learner's hypotheses end
 * after a few pairs, and allocating a dozen arrays of all states would take longer than that.
 */
interface Workspace<W> {
  readonly classes: RatioUnionFind<W>;
  /** The claims that joined two classes: at most one fewer than there are nodes. */
  readonly claims: Claims;
  /** The factor f of each claim: L_p = f ⊗ L_q if the automata agree behind its word. */
  readonly factor: Weights<W>;
}

/** Makes a workspace new again: only the nodes of claims, those of the right automaton from `right` on, were used. */
function clear<W>({ classes, claims }: Workspace<W>, right: number): void {
  for (let claim = 0; claim < claims.count; claim++) {
    classes.reset(claims.left[claim]);
    classes.reset(right + claims.right[claim]);
  }
  claims.clear();
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** How a complete machine is compared with others; `undefined` if the automaton is none. */
function machineComparison<W>(automaton: Wdfsa<W>): MachineComparison | undefined {
  if (!isOverFreeGroup(automaton)) return undefined;
  const outputs = outputsOf(automaton);
  return typeof outputs === "string" ? undefined : new MachineComparison(automaton, outputs);
}

function inversesOf<W>({ algebra, target, arcWeight }: Wdfsa<W>): ReadonlyWeights<W> {
  const inverses = algebra.array(target.length);
  for (let arc = 0; arc < target.length; arc++) {
    lookUp();
    if (target[arc] >= 0) inverses[arc] = algebra.inverse(arcWeight[arc]);
  }
  return inverses;
}

/** Node v stands for state v of the left automaton, or for state v − |left| of the right one. */
class Comparison<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #a: Wdfsa<W>;
  readonly #b: Wdfsa<W>;
  readonly #width: number;
  readonly #inverses: ReadonlyWeights<W>;
  readonly #suffixes: SuffixesOfBoth<W>;
  readonly #classes: RatioUnionFind<W>;
  readonly #claims: Claims;
  readonly #factor: Weights<W>;

  constructor(prepared: Prepared<W>, b: Wdfsa<W>, { classes, claims, factor }: Workspace<W>) {
    const a = prepared.automaton;
    this.#inverses = prepared.inverses();
    this.#suffixes = new SuffixesOfBoth(a, prepared.suffixes, b);
    this.#algebra = a.algebra;
    this.#a = a;
    this.#b = b;
    this.#width = a.alphabet.size;
    this.#classes = classes;
    this.#claims = claims;
    this.#factor = factor;
  }

  /** A claim as long as the best word, or longer, need not be looked at (docs/theory.md, 8.4). */
  run(): Word | undefined {
    const algebra = this.#algebra;
    const claims = this.#claims;
    const factor = algebra.times(algebra.inverse(this.#a.initialWeight), this.#b.initialWeight);
    this.#claim(0, 0, factor, -1, -1);
    for (let claim = 0; claim < claims.count && claims.depth[claim] < claims.bestLength; claim++) {
      if (claims.settled) break;
      this.#explore(claim);
    }
    return claims.least((left, right) => this.#suffixes.least(left, right));
  }

  /** Looks at the arcs of a claim's two states. */
  #explore(claim: number): void {
    const algebra = this.#algebra;
    const a = this.#a.target;
    const b = this.#b.target;
    const { arcWeight } = this.#b;
    const claims = this.#claims;
    const width = this.#width;
    const inverses = this.#inverses;
    lookUp(2 * width);
    const factor = this.#factor[claim];
    let left = claims.left[claim] * width;
    let right = claims.right[claim] * width;
    for (let letter = 0; letter < width && !claims.settled; letter++, left++, right++) {
      const p = a[left];
      const q = b[right];
      if (p < 0 && q < 0) continue;
      if (p < 0 || q < 0) {
        claims.differ(this.#lengthBehind(claim, p, q), claim, letter, p, q);
        continue;
      }
      // Multiplied from the right: where weights are words, the factor and the arc's weight cancel most there.
      const next = algebra.times(inverses[left], algebra.times(factor, arcWeight[right]));
      this.#claim(p, q, next, claim, letter);
    }
  }

  /** How many letters there are in the word of a claim, another letter, and the first suffix that one of two states accepts. */
  #lengthBehind(claim: number, p: number, q: number): number {
    return (claim < 0 ? 0 : this.#claims.depth[claim] + 1) + this.#suffixes.length(p, q);
  }

  /** The word of `from` and a letter claim that L_p = factor ⊗ L_q: is that new, known or a contradiction? */
  #claim(p: number, q: number, factor: W, from: number, letter: Letter): void {
    const algebra = this.#algebra;
    const classes = this.#classes;
    const left = p;
    const right = this.#a.size + q;
    const rootLeft = classes.find(left);
    const rootRight = classes.find(right);
    if (rootLeft === rootRight) {
      // L_p = f_p ⊗ L_root and L_q = f_q ⊗ L_root, so the claim says f_p = factor ⊗ f_q.
      if (!algebra.equals(classes.factor[left], algebra.times(factor, classes.factor[right]))) {
        this.#contradiction(p, q, from, letter);
      }
      return;
    }
    const claim = this.#claims.add(p, q, from, letter);
    this.#factor[claim] = factor;
    classes.link(left, right, rootLeft, rootRight, factor);
    if (!algebra.equals(this.#a.finalWeight[p], algebra.times(factor, this.#b.finalWeight[q]))) {
      this.#claims.differ(this.#claims.depth[claim], from, letter, p, q);
    }
  }

  /**
   * Two ratios for one pair. Not all of the claims that joined the two and the new one hold at a suffix that one of the two accepts. If
   * the new one does, an earlier word is a counterexample, and is recorded, too (docs/theory.md, 8.3). Where weights are rounded, the
   * ratios may only seem to differ.
   */
  #contradiction(p: number, q: number, from: number, letter: Letter): void {
    const claims = this.#claims;
    const length = this.#lengthBehind(from, p, q);
    if (length > claims.bestLength) return;
    if (!this.#algebra.exact) {
      const word = [...claims.word(from), letter, ...this.#suffixes.least(p, q)];
      if (this.#algebra.equals(this.#a.weigh(word), this.#b.weigh(word))) return;
    }
    claims.differ(length, from, letter, p, q);
  }
}
