import { HankelError, type StateVector } from "@hankel/core";
import type { LiveRun } from "./live-run.ts";

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
