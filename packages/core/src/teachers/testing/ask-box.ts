import type { EquivalenceTest } from "./equivalence-test.ts";

/** The black box looks for a counterexample itself; `exact` when its answer is a proof. For live runs only. */
export function askBox(exact: boolean): EquivalenceTest {
  return { text: "box", asksBox: true, words: () => [], claim: () => ({ kind: "box", exact }) };
}
