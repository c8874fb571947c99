import { type Automaton, type Kind, toWfsa, Wdfsa, type Wfsa, type Word } from "hankel";
import { type Graph, graphOf, mergedArcs, percent } from "hankel/formats";
import { kindOfAutomaton } from "hankel/learning";
import { writtenIn } from "./text.ts";
import type { MachineView, Trace, Walk } from "./views.ts";
import { likelyWords, wordsOfStates } from "./words-of-states.ts";

/** How an automaton is shown. */
export interface Showing<W> {
  /** Numbers the states; a state keeps its number throughout the run. */
  readonly idOf?: ((state: number) => number) | undefined;
  /** A word that leads to a state. */
  readonly accessOf?: ((state: number) => Word | undefined) | undefined;
  /** What the target answers with. Of an automaton that is complete, that is known from the automaton. */
  readonly kind?: Kind<W> | undefined;
}

/** An automaton for the page. */
export function machineView<W>(automaton: Automaton<W>, showing: Showing<W> = {}): MachineView {
  const { kind = kindOfAutomaton(automaton) } = showing;
  const view = partsOf(automaton, { ...showing, kind });
  const isMachine = kind.name === "runs";
  const graph = isMachine ? outputsOf(view) : numbered(graphOf(automaton, { weights: true }), view.states);
  return { ...view, graph };
}

/** The states and arcs of an automaton. */
function partsOf<W>(automaton: Automaton<W>, showing: Showing<W>): Omit<MachineView, "graph"> {
  const { algebra, alphabet, names } = automaton;
  const { idOf = (state) => state, accessOf, kind = kindOfAutomaton(automaton) } = showing;
  const isMachine = kind.name === "runs";
  const written = writtenIn(kind);
  const { size, source, letter, target, arcWeight, initials, initialWeight, finalWeight } = toWfsa(automaton);
  const access = accessOf === undefined ? wordsOfStates(automaton) : undefined;
  /** An arc of a machine has its output where every final weight is 1. */
  const outputAt = (weight: W, before: W, after: W) =>
    isMachine && !algebra.isZero(before) && !algebra.isZero(after)
      ? algebra.times(algebra.times(algebra.inverse(before), weight), after)
      : weight;
  const states = Array.from({ length: size }, (_, state) => {
    const word = accessOf === undefined ? access?.[state] : accessOf(state);
    const final = finalWeight[state];
    return {
      id: idOf(state),
      name: names?.[state] ?? String(idOf(state)),
      access: word === undefined || word === null ? "" : alphabet.show(word),
      final: isMachine || algebra.isZero(final) ? null : written(final),
    };
  });
  const arcs = Array.from(source, (from, arc) => ({
    from: idOf(from),
    to: idOf(target[arc]),
    symbol: letter[arc] < 0 ? "ε" : alphabet.symbols[letter[arc]],
    weight: written(outputAt(arcWeight[arc], finalWeight[from], finalWeight[target[arc]])),
  }));
  const begins = Array.from(initials, (state) => {
    const weight = isMachine ? algebra.times(initialWeight[state], finalWeight[state]) : initialWeight[state];
    // A Mealy machine writes nothing before the first letter.
    const writes = !isMachine || !algebra.equals(weight, algebra.one);
    return { id: idOf(state), weight: writes ? written(weight) : "" };
  });
  return { states, arcs, initials: begins };
}

/** How a machine is drawn, complete or not yet: with an output on each arc. */
function outputsOf({ states, arcs, initials }: Omit<MachineView, "graph">): Graph {
  const begins = new Map(initials.map(({ id, weight }) => [id, weight]));
  return {
    states: states.map(({ id, name }) => ({ id, name, initial: begins.get(id), final: false })),
    arcs: mergedArcs(
      arcs.map(({ from, to, symbol, weight }) => ({ from, to, label: `${symbol}/${weight}` })),
    ),
  };
}

/** The same drawing with the numbers that the states have throughout the run, and their names. */
function numbered(graph: Graph, states: readonly { readonly id: number; readonly name: string }[]): Graph {
  return {
    ...graph,
    states: graph.states.map((state) => ({ ...state, ...pick(states[state.id]) })),
    arcs: graph.arcs.map((arc) => ({ ...arc, from: states[arc.from].id, to: states[arc.to].id })),
  };
}

function pick({ id, name }: { readonly id: number; readonly name: string }) {
  return { id, name };
}

