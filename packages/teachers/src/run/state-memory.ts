import { MAX_MEMORY, type StateVector } from "@hankel/core";

/** How much of the memory of a run they may take, and how many bytes at most. */
const SHARE = 1 / 16;
const MOST = 2 ** 26;

/**
 * The states of a black box after words, which are nodes of the run's tree. They are too large for a journal, and for a memory
 * without an end: when it is full, it begins again, and what is needed then is asked again.
 */
export class StateMemory {
  readonly #most: number;
  readonly #states = new Map<number, StateVector>();
  #numbers = 0;

  constructor(maxMemory = MAX_MEMORY) {
    this.#most = Math.min(MOST, SHARE * maxMemory) / Float64Array.BYTES_PER_ELEMENT;
  }

  get(node: number): StateVector | undefined {
    return this.#states.get(node);
  }

  /** Several answers to one word bring several states, and the first stays. */
  keep(node: number, state: StateVector): void {
    if (this.#states.has(node)) return;
    if (this.#numbers + state.length > this.#most) {
      this.#states.clear();
      this.#numbers = 0;
    }
    this.#states.set(node, state);
    this.#numbers += state.length;
  }
}
