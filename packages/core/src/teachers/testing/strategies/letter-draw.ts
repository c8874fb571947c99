import type { Random } from "../../../random.ts";
import type { Letter } from "../../../words/word.ts";

/** A letter with another likelihood than usual. */
export interface Unusual {
  readonly letter: Letter;
  readonly likelihood: number;
}

/** Draws letters in proportion to their likelihoods, of which few change from draw to draw: a draw does not look at all of them. */
export class LetterDraw {
  readonly #usual: Float64Array;
  /** What the letters before each one have together. */
  readonly #sums: Float64Array;

  constructor(usual: Float64Array) {
    this.#usual = usual;
    this.#sums = new Float64Array(usual.length + 1);
    for (let letter = 0; letter < usual.length; letter++) {
      this.#sums[letter + 1] = this.#sums[letter] + usual[letter];
    }
  }

  /** The usual likelihood of a letter. */
  usual(letter: Letter): number {
    return this.#usual[letter];
  }

  /** A letter; those with unusual likelihoods are given in their order. */
  draw(unusual: readonly Unusual[], random: Random): Letter {
    const sums = this.#sums;
    let all = sums[sums.length - 1];
    for (const { letter, likelihood } of unusual) all += likelihood - this.#usual[letter];
    let left = random.real() * all;
    let from = 0;
    for (const { letter, likelihood } of unusual) {
      const between = sums[letter] - sums[from];
      if (left < between) break;
      left -= between;
      if (left < likelihood) return letter;
      left -= likelihood;
      from = letter + 1;
    }
    return this.#find(from, left);
  }

  /** The letter, from one on, at which the usual likelihoods come to more than so much. */
  #find(from: Letter, left: number): Letter {
    const sums = this.#sums;
    let [low, high] = [Math.min(from, sums.length - 2), sums.length - 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle + 1] - sums[from] > left) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
