import { type FreeWord, freeLetters, freeWord, type StoredAnswer } from "@hankel/core";
import { type Conflicts, VOTES } from "./conflicts.ts";
import type { LiveRun } from "./live-run.ts";

/** An answer that the majority agreed on. */
export interface Settled<A> {
  readonly answer: StoredAnswer<A>;
  /** Were outputs corrected that were known before? Then the run has to start again. */
  readonly corrected: boolean;
}

/**
 * Asks a word of a machine again, because its answer and an answer to another word tell different outputs for a prefix of
 * both. The majority decides on each output, and what was known counts as one vote. If it was wrong, it is corrected.
 */
export async function settleDispute<W, A>(
  run: LiveRun<W, A>,
  conflicts: Conflicts<W, A>,
  node: number,
  disputed: StoredAnswer<A>,
): Promise<Settled<A>> {
  const { store, journal, box, signal, charge } = run;
  const word = store.tree.word(node);
  const repeated = Array.from({ length: VOTES }, () => word);
  const votes = await box.weigh(repeated, { signal, again: true });
  charge(repeated);
  const answers = [...(disputed.answers ?? [disputed.weight]), ...votes];
  const known = store.keepKnown(node, disputed.weight);
  const { weight } = conflicts.reconcile(word, [known, ...answers]);
  const corrected = store.clash(node, weight) !== undefined;
  if (corrected) {
    const prefix = store.knownPrefix(node);
    const better = { weight: truncated(run, weight, store.tree.depth(prefix)) };
    journal?.append([store.line("correction", prefix, better)]);
    store.correct(prefix, better);
  }
  return { answer: { weight, answers }, corrected };
}

/** The first part of a run: that on the first `length` letters of its word. */
function truncated<W, A>({ box }: LiveRun<W, A>, weight: A, length: number): A {
  const names = freeLetters(weight as FreeWord).map(({ name }) => name);
  return freeWord(...names.slice(0, box.machine === "moore" ? length + 1 : length)) as A;
}
