import type { GroupWithZero } from "../../algebra/semifield.ts";

/**
 * The answers of words to e₀, the first live suffix that each of them met on its way down, and their inverses. When 1 is the only
 * non-zero weight, they are known in advance, and nothing is kept.
 */
export class Pivots<W> {
  readonly #algebra: GroupWithZero<W>;
  readonly #known: W | undefined;
  readonly #answer: (W | undefined)[] = [];
  readonly #inverse: (W | undefined)[] = [];

  constructor(algebra: GroupWithZero<W>) {
    this.#algebra = algebra;
    this.#known = algebra.trivial === true ? algebra.one : undefined;
  }

  /** The inverse of a word's answer to e₀; undefined before it has met one. */
  inverse(word: number): W | undefined {
    return this.#known ?? this.#inverse[word];
  }

  /** An answer of a word: its pivot, if it is the first live one. */
  note(word: number, answer: W): void {
    if (this.inverse(word) !== undefined || this.#algebra.isZero(answer)) return;
    this.#answer[word] = answer;
    this.#inverse[word] = this.#algebra.inverse(answer);
  }

  /** A word that has met no suffix. */
  forget(word: number): void {
    if (this.#known !== undefined) return;
    this.#answer[word] = undefined;
    this.#inverse[word] = undefined;
  }

  /** κ: L_x = κ ⊗ L_u for two words with the same e₀, if they are homothetic. */
  factor(x: number, u: number): W {
    if (x === u) return this.#algebra.one;
    return this.#known ?? this.#algebra.times(this.#answer[x] as W, this.#inverse[u] as W);
  }
}
