import { lengthened } from "../../words/collections.ts";
import type { Letter } from "../../words/word.ts";

/** Outputs are told apart by their numbers' last bits, so that memory is linear in the arcs whatever the outputs are. */
const CLASSES = 16;

/**
 * Which states may write an output for a letter: 32 states are compared at once. It says no more than one letter does, and
 * not even all of that: a state that it leaves out does not fit, and one that it keeps has to be compared.
 */
export class CompatibleStates {
  readonly #letters: number;
  /** For 32 states and each letter: which of them are known to write anything. */
  #known = new Int32Array(0);
  /** For 32 states, each letter and each class of outputs: which of them are known to write one of these. */
  #writing = new Int32Array(0);
  /** The states that are left. */
  #left = new Int32Array(0);
  #blocks = 0;

  constructor(letters: number) {
    this.#letters = letters;
  }

  /** The output of a state's arc is another one; 0 if it is not known. */
  change(state: number, letter: Letter, before: number, now: number): void {
    const bit = 1 << (state & 31);
    const at = (state >>> 5) * this.#letters + letter;
    if (at >= this.#known.length) this.#grow((state >>> 5) + 1);
    if (before !== 0) this.#writing[at * CLASSES + (before % CLASSES)] &= ~bit;
    if (now === 0) {
      this.#known[at] &= ~bit;
      return;
    }
    this.#known[at] |= bit;
    this.#writing[at * CLASSES + (now % CLASSES)] |= bit;
  }

  /** Begins with the first of all states. */
  start(states: number): void {
    this.#blocks = (states + 31) >>> 5;
    if (this.#blocks * this.#letters > this.#known.length) this.#grow(this.#blocks);
    this.#left.fill(-1, 0, this.#blocks);
    if ((states & 31) !== 0) this.#left[this.#blocks - 1] = (1 << (states & 31)) - 1;
  }

  /** Leaves those that may write an output for a letter. */
  restrict(letter: Letter, output: number): void {
    const [known, writing, left] = [this.#known, this.#writing, this.#left];
    const of = output % CLASSES;
    for (let block = 0, at = letter; block < this.#blocks; block++, at += this.#letters) {
      left[block] &= ~known[at] | writing[at * CLASSES + of];
    }
  }

  /** Those that are left, in order. */
  states(): number[] {
    const states: number[] = [];
    for (let block = 0; block < this.#blocks; block++) {
      for (let rest = this.#left[block]; rest !== 0; rest &= rest - 1) {
        states.push(32 * block + 31 - Math.clz32(rest & -rest));
      }
    }
    return states;
  }

  #grow(blocks: number): void {
    const room = Math.max(blocks, 2 * this.#left.length);
    this.#left = lengthened(this.#left, room);
    this.#known = lengthened(this.#known, room * this.#letters);
    this.#writing = lengthened(this.#writing, room * this.#letters * CLASSES);
  }
}
