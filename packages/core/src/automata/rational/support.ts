import { boolean } from "../../algebra/boolean.ts";
import { isField } from "../../algebra/semifield.ts";
import { HankelError } from "../../errors.ts";
import { type Automaton, isDeterministic, toWfsa } from "../convert.ts";
import { Wfsa } from "../wfsa.ts";

/**
 * The words whose weight is not zero, as an unweighted automaton with the same states and arcs. Linear, any group
 * with zero. Over a field paths may cancel, so a nondeterministic automaton is refused: `determinize` it first.
 */
export function support<W>(automaton: Automaton<W>): Wfsa<boolean> {
  const { algebra, alphabet } = automaton;
  if (isField(algebra) && !isDeterministic(automaton)) {
    const why = `paths of ${algebra.name} weights may cancel; determinize the automaton first`;
    throw new HankelError("unsupported", `support: ${why}`);
  }
  const wfsa = toWfsa(automaton);
  const truth = (weights: ArrayLike<W>) => Array.from(weights, (weight) => !algebra.isZero(weight));
  return new Wfsa({
    algebra: boolean,
    alphabet,
    initialWeight: truth(wfsa.initialWeight),
    finalWeight: truth(wfsa.finalWeight),
    source: Int32Array.from(wfsa.source),
    letter: Int32Array.from(wfsa.letter),
    target: Int32Array.from(wfsa.target),
    arcWeight: truth(wfsa.arcWeight),
    names: wfsa.names,
  });
}
