import { lengthened } from "../../words/collections.ts";
import type { Letter } from "../../words/word.ts";

/**
 * The outputs of states as rows of bits, so that 32 letters are looked at at once. A state has one row that says for which
 * letters the output is known, and one for each bit of the outputs' numbers.
 */
export class OutputRows {
  /** A row has so many entries. */
  readonly words: number;
  /** A state has so many rows: the known letters, and the bits of the outputs from the lowest on. */
  planes = 2;
  rows: Int32Array<ArrayBuffer>;

  constructor(letters: number) {
    this.words = (letters + 31) >>> 5;
    this.rows = new Int32Array(16 * this.planes * this.words);
  }

  /** A state writes an output for a letter; 0: it is not known. */
  set(state: number, letter: Letter, output: number): void {
    while (output >>> (this.planes - 1) !== 0) this.#addPlane();
    const { planes, words } = this;
    const stride = planes * words;
    if ((state + 1) * stride > this.rows.length) {
      this.rows = lengthened(this.rows, Math.max((state + 1) * stride, 2 * this.rows.length));
    }
    const bit = 1 << (letter & 31);
    const bits = output === 0 ? 0 : (output << 1) | 1;
    for (let plane = 0, at = state * stride + (letter >>> 5); plane < planes; plane++, at += words) {
      if (((bits >>> plane) & 1) === 0) this.rows[at] &= ~bit;
      else this.rows[at] |= bit;
    }
  }

  /** Makes room for another bit of the outputs. */
  #addPlane(): void {
    const { rows, words, planes } = this;
    const [before, now] = [planes * words, (planes + 1) * words];
    const states = Math.floor(rows.length / before);
    this.planes++;
    this.rows = new Int32Array(states * now);
    for (let state = 0; state < states; state++) {
      this.rows.set(rows.subarray(state * before, (state + 1) * before), state * now);
    }
  }
}
