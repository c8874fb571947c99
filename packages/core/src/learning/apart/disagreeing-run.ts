import type { FreeWord } from "../../algebra/free-group.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import type { RunObservations } from "../../hankel/run-observations.ts";

/**
 * The first word, in the order of the answers, for which a hypothesis writes anything else, or -1. All its final weights
 * are 1. Outputs are compared one by one along the tree of words, in which a word comes after its prefixes.
 */
export function disagreeingRun(hypothesis: Wdfsa<FreeWord>, observations: RunObservations): number {
  const { alphabet, target, arcWeight } = hypothesis;
  const { tree } = observations;
  /** The state after each word; -1 where the hypothesis has written anything else, or where nothing is known. */
  const state = new Int32Array(tree.size).fill(-1);
  state[0] = hypothesis.size === 0 || hypothesis.initialWeight !== observations.weight(0) ? -1 : 0;
  for (let node = 1; node < tree.size; node++) {
    const before = state[tree.parent(node)];
    if (before < 0 || !observations.knows(node)) continue;
    const arc = before * alphabet.size + tree.letter(node);
    if (target[arc] >= 0 && arcWeight[arc] === observations.output(node)) state[node] = target[arc];
  }
  for (const node of observations.answered()) if (state[node] < 0) return node;
  return -1;
}
