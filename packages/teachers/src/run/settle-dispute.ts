import type { StoredAnswer } from "@hankel/core";
import { type Conflicts, VOTES } from "./conflicts.ts";
import type { LiveRun } from "./live-run.ts";

/**
 * Asks a word of a machine again, because its answer and an answer to another word tell different outputs for a prefix of
 * both. The majority decides on each output, and what was known counts as one vote. Returns the answer; or undefined if what
 * was known was wrong. Then the answer is recorded as a correction, and the run has to start again.
 */
export async function settleDispute<W, A>(
  run: LiveRun<W, A>,
  conflicts: Conflicts<W, A>,
  node: number,
  disputed: StoredAnswer<A>,
): Promise<StoredAnswer<A> | undefined> {
  const { store, journal, box, signal, charge } = run;
  const word = store.tree.word(node);
  const repeated = Array.from({ length: VOTES }, () => word);
  const votes = await box.weigh(repeated, { signal, again: true });
  charge(repeated);
  const answers = [...(disputed.answers ?? [disputed.weight]), ...votes];
  const known = store.memory.kept(node, disputed.weight);
  const { weight } = conflicts.reconcile(word, [known, ...answers]);
  const answer = { weight, answers };
  if (store.memory.clash(node, weight) === undefined) return answer;
  journal?.append([store.line("correction", node, answer)]);
  store.correct(node, answer);
  return undefined;
}
