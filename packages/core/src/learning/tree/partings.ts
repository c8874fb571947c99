import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Observations } from "../../hankel/observations.ts";
import type { Word } from "../../words/word.ts";
import type { DiscriminationTree } from "./discrimination-tree.ts";
import type { SiftedWords } from "./sifted-words.ts";

/** What the answers that are there say about pairs of words; nothing is asked. */
export class Partings<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #letters: number;
  readonly #observations: Observations<W>;
  readonly #tree: DiscriminationTree<W>;
  readonly #words: SiftedWords<W>;

  constructor(
    letters: number,
    observations: Observations<W>,
    tree: DiscriminationTree<W>,
    words: SiftedWords<W>,
  ) {
    this.#algebra = tree.algebra;
    this.#letters = letters;
    this.#observations = observations;
    this.#tree = tree;
    this.#words = words;
  }

  /** L(xe₀)⁻¹ ⊗ L(xe) for the first live suffix e₀ that a word has met, if the answer is known. */
  ratio(word: number, suffix: Word): W | undefined {
    const node = this.#observations.tree.find(suffix, this.#words.node[word]);
    if (node < 0 || !this.#observations.knows(node)) return undefined;
    return this.#tree.ratio(this.#words.pivotInverse[word], this.#observations.weight(node));
  }

  /** Do the answers tell two words apart at a suffix, relative to the pivot that they share? The dead one is -1. */
  at(word: number, rival: number, suffix: Word): boolean {
    const left = this.ratio(word, suffix);
    if (left === undefined) return false;
    if (rival < 0) return !this.#algebra.isZero(left);
    const right = this.ratio(rival, suffix);
    return right !== undefined && !this.#algebra.equals(left, right);
  }

  /** A suffix that tells them apart: ε, or a letter before a suffix of the tree. Where successors part, their states do. */
  short(word: number, rival: number): Word | undefined {
    if (this.at(word, rival, [])) return [];
    let best: Word | undefined;
    for (const suffix of this.#tree.shortSuffixes) {
      if (best !== undefined && best.length <= suffix.length + 1) continue;
      for (let letter = 0; letter < this.#letters; letter++) {
        const longer = [letter, ...suffix];
        if (!this.at(word, rival, longer)) continue;
        best = longer;
        break;
      }
    }
    return best;
  }
}
