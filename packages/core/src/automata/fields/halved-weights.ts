import type { Rational } from "../../algebra/fraction.ts";
import { rational } from "../../algebra/rational.ts";
import { isField, kernelOf, type Semifield, type Weights } from "../../algebra/semifield.ts";
import { lookUp } from "../../interruption.ts";
import { type Letter, requireLetters, type Word } from "../../words/word.ts";
import { grouped } from "../arcs.ts";
import { copyWeights, reversed, withWeights } from "../convert.ts";
import type { Wfsa } from "../wfsa.ts";
import { productOf, type WholeVector, WholeVectors } from "./whole-vectors.ts";

/** So many entries of vectors are kept at most. */
const MOST_ENTRIES = 4e6;

/** The vectors of an automaton in some form: rows λ μ(x) forwards, columns μ(y) ρ backwards. */
interface Halves<V, W> {
  readonly initial: V;
  readonly final: V;
  forwards(vector: V, letter: Letter): V;
  backwards(vector: V, letter: Letter): V;
  product(row: V, column: V): W;
}

/** The vector of a word, and those of the words that are a letter longer. */
interface Node<V> {
  readonly vector: V;
  readonly next: Map<Letter, Node<V>>;
}

/**
 * Weighs many words with one automaton: L(x y) = λ μ(x) · μ(y) ρ, where x is the first half of a word. The vectors of the
 * halves are kept, and there are far fewer halves than words. A word with known halves costs a product per state.
 */
export class HalvedWeights<W> {
  readonly #size: number;
  readonly #letters: number;
  readonly #weigh: (word: Word) => W;

  constructor(wfsa: Wfsa<W>, algebra: Semifield<W>) {
    this.#size = wfsa.size;
    this.#letters = wfsa.alphabet.size;
    const kernel = isField(algebra) ? kernelOf(algebra) : undefined;
    if (kernel?.kind !== "rational") this.#weigh = this.#weigher(new PlainHalves(wfsa, algebra));
    else {
      const weigh = this.#weigher(
        new WholeHalves(withWeights(wfsa, rational, (weight) => kernel.of(weight))),
      );
      this.#weigh = (word) => kernel.weight(weigh(word));
    }
  }

  weigh(word: Word): W {
    requireLetters(word, this.#letters);
    return this.#weigh(word);
  }

  #weigher<V, N>(halves: Halves<V, N>): (word: Word) => N {
    /** λ and ρ, with the vectors that follow from them. */
    let roots: readonly [Node<V>, Node<V>] | undefined;
    let kept = 0;
    const child = (node: Node<V>, letter: Letter, step: (vector: V, letter: Letter) => V) => {
      let found = node.next.get(letter);
      if (found === undefined) {
        found = { vector: step(node.vector, letter), next: new Map() };
        node.next.set(letter, found);
        kept += this.#size;
      }
      return found;
    };
    const forwards = (vector: V, letter: Letter) => halves.forwards(vector, letter);
    const backwards = (vector: V, letter: Letter) => halves.backwards(vector, letter);
    return (word) => {
      if (kept > MOST_ENTRIES) [roots, kept] = [undefined, 0];
      roots ??= [
        { vector: halves.initial, next: new Map() },
        { vector: halves.final, next: new Map() },
      ];
      let [before, behind] = roots;
      const half = word.length >>> 1;
      for (let i = 0; i < half; i++) before = child(before, word[i], forwards);
      for (let i = word.length - 1; i >= half; i--) behind = child(behind, word[i], backwards);
      return halves.product(before.vector, behind.vector);
    };
  }
}

/** In the arithmetic of the algebra. */
class PlainHalves<W> implements Halves<Weights<W>, W> {
  readonly initial: Weights<W>;
  readonly final: Weights<W>;
  readonly #wfsa: Wfsa<W>;
  readonly #algebra: Semifield<W>;
  /** The arcs of each letter. */
  readonly #arcs: readonly Int32Array[];

  constructor(wfsa: Wfsa<W>, algebra: Semifield<W>) {
    this.#wfsa = wfsa;
    this.#algebra = algebra;
    this.initial = copyWeights(algebra, wfsa.initialWeight);
    this.final = copyWeights(algebra, wfsa.finalWeight);
    const { start, places } = grouped(wfsa.letter, wfsa.alphabet.size);
    this.#arcs = Array.from(wfsa.alphabet.symbols, (_, a) => places.subarray(start[a], start[a + 1]));
  }

  forwards(vector: Weights<W>, letter: Letter): Weights<W> {
    return this.#step(vector, letter, true);
  }

  backwards(vector: Weights<W>, letter: Letter): Weights<W> {
    return this.#step(vector, letter, false);
  }

  product(left: Weights<W>, right: Weights<W>): W {
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

/** Over the rational numbers, in whole numbers: the weight of a word is the only fraction that is brought into lowest terms. */
class WholeHalves implements Halves<WholeVector, Rational> {
  readonly initial: WholeVector;
  readonly final: WholeVector;
  readonly #rows: WholeVectors;
  readonly #columns: WholeVectors;

  constructor(wfsa: Wfsa<Rational>) {
    const meter = { spend: lookUp };
    this.#rows = new WholeVectors(wfsa, meter);
    this.#columns = new WholeVectors(reversed(wfsa, rational), meter);
    this.initial = this.#rows.initial();
    this.final = this.#columns.initial();
  }

  forwards(vector: WholeVector, letter: Letter): WholeVector {
    return this.#rows.step(vector, letter);
  }

  backwards(vector: WholeVector, letter: Letter): WholeVector {
    return this.#columns.step(vector, letter);
  }

  product(row: WholeVector, column: WholeVector): Rational {
    return productOf(row, column);
  }
}
