import type { Semifield, Weights } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Wfsa } from "../wfsa.ts";

/** So many entries of vectors are kept at most. */
const MOST_ENTRIES = 4e6;

/** Vectors of words, each extended by a letter at a time. */
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
  #forwards: Node<W> | undefined;
  #backwards: Node<W> | undefined;
  #kept = 0;

  constructor(wfsa: Wfsa<W>, algebra: Semifield<W>) {
    this.#wfsa = wfsa;
    this.#algebra = algebra;
    const arcs: number[][] = Array.from({ length: wfsa.alphabet.size }, () => []);
    for (let arc = 0; arc < wfsa.arcs; arc++) arcs[wfsa.letter[arc]].push(arc);
    this.#arcs = arcs.map((list) => Int32Array.from(list));
  }

  weigh(word: Word): W {
    this.#check(word);
    if (this.#kept > MOST_ENTRIES) {
      [this.#forwards, this.#backwards] = [undefined, undefined];
      this.#kept = 0;
    }
    const half = word.length >>> 1;
    const left = this.#before(word, half);
    const right = this.#behind(word, half);
    const { plus, times, isZero, zero } = this.#algebra;
    let sum = zero;
    for (let state = 0; state < left.length; state++) {
      if (isZero(left[state]) || isZero(right[state])) continue;
      const product = times(left[state], right[state]);
      sum = isZero(sum) ? product : plus(sum, product);
    }
    return sum;
  }

  /** λ μ(x) for the first letters of a word. */
  #before(word: Word, length: number): Weights<W> {
    this.#forwards ??= this.#root(this.#wfsa.initialWeight);
    let node = this.#forwards;
    for (let i = 0; i < length; i++) node = this.#child(node, word[i], true);
    return node.vector;
  }

  /** μ(y) ρ for the letters from a place on. */
  #behind(word: Word, from: number): Weights<W> {
    this.#backwards ??= this.#root(this.#wfsa.finalWeight);
    let node = this.#backwards;
    for (let i = word.length - 1; i >= from; i--) node = this.#child(node, word[i], false);
    return node.vector;
  }

  #root(weights: ArrayLike<W>): Node<W> {
    const vector = this.#algebra.array(weights.length);
    for (let state = 0; state < weights.length; state++) vector[state] = weights[state];
    return { vector, next: new Map() };
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

  #check(word: Word): void {
    const letters = this.#wfsa.alphabet.size;
    const at = word.findIndex((letter) => !(Number.isInteger(letter) && letter >= 0 && letter < letters));
    if (at < 0) return;
    throw new HankelError("usage", `letter ${word[at]} at ${at} is outside 0…${letters - 1}`);
  }
}
