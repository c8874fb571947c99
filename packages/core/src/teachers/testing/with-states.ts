import { type Automaton, isDeterministic, toWdfsa } from "../../automata/convert.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";

/** The hypothesis, for a test that walks from state to state; an error if it is nondeterministic. */
export function withStates<W>(hypothesis: Automaton<W>, test: string): Wdfsa<W> {
  if (isDeterministic(hypothesis)) return toWdfsa(hypothesis);
  throw new HankelError(
    "usage",
    `the test ${test} follows the states of a deterministic hypothesis, and this one is nondeterministic; ` +
      "random, short, bfs and words need no such states, nor do states, loops, walk and wmethod over a field",
  );
}
