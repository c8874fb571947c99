import { type Automaton, copyWeights, toWfsa } from "../convert.ts";
import { requireCommutative } from "../requirements.ts";
import { Wfsa } from "../wfsa.ts";

/**
 * The reversed language: every word has the weight of its mirror image. Arcs are reversed, initial and final weights
 * change places. Linear. Needs a commutative ⊗, because the weights of a path are multiplied in the opposite order.
 */
export function reverse<W>(automaton: Automaton<W>): Wfsa<W> {
  const { algebra, alphabet } = automaton;
  requireCommutative(algebra, "reverse");
  const wfsa = toWfsa(automaton);
  return new Wfsa(
    {
      algebra,
      alphabet,
      initialWeight: copyWeights(algebra, wfsa.finalWeight),
      finalWeight: copyWeights(algebra, wfsa.initialWeight),
      source: Int32Array.from(wfsa.target),
      letter: Int32Array.from(wfsa.letter),
      target: Int32Array.from(wfsa.source),
      arcWeight: copyWeights(algebra, wfsa.arcWeight),
      names: wfsa.names,
    },
    false,
  );
}
