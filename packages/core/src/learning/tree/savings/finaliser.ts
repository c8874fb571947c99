import type { Word } from "../../../words/word.ts";
import { DEAD } from "../discrimination-tree.ts";
import type { Sifter } from "../sifting.ts";

/** Shorter suffixes are left as they are: replacing one asks about the words below it again. */
const LONG = 8;
/** After so many counterexamples without success a suffix stays. */
const TRIES = 20;

/**
 * Discriminator finalisation, after TTT (Isberner, Howar and Steffen 2014). A long counterexample leaves a long suffix s
 * at the node that it splits. But two states part for a reason that is near: by their final weights, or on a letter a,
 * whose successors part at a node of suffix e and pivot e₁, or share a leaf of pivot e₁ with other factors. Relative to any
 * pivot that the two have in common one of a·e and a·e₁ tells them apart (docs/theory.md §6), and these answers are there
 * already. So s is replaced by one of them as soon as the tree has grown enough to give it.
 */
export class Finaliser<W> {
  readonly #sifter: Sifter<W>;
  #open: { node: number; tries: number }[] = [];

  constructor(sifter: Sifter<W>) {
    this.#sifter = sifter;
  }

  /** A node got a suffix from a counterexample. */
  note(node: number, suffix: Word): void {
    if (suffix.length > LONG) this.#open.push({ node, tries: 0 });
  }

  /** A counterexample has been worked: what could not be replaced before may be now. */
  startOver(): void {
    // What hung below a node that got a new suffix is no longer part of the tree.
    this.#open = this.#open.filter(
      (entry) =>
        entry.tries++ < TRIES && this.#sifter.tree.isAttached(entry.node) && this.#isLong(entry.node),
    );
  }

  /** A node whose suffix can be replaced, and by what; to be called until there is none. */
  next(): { node: number; suffix: Word } | undefined {
    for (const { node } of this.#open) {
      if (!this.#sifter.tree.isAttached(node) || !this.#isLong(node)) continue;
      const suffix = this.#replacement(node);
      if (suffix !== undefined) return { node, suffix };
    }
    return undefined;
  }

  #isLong(node: number): boolean {
    return (this.#sifter.tree.suffix(node)?.length ?? 0) > LONG;
  }

  /** A short suffix that tells the first states of two branches of a node apart. */
  #replacement(node: number): Word | undefined {
    const { tree } = this.#sifter;
    const firsts: number[] = [];
    for (const branch of tree.branches(node)) {
      const leaf = tree.leaves(branch).find((below) => tree.state(below) !== DEAD);
      if (leaf !== undefined) firsts.push(tree.state(leaf));
    }
    const live = firsts.pop();
    if (live === undefined) return undefined;
    const other = tree.pivot(node) === undefined ? DEAD : firsts.pop();
    const suffix = other === undefined ? undefined : this.#sifter.shortParting(live, other);
    return suffix !== undefined && suffix.length <= LONG ? suffix : undefined;
  }
}
