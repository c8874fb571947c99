import type { ReadonlyWeights } from "../algebra/semifield.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { type ReadonlyInts, Wdfsa } from "../automata/wdfsa.ts";

/** An automaton as it is written: state by state, and the arcs of a state by letter. */
export interface Rows<W> {
  readonly size: number;
  readonly initials: ReadonlyInts;
  readonly initialWeight: ReadonlyWeights<W>;
  readonly finalWeight: ReadonlyWeights<W>;
  /** The first arc of a state; those of the last one end where the next one's would begin. If absent, a state has an arc for each letter. */
  readonly start?: ReadonlyInts;
  /** Negative where there is no arc. */
  readonly target: ReadonlyInts;
  /** The letter of an arc; if absent, the arcs of a state are those of all letters, in order. */
  readonly letter?: ReadonlyInts;
  readonly arcWeight: ReadonlyWeights<W>;
}

/** The table of a deterministic automaton is written as it is: a copy of it takes more memory than all else that a writer needs. */
export function rowsOf<W>(automaton: Automaton<W>): Rows<W> {
  if (!(automaton instanceof Wdfsa)) return toWfsa(automaton);
  const { size, target, arcWeight, finalWeight, initialWeight } = automaton;
  const isEmpty = size === 0;
  return {
    size,
    initials: isEmpty ? [] : [0],
    initialWeight: isEmpty ? [] : [initialWeight],
    finalWeight,
    target,
    arcWeight,
  };
}
