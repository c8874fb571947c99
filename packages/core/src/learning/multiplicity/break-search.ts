import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import type { Word } from "../../words/word.ts";
import { type Asker, askWanted } from "../asking.ts";
import type { Asking } from "../protocol.ts";
import type { Coordinates } from "./coordinates.ts";

/** How values of the field that is computed in are compared. */
export interface Values<V> {
  /** How far two values are from each other; 0 only if they are equal. */
  distance(a: V, b: V): number;
  /** Are two values equal, as far as one can tell after so many products? */
  agree(a: V, b: V, factors: number): boolean;
}

/**
 * Rivest and Schapire's search, over a field (docs/theory/fields.md, 14.3). For a word w and the coordinates v of its prefixes by the
 * hypothesis, put
 *
 *     f(i) = Σ v(w[..i])(p) ⊗ L(p · w[i..]) over the basis words p.
 *
 * Then f(0) = L(w), and f(n) is the hypothesis' weight. Where f(i) ≠ f(i + 1), the row of some p·a with a = w[i] is wrong on
 * the suffix w[i+1..]. Each f(i) takes one batch, with a word for every coordinate that is not zero.
 *
 * Floats differ a little at every step. There the search keeps to a part of the word where f changes at least as much as
 * on average, which by the triangle inequality one of two parts does. Over an exact field the distance is 0 or 1.
 *
 * The suffix becomes a column, whose words are asked for all rows, so it should be short: the search first looks for the
 * power of two at whose distance from the end f has changed, and then between that and the one before.
 */
export class BreakSearch<W, V> {
  readonly #asker: Asker<W>;
  readonly #values: Values<V>;
  readonly #coordinates: Coordinates<W, V>;
  readonly #word: Word;
  /** How much f changes per letter, on average. */
  #average = 0;
  /** The coordinates of all prefixes. */
  readonly #vectors: ReadonlyWeights<V>[];

  constructor(asker: Asker<W>, values: Values<V>, coordinates: Coordinates<W, V>, word: Word) {
    this.#asker = asker;
    this.#values = values;
    this.#coordinates = coordinates;
    this.#word = word;
    this.#vectors = [coordinates.start()];
    for (let i = 0; i < word.length; i++) {
      this.#vectors.push(coordinates.step(this.#vectors[i], word[i]));
    }
  }

  /** Does the hypothesis weigh the word otherwise than the language? The word's own weight must be known. */
  isWrong(): boolean {
    const n = this.#word.length;
    return !this.#values.agree(this.#value(0), this.#value(n), n + 1);
  }

  /** The suffix after a place where the hypothesis breaks. The word must be wrong. */
  *findSuffix(): Asking<W, Word, W, never> {
    const n = this.#word.length;
    let [low, high] = [0, n];
    this.#average = this.#values.distance(this.#value(0), this.#value(n)) / n;
    // f is as at the end at the distance 2^near, or at 0 if `near` is -1, and has changed at 2^far, or at the beginning.
    let [near, far] = [-1, Math.ceil(Math.log2(n))];
    while (far - near > 1) {
      const middle = (near + far) >> 1;
      const at = n - 2 ** middle;
      if (yield* this.#breaks(at, high)) [far, low] = [middle, at];
      else [near, high] = [middle, at];
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (yield* this.#breaks(middle, high)) low = middle;
      else high = middle;
    }
    return this.#word.slice(high);
  }

  *#breaks(at: number, high: number): Asking<W, boolean, W, never> {
    const coordinates = this.#coordinates;
    const { observations } = coordinates.words;
    coordinates.wantToFollow(this.#vectors[at], this.#word.slice(at));
    coordinates.wantToFollow(this.#vectors[high], this.#word.slice(high));
    yield* askWanted(this.#asker, observations, { kind: "counterexample", word: this.#word });
    const distance = this.#values.distance(this.#value(at), this.#value(high));
    return distance > 0 && distance >= this.#average * (high - at);
  }

  #value(at: number): V {
    return this.#coordinates.follow(this.#vectors[at], this.#word.slice(at));
  }
}
