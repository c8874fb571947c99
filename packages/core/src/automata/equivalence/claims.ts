import type { GroupWithZero, Weights } from "../../algebra/semifield.ts";
import type { Letter } from "../../words/word.ts";

/**
 * The claims of a comparison, in breadth-first order. A claim is a pair (p, q) of states that a word x reaches in the
 * two automata, with the factor f for which L_p = f ⊗ L_q if they agree behind x. The word is that of an earlier claim
 * and a letter.
 */
export class Claims<W> {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly factor: Weights<W>;
  /** The length of the word. */
  readonly depth: Int32Array;
  /** The earlier claim, or -1 for ε. */
  readonly from: Int32Array;
  readonly letter: Int32Array;
  count = 0;

  constructor(algebra: GroupWithZero<W>, room: number) {
    this.left = new Int32Array(room);
    this.right = new Int32Array(room);
    this.factor = algebra.array(room);
    this.depth = new Int32Array(room);
    this.from = new Int32Array(room);
    this.letter = new Int32Array(room);
  }

  /** Adds a claim and returns its number. */
  add(left: number, right: number, factor: W, from: number, letter: Letter): number {
    const claim = this.count++;
    this.left[claim] = left;
    this.right[claim] = right;
    this.factor[claim] = factor;
    this.depth[claim] = from < 0 ? 0 : this.depth[from] + 1;
    this.from[claim] = from;
    this.letter[claim] = letter;
    return claim;
  }

  /** The word of a claim. */
  word(claim: number): Letter[] {
    const word: Letter[] = [];
    for (let at = claim; this.from[at] >= 0; at = this.from[at]) word.push(this.letter[at]);
    return word.reverse();
  }
}
