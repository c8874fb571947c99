import type { Field } from "../../algebra/semifield.ts";
import { copyWeights } from "../convert.ts";
import { Wfsa } from "../wfsa.ts";

/** The field with products in the opposite order. */
export function oppositeOf<W>(field: Field<W>): Field<W> {
  return field.commutative ? field : { ...field, times: (a, b) => field.times(b, a) };
}

/** The reversed automaton, over an algebra that multiplies in the opposite order. */
export function reversed<W>(wfsa: Wfsa<W>, opposite: Field<W>): Wfsa<W> {
  return new Wfsa(
    {
      algebra: opposite,
      alphabet: wfsa.alphabet,
      initialWeight: copyWeights(opposite, wfsa.finalWeight),
      finalWeight: copyWeights(opposite, wfsa.initialWeight),
      source: Int32Array.from(wfsa.target),
      letter: Int32Array.from(wfsa.letter),
      target: Int32Array.from(wfsa.source),
      arcWeight: copyWeights(opposite, wfsa.arcWeight),
    },
    false,
  );
}
