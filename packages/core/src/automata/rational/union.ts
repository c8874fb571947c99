import type { Automaton } from "../convert.ts";
import { alignWfsas } from "../equivalence/align.ts";
import type { Wfsa } from "../wfsa.ts";
import { join, sideBySide } from "./join.ts";

/**
 * The ⊕ of two languages: both automata side by side, with the initial states of both. The alphabet is the union of the
 * two. Linear, any group with zero; weighing a word of both languages needs ⊕.
 */
export function union<W>(left: Automaton<W>, right: Automaton<W>): Wfsa<W> {
  const [a, b] = alignWfsas(left, right);
  return join([a, b], 0, [], {
    initialWeight: sideBySide(a.algebra, [a.initialWeight, b.initialWeight], 0),
    finalWeight: sideBySide(a.algebra, [a.finalWeight, b.finalWeight], 0),
  });
}
