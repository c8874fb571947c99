import type { Letter, Word } from "../../words/word.ts";
import type { Prices } from "../prices.ts";
import type { Asking, Reason } from "../protocol.ts";
import { DEAD, isBelow, leavesBelow, lowestCommonAncestor } from "./discrimination-tree.ts";
import type { Sifting } from "./sifting.ts";

/** A suffix to be inserted at a node with a longer one. */
export interface Insertion {
  readonly node: number;
  readonly suffix: Word;
}

/** Up to this length a suffix costs little more than a shorter one, if a letter costs as much as a word. */
const SHORT = 4;
/** At the same prices, only a longer suffix is worth asking all words below an older node again. */
const LONG = 24;

/**
 * Discriminator finalisation, after TTT (Isberner, Howar and Steffen 2014). A long counterexample leaves a long suffix s
 * at the node that it splits. But two states always differ nearby: by their final weights, or on a letter a,
 * whose successors part at a node of suffix e and pivot e₁, or share a leaf of pivot e₁ with different factors. Relative to any
 * pivot that the two have in common, ε, a·e or a·e₁ tells them apart (docs/theory.md, 6.10), and those answers are known.
 *
 * The words of a split leaf are held until the new state's arcs are known, so they are only asked the short suffix.
 * If the successors have not been told apart yet, the node is tried again when another state has been found.
 *
 * A replacement saves letters and costs words. So the cheaper the letters, the longer a suffix must be to be replaced; if
 * they cost nothing, there is nothing to save: then the learner is that of 6.5. This step changes no result (Theorem 6.6, Lemma 6.7).
 */
export class ShorterSuffixes<W> {
  readonly #ask: (why: Reason) => Asking<W>;
  readonly #short: number;
  readonly #long: number;
  /** Nodes that may have a long suffix. */
  readonly #nodes = new Set<number>();
  #lastSplit = -1;

  constructor(ask: (why: Reason) => Asking<W>, { word, letter }: Prices) {
    this.#ask = ask;
    // What a short word costs, in letters.
    const scale = (1 + word / letter) / 2;
    this.#short = SHORT * scale;
    this.#long = LONG * scale;
  }

  /** Notes the node of a split leaf: should the other words of the leaf wait until the new state's arcs are known? */
  holdsAfterSplit(node: number, suffix: Word): boolean {
    this.#nodes.add(node);
    this.#lastSplit = node;
    return suffix.length > this.#short;
  }

  /** A shorter suffix to insert at a node, whose states have answered it; called when every word is at a leaf or held. */
  *suggest(sifting: Sifting<W>): Asking<W, Insertion | undefined> {
    const { tree } = sifting;
    for (const node of this.#nodes) {
      const length = isBelow(tree, node, 0) ? (tree.suffix(node)?.length ?? 0) : 0;
      if (length <= this.#short) {
        this.#nodes.delete(node);
        for (const below of tree.branches(node)) this.#nodes.add(below);
        continue;
      }
      const isNew = node === this.#lastSplit && leavesBelow(tree, node).length === 2;
      // With b branches it does the work of log₂ b questions with two answers each.
      const branches = tree.branches(node).length;
      if (!isNew && length <= this.#long * Math.log2(Math.max(2, branches))) continue;
      // An older node gets a suffix of half the length, so it is not rebuilt often.
      const suffix = shorter(sifting, node, isNew ? length - 1 : length >> 1);
      if (suffix === undefined) continue;
      yield* this.#askStates(sifting, node, suffix);
      return { node, suffix };
    }
    return undefined;
  }

  /** Asks the states below a node for a suffix. */
  *#askStates(sifting: Sifting<W>, node: number, suffix: Word): Asking<W> {
    const { tree, observations } = sifting;
    for (const leaf of leavesBelow(tree, node)) {
      const state = tree.state(leaf);
      if (state !== DEAD) observations.want(observations.node(sifting.accessNode(state), suffix));
    }
    yield* this.#ask({ kind: "split", suffix });
  }
}

/** The shortest suffix of at most `longest` letters that is known to tell the first states of two branches apart. */
function shorter<W>(sifting: Sifting<W>, node: number, longest: number): Word | undefined {
  const { tree, alphabet } = sifting;
  const [left, right] = tree.branches(node).map((branch) => tree.state(leavesBelow(tree, branch)[0]));
  if (left === undefined || right === undefined) return undefined;
  let best: Word | undefined;
  const consider = (suffix: Word) => {
    if (suffix.length > longest || (best !== undefined && best.length <= suffix.length)) return;
    if (tellsApart(sifting, left, right, suffix)) best = suffix;
  };
  consider([]);
  for (let letter = 0; letter < alphabet.size; letter++) {
    for (const candidate of candidates(sifting, left, right, letter)) consider([letter, ...candidate]);
  }
  return best;
}

/** The suffixes that may tell the successors of two states apart: where their leaves part, and the pivot there. */
function* candidates<W>(sifting: Sifting<W>, left: number, right: number, letter: Letter): Generator<Word> {
  const { tree } = sifting;
  const successor = (state: number) => (state === DEAD ? DEAD : sifting.target(sifting.arc(state, letter)));
  const [p, q] = [successor(left), successor(right)];
  if (p < DEAD || q < DEAD || (p === DEAD && q === DEAD)) return;
  const [live, other] = p === DEAD ? [q, p] : [p, q];
  const place =
    other === DEAD ? sifting.leaf(live) : lowestCommonAncestor(tree, sifting.leaf(live), sifting.leaf(other));
  for (const suffix of [tree.pivot(place), tree.suffix(place)]) if (suffix !== undefined) yield suffix;
}

/** Do known answers tell two states apart at a suffix? */
function tellsApart<W>(sifting: Sifting<W>, left: number, right: number, suffix: Word): boolean {
  const [a, b] = [sifting.ratioOf(left, suffix), sifting.ratioOf(right, suffix)];
  return a !== undefined && b !== undefined && !sifting.algebra.equals(a, b);
}