/** A probabilistic automaton for the page, as `hankel draw` shows it, and all its arcs, likeliest first. */
export function modelView(automaton: Wdfsa<number>): MachineView {
  const access = likelyWords(automaton);
  const view = partsOf(automaton, { accessOf: (state) => access[state] });
  const graph = graphOf(automaton);
  const arcs = view.arcs
    .map((arc) => ({ ...arc, probability: Number(arc.weight) }))
    .sort((one, other) => other.probability - one.probability)
    .map(({ probability, ...arc }) => ({ ...arc, weight: percent(probability) }));
  const states = view.states.map((state, i) => ({
    ...state,
    final: graph.states[i].detail?.replace(/^end /u, "") ?? null,
  }));
  // Every word begins in one state: that needs no weight.
  const initials = view.initials.map(({ id }) => ({ id, weight: "" }));
  return { states, arcs, initials, graph };
}

/** Numbers the states of the result like those of the last hypothesis, by the words that lead to them. */
export function idsThrough<W>(
  canonical: Automaton<W>,
  hypothesis: Automaton<W>,
  idOf: (state: number) => number,
): (state: number) => number {
  const states = new Map(wordsOfStates(hypothesis).map((word, state) => [String(word), state]));
  const stateOf = (word: Word) =>
    hypothesis instanceof Wdfsa ? hypothesis.stateAfter(word) : (states.get(String(word)) ?? -1);
  const found = wordsOfStates(canonical).map((word) => (word === undefined ? -1 : stateOf(word)));
  const taken = new Set(found.filter((state) => state >= 0).map(idOf));
  const free = Array.from({ length: 2 * canonical.size }, (_, id) => id).filter((id) => !taken.has(id));
  const ids = found.map((state) => (state < 0 ? (free.shift() as number) : idOf(state)));
  return (state) => ids[state] ?? state;
}

/** The paths of a counterexample through the hypothesis and the target, if the target is an automaton. */
export function walkView<W>(
  word: Word,
  weight: W,
  hypothesis: Automaton<W>,
  idOf: (state: number) => number,
  target: Automaton<W> | null,
  kind: Kind<W>,
  breaksAt: number | null = null,
): Walk {
  const { alphabet } = hypothesis;
  const written = writtenIn(kind);
  return {
    word: alphabet.show(word),
    symbols: alphabet.spell(word),
    target: target === null ? null : traceView(target, word, (state) => state, kind),
    hypothesis: traceView(hypothesis, word, idOf, kind),
    answers: answersIn(kind, hypothesis),
    weight: written(weight),
    believed: written(hypothesis.weigh(word)),
    breaksAt,
  };
}

function answersIn<W>(kind: Kind<W>, { algebra }: Automaton<W>): Walk["answers"] {
  if (kind.name === "runs") return "outputs";
  return algebra.name === "boolean" ? "truth" : "weights";
}

/** The states and weights along a word, and for each state that it can end in the final weight. */
export function traceView<W>(
  automaton: Automaton<W>,
  word: Word,
  idOf: (state: number) => number,
  kind: Kind<W>,
): Trace {
  const { algebra, finalWeight } = automaton;
  const written = writtenIn(kind);
  const steps = automaton instanceof Wdfsa ? pathOf(automaton, word) : vectorsOf(automaton, word);
  // What a machine has written so far is the weight of the word so far.
  const soFar = (state: number, weight: W) =>
    kind.name === "runs" ? algebra.times(weight, finalWeight[state]) : weight;
  const reached = steps.map((step) =>
    step.map(([state, weight]) => ({ id: idOf(state), weight: written(soFar(state, weight)) })),
  );
  const finals = (steps[word.length] ?? []).map(([state]) => {
    const final = finalWeight[state];
    return algebra.isZero(final) ? null : written(final);
  });
  return { reached, finals };
}

type Step<W> = (readonly [number, W])[];

/** One state after each letter, until there is no arc. */
function pathOf<W>(automaton: Wdfsa<W>, word: Word): Step<W>[] {
  const { states, accumulated } = automaton.trace(word);
  const steps: Step<W>[] = states.map((state, i) => [[state, accumulated[i]]]);
  if (steps.length <= word.length) steps.push([]);
  return steps;
}

/** The vectors λ μ(x) for the prefixes x, until one is zero. */
function vectorsOf<W>(automaton: Wfsa<W>, word: Word): Step<W>[] {
  const { algebra } = automaton;
  const steps: Step<W>[] = [];
  let now = new Map<number, W>();
  for (const state of Array.from(automaton.initials)) now.set(state, automaton.initialWeight[state]);
  for (let i = 0; ; i++) {
    const step = [...now].filter(([, weight]) => !algebra.isZero(weight));
    steps.push(step.sort(([a], [b]) => a - b));
    if (i === word.length || step.length === 0) return steps;
    now = automaton.step(now, word[i]);
  }
}
