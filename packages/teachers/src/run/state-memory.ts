import type { StateVector } from "@hankel/core";

/** How many numbers are kept: 64 MiB. */
const MOST_NUMBERS = 2 ** 23;

/**
 * The states of a black box after words, which are nodes of the run's tree. They are too large for a journal, and for a memory
 * without an end: when it is full, it begins again, and what is needed then is asked again.
 */
export class StateMemory {
  readonly #most: number;
  readonly #states = new Map<number, StateVector>();
  #numbers = 0;

  constructor(most = MOST_NUMBERS) {
    this.#most = most;
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
