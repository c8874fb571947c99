import { HankelError, type StateVector, type Word } from "@hankel/core";
import type { OnStates } from "../box.ts";
import type { LiveRun } from "./live-run.ts";

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

  keep(node: number, state: StateVector): void {
    if (this.#states.has(node)) return;
    if (this.#numbers + state.length > this.#most) this.#forget();
    this.#states.set(node, state);
    this.#numbers += state.length;
  }

  /** Keeps the states that come with the answers to words; several answers to one word bring several states, and the first stays. */
  keeper(words: readonly Word[], nodeOf: (word: Word) => number): { readonly states: OnStates } {
    return {
      states: (from, states) => {
        for (const [i, state] of states.entries()) this.keep(nodeOf(words[from + i]), state);
      },
    };
  }

  #forget(): void {
    this.#states.clear();
    this.#numbers = 0;
  }
}

/** Those of the words whose states are not known, each once. */
export function withoutStates<W, A>({ states }: LiveRun<W, A>, nodes: readonly number[]): number[] {
  return [...new Set(nodes)].filter((node) => states?.get(node) === undefined);
}

/**
 * The states of the black box after words. Where the answer to a word came from a journal, its state is not known, and the word is
 * asked again.
 */
export async function fetchStates<W, A>(
  run: LiveRun<W, A>,
  nodes: readonly number[],
): Promise<readonly StateVector[]> {
  const { box, store, states, signal, charge } = run;
  if (states === undefined) throw new HankelError("usage", "no test of this run looks at states");
  const missing = withoutStates(run, nodes);
  // The memory may begin again while states arrive, so these are kept aside.
  const found = new Map(nodes.map((node) => [node, states.get(node)]));
  if (missing.length > 0) {
    const words = missing.map((node) => store.tree.word(node));
    const keep = (from: number, vectors: readonly StateVector[]) => {
      for (const [i, vector] of vectors.entries()) {
        found.set(missing[from + i], vector);
        states.keep(missing[from + i], vector);
      }
    };
    await box.weigh(words, { signal, states: keep });
    charge(words);
  }
  return nodes.map((node) => found.get(node) as StateVector);
}
