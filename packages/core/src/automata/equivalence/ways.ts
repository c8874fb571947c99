import { lengthened } from "../../words/collections.ts";
import type { Letter } from "../../words/word.ts";

/**
 * Words that lead to states, each made of an earlier one and a letter, its last *step*: way · letters + letter, a number that stands
 * for the whole word; -1 for ε. A state that gets another word keeps the old one as it was: so the order of steps never changes.
 */
export class Ways {
  /** The last step, the number of letters, and the state. */
  last = new Int32Array(64);
  length = new Int32Array(64);
  state = new Int32Array(64);
  count = 0;
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  clear(): void {
    this.count = 0;
  }

  add(state: number, last: number): number {
    const way = this.count++;
    if (way === this.last.length) {
      this.last = lengthened(this.last, 2 * way);
      this.length = lengthened(this.length, 2 * way);
      this.state = lengthened(this.state, 2 * way);
    }
    this.last[way] = last;
    this.length[way] = last < 0 ? 0 : this.#lettersBefore(last) + 1;
    this.state[way] = state;
    return way;
  }

  /** The arc of a step; -1 for ε. */
  arc(step: number): number {
    if (step < 0) return step;
    const way = (step / this.#width) | 0;
    return step + (this.state[way] - way) * this.#width;
  }

  #lettersBefore(step: number): number {
    return this.length[(step / this.#width) | 0];
  }

  /** Of two words of one length, is the first before the second? They are read from their ends. */
  #isLess(one: number, other: number): boolean {
    const width = this.#width;
    const { last } = this;
    let [x, y] = [one, other];
    let less = false;
    while (x !== y) {
      const [p, q] = [(x / width) | 0, (y / width) | 0];
      const [a, b] = [x - p * width, y - q * width];
      if (a !== b) less = a < b;
      if (p === q) break;
      x = last[p];
      y = last[q];
    }
    return less;
  }

  /** On the way of a word, the step that has so many letters before it. */
  #upTo(step: number, letters: number): number {
    let at = step;
    for (let rest = this.#lettersBefore(step); rest > letters; rest--) at = this.last[(at / this.#width) | 0];
    return at;
  }

  /** Is a word before another one in the order of a dictionary? */
  precedes(one: number, other: number): boolean {
    const [x, y] = [this.#lettersBefore(one), this.#lettersBefore(other)];
    const [at, and] = [this.#upTo(one, Math.min(x, y)), this.#upTo(other, Math.min(x, y))];
    return at === and ? x < y : this.#isLess(at, and);
  }

  /** Is a word before what another one, which is no shorter, begins with? */
  isBeforeStart(one: number, other: number): boolean {
    return this.#isLess(one, this.#upTo(other, this.#lettersBefore(one)));
  }

  word(step: number): Letter[] {
    const word: Letter[] = [];
    for (let at = step; at >= 0; ) {
      const way = (at / this.#width) | 0;
      word.push(at - way * this.#width);
      at = this.last[way];
    }
    return word.reverse();
  }
}
