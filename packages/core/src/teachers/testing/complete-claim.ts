import type { Automaton } from "../../automata/convert.ts";
import type { Claim } from "./equivalence-test.ts";
import { LinearWords } from "./linear-words.ts";

/** The claim of a complete test: about states, or about the rank if the hypothesis is a `Wfsa` over a field. */
export function completeClaim<W>(hypothesis: Automaton<W>, extraStates: number): Claim {
  const rank = LinearWords.of(hypothesis)?.rank;
  return { kind: "complete", extraStates, ...(rank !== undefined && { rank }) };
}
