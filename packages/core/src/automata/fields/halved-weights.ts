import type { ReadonlyWeights, Semifield, Weights } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { type Letter, requireLetters, type Word } from "../../words/word.ts";
import { grouped } from "../arcs.ts";
import { copyWeights } from "../convert.ts";
import type { Wfsa } from "../wfsa.ts";

/** So many entries of vectors are kept at most. */
const MOST_ENTRIES = 4e6;

/** The vector of a word, and those of the words that are a letter longer. */
interface Node<W> {
  readonly vector: Weights<W>;
  readonly next: Map<Letter, Node<W>>;
}

/**
 * Weighs many words with one automaton: L(x y) = λ μ(x) · μ(y) ρ, where x is the first half of a word. The vectors of the
 * halves are kept, and there are far fewer halves than words. A word with known halves costs a product per state.
 */
export class HalvedWeights<W> {
  readonly #wfsa: Wfsa<W>;
  readonly #algebra: Semifield<W>;
  /** The arcs of each letter. */
  readonly #arcs: readonly Int32Array[];
  /** λ and ρ, with the vectors that follow from them. */
  #roots: readonly [Node<W>, Node<W>] | undefined;
  #kept = 0;

  constructor(wfsa: Wfsa<W>, algebra: Semifield<W>) {
    this.#wfsa = wfsa;
    this.#algebra = algebra;
    const { start, places } = grouped(wfsa.letter, wfsa.alphabet.size);
    this.#arcs = Array.from(wfsa.alphabet.symbols, (_, a) => places.subarray(start[a], start[a + 1]));
  }

  weigh(word: Word): W {
    requireLetters(word, this.#wfsa.alphabet.size);
    if (this.#kept > MOST_ENTRIES) {
      this.#roots = undefined;
      this.#kept = 0;
    }
    const { initialWeight, finalWeight } = this.#wfsa;
    this.#roots ??= [this.#node(initialWeight), this.#node(finalWeight)];
    let [before, behind] = this.#roots;
    const half = word.length >>> 1;
    for (let i = 0; i < half; i++) before = this.#child(before, word[i], true);
    for (let i = word.length - 1; i >= half; i--) behind = this.#child(behind, word[i], false);
    const [left, right] = [before.vector, behind.vector];
    const { plus, times, isZero, zero } = this.#algebra;
    let sum = zero;
    lookUp(left.length);
    for (let state = 0; state < left.length; state++) {
      if (isZero(left[state]) || isZero(right[state])) continue;
      const product = times(left[state], right[state]);
      sum = isZero(sum) ? product : plus(sum, product);
    }
    return sum;
  }

  #node(weights: ReadonlyWeights<W>): Node<W> {
    return { vector: copyWeights(this.#algebra, weights), next: new Map() };
  }

  #child(node: Node<W>, letter: Letter, forwards: boolean): Node<W> {
    let child = node.next.get(letter);
    if (child === undefined) {
      child = { vector: this.#step(node.vector, letter, forwards), next: new Map() };
      node.next.set(letter, child);
      this.#kept += this.#wfsa.size;
    }
    return child;
  }

  #step(vector: Weights<W>, letter: Letter, forwards: boolean): Weights<W> {
    const { source, target, arcWeight } = this.#wfsa;
    const { plus, times, isZero, array } = this.#algebra;
    const next = array(vector.length);
    const arcs = this.#arcs[letter];
    lookUp(arcs.length);
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i];
      const [from, to] = forwards ? [source[arc], target[arc]] : [target[arc], source[arc]];
      const weight = vector[from];
      if (isZero(weight)) continue;
      const along = forwards ? times(weight, arcWeight[arc]) : times(arcWeight[arc], weight);
      next[to] = isZero(next[to]) ? along : plus(next[to], along);
    }
    return next;
  }
}
