import type { Letter, Word } from "../../words/word.ts";

/**
 * A prefix as the one before it and a letter: making it longer takes constant time. Each also knows a much shorter prefix, such that two of
 * the same length jump equally far. So two prefixes that were made from one are compared in logarithmic time (Myers 1983, "An
 * applicative random-access stack").
 */
export class Prefix {
  readonly length: number;
  readonly #letter: Letter;
  readonly #before: Prefix;
  readonly #jump: Prefix;

  /** Without arguments: ε. */
  constructor(before?: Prefix, letter: Letter = -1) {
    this.#letter = letter;
    this.#before = before ?? this;
    this.length = before === undefined ? 0 : before.length + 1;
    this.#jump = before === undefined ? this : before.#jumpBehind();
  }

  /** The order of dictionaries; 0 only for the same prefix. Both were made from the same ε, each word once. */
  compare(other: Prefix): number {
    const shared = Math.min(this.length, other.length);
    let a = Prefix.#cut(this, shared);
    let b = Prefix.#cut(other, shared);
    if (a === b) return this.length - other.length;
    while (a.#before !== b.#before) {
      const apart = a.#jump !== b.#jump;
      a = apart ? a.#jump : a.#before;
      b = apart ? b.#jump : b.#before;
    }
    return a.#letter - b.#letter;
  }

  get word(): Word {
    const letters: Letter[] = [this.#letter];
    for (let at = this.#before; at.length > 0; at = at.#before) letters.push(at.#letter);
    return this.length === 0 ? [] : letters.reverse();
  }

  /** Where the prefixes that are longer by a letter jump to. */
  #jumpBehind(): Prefix {
    const far = this.#jump.#jump;
    return this.length - this.#jump.length === this.#jump.length - far.length ? far : this;
  }

  /** The beginning of this length. */
  static #cut(prefix: Prefix, length: number): Prefix {
    let at = prefix;
    while (at.length > length) at = at.#jump.length >= length ? at.#jump : at.#before;
    return at;
  }
}
