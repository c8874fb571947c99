import { countOf } from "../../../errors.ts";
import type { EquivalenceTest } from "../equivalence-test.ts";
import { regressionSearch } from "./search.ts";

/**
 * Tests words of a target that gives its states, such as a recurrent network: at most `count` of them, where regression from
 * its states to those of the hypothesis says that the two seem to disagree. What it proves is agreement on these words.
 */
export function stateRegression(count: number): EquivalenceTest {
  return {
    text: `regression:${count}`,
    states: true,
    atMost: () => count,
    words: () => [],
    examine: (hypothesis, _equivalence, longest) => regressionSearch(hypothesis, { words: count, longest }),
    claim: () => ({
      kind: "words",
      about: `a search by regression on the target's states, at most ${countOf(count, "word")} at a time`,
    }),
  };
}
