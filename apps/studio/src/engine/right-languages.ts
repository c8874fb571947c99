import { type Automaton, residual, Wdfsa, Wfsa, type Word } from "hankel";

/** The weight of a word that is read from a state on. */
export function rightLanguages<W>(automaton: Automaton<W>): (state: number, suffix: Word) => W {
  if (automaton instanceof Wdfsa) return (state, suffix) => residual(automaton, state, suffix);
  const from = new Map<number, Wfsa<W>>();
  return (state, suffix) => {
    const begun = from.get(state) ?? beginningIn(automaton, state);
    from.set(state, begun);
    return begun.weigh(suffix);
  };
}

/** The same automaton with another initial state. */
function beginningIn<W>(automaton: Wfsa<W>, state: number): Wfsa<W> {
  const { algebra, alphabet, size } = automaton;
  const initialWeight = algebra.array(size);
  initialWeight[state] = algebra.one;
  const finalWeight = algebra.array(size);
  for (let i = 0; i < size; i++) finalWeight[i] = automaton.finalWeight[i];
  const arcWeight = algebra.array(automaton.arcs);
  for (let arc = 0; arc < automaton.arcs; arc++) arcWeight[arc] = automaton.arcWeight[arc];
  const [source, letter, target] = [automaton.source, automaton.letter, automaton.target].map((ints) =>
    Int32Array.from(ints),
  );
  return new Wfsa({ algebra, alphabet, initialWeight, finalWeight, source, letter, target, arcWeight });
}
