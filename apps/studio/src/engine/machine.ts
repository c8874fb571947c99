import { accessWords, probabilityPicture, type Wdfsa, type Word } from "@hankel/core";
import { likelyWords } from "./likely-words.ts";
import type { MachineView, Trace, Walk } from "./views.ts";

/** An automaton for the page. `idOf` numbers its states; a state keeps its number throughout the run. */
export function machineView<W>(
  automaton: Wdfsa<W>,
  idOf: (state: number) => number = (state) => state,
  accessOf?: (state: number) => Word | undefined,
): MachineView {
  const { algebra, alphabet, size, target, arcWeight, finalWeight, names } = automaton;
  const access = accessOf === undefined ? accessWords(automaton) : undefined;
  const states = Array.from({ length: size }, (_, state) => {
    const word = accessOf === undefined ? access?.[state] : accessOf(state);
    const final = finalWeight[state];
    return {
      id: idOf(state),
      name: names?.[state] ?? String(idOf(state)),
      access: word === undefined || word === null ? "" : alphabet.show(word),
      final: algebra.isZero(final) ? null : algebra.format(final),
    };
  });
  const arcs = [];
  for (let arc = 0; arc < target.length; arc++) {
    if (target[arc] < 0) continue;
    arcs.push({
      from: idOf(Math.floor(arc / alphabet.size)),
      to: idOf(target[arc]),
      symbol: alphabet.symbols[arc % alphabet.size],
      weight: algebra.format(arcWeight[arc]),
    });
  }
  const initial = size === 0 ? null : { id: idOf(0), weight: algebra.format(automaton.initialWeight) };
  return { states, arcs, initial, silent: algebra.name === "boolean" };
}

/** A probabilistic automaton for the page, as `hankel draw` shows it. */
export function modelView(automaton: Wdfsa<number>): MachineView {
  const access = likelyWords(automaton);
  const view = machineView(automaton, undefined, (state) => access[state]);
  const { lines, ends, hidden } = probabilityPicture(automaton);
  const states = view.states.map((state, i) => ({ ...state, final: ends[i] ?? null }));
  // Every word begins in one state: that needs no weight.
  const initial = view.initial === null ? null : { ...view.initial, weight: "" };
  return { ...view, states, initial, picture: { lines, hidden: hidden ?? null } };
}

/** Numbers the states of the result like those of the last hypothesis, by the words that lead to them. */
export function idsThrough<W>(
  canonical: Wdfsa<W>,
  hypothesis: Wdfsa<W>,
  idOf: (state: number) => number,
): (state: number) => number {
  const access = accessWords(canonical);
  const ids = Array.from({ length: canonical.size }, (_, state) => {
    const word = access[state];
    return word === undefined || word === null ? -1 : hypothesis.stateAfter(word);
  });
  return (state) => (ids[state] < 0 ? state : idOf(ids[state]));
}

export function traceView<W>(automaton: Wdfsa<W>, word: Word, idOf: (state: number) => number): Trace {
  const { algebra } = automaton;
  const { states, accumulated } = automaton.trace(word);
  const whole = states.length === word.length + 1;
  const final = whole ? automaton.finalWeight[states[word.length]] : algebra.zero;
  return {
    states: states.map(idOf),
    accumulated: accumulated.map((weight) => algebra.format(weight)),
    final: algebra.isZero(final) ? null : algebra.format(final),
  };
}

/** The paths of a counterexample through the hypothesis and the target, if the target is an automaton. */
export function walkView<W>(
  word: Word,
  weight: W,
  hypothesis: Wdfsa<W>,
  idOf: (state: number) => number,
  target: Wdfsa<W> | null,
): Walk {
  const { algebra, alphabet } = hypothesis;
  return {
    word: alphabet.show(word),
    symbols: alphabet.spell(word),
    target: target === null ? null : traceView(target, word, (state) => state),
    hypothesis: traceView(hypothesis, word, idOf),
    weight: algebra.format(weight),
    believed: algebra.format(hypothesis.weigh(word)),
  };
}
