import { type Automaton, type GroupWithZero, machineOf, toWfsa, Wdfsa, type Wfsa, type Word } from "hankel";
import { type Graph, graphOf } from "hankel/formats";
import type { MachineView, Trace, Walk } from "./views.ts";
import { likelyWords, wordsOfStates } from "./words-of-states.ts";

/** An automaton for the page. `idOf` numbers its states; a state keeps its number throughout the run. */
export function machineView<W>(
  automaton: Automaton<W>,
  idOf: (state: number) => number = (state) => state,
  accessOf?: (state: number) => Word | undefined,
): MachineView {
  const { algebra, alphabet, names } = automaton;
  const { size, source, letter, target, arcWeight, initials, initialWeight, finalWeight } = toWfsa(automaton);
  const access = accessOf === undefined ? wordsOfStates(automaton) : undefined;
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
  const arcs = Array.from(source, (from, arc) => ({
    from: idOf(from),
    to: idOf(target[arc]),
    symbol: letter[arc] < 0 ? "ε" : alphabet.symbols[letter[arc]],
    weight: algebra.format(arcWeight[arc]),
  }));
  const begins = Array.from(initials, (state) => ({
    id: idOf(state),
    weight: algebra.format(initialWeight[state]),
  }));
  return { states, arcs, initials: begins, graph: numbered(graphOf(automaton, { weights: true }), states) };
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

/** A probabilistic automaton for the page, as `hankel draw` shows it. */
export function modelView(automaton: Wdfsa<number>): MachineView {
  const access = likelyWords(automaton);
  const view = machineView(automaton, undefined, (state) => access[state]);
  const graph = graphOf(automaton);
  const states = view.states.map((state, i) => ({
    ...state,
    final: graph.states[i].detail?.replace(/^end /u, "") ?? null,
  }));
  // Every word begins in one state: that needs no weight.
  const initials = view.initials.map(({ id }) => ({ id, weight: "" }));
  return { ...view, states, initials, graph };
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
  breaksAt: number | null = null,
): Walk {
  const { algebra, alphabet } = hypothesis;
  return {
    word: alphabet.show(word),
    symbols: alphabet.spell(word),
    target: target === null ? null : traceView(target, word, (state) => state),
    hypothesis: traceView(hypothesis, word, idOf),
    answers: answersOf(hypothesis),
    weight: answerText(algebra, weight),
    believed: answerText(algebra, hypothesis.weigh(word)),
    breaksAt,
  };
}

function answersOf<W>(automaton: Automaton<W>): Walk["answers"] {
  if (automaton.algebra.name === "boolean") return "truth";
  return machineOf(automaton) === undefined ? "weights" : "outputs";
}

/** A weight as people read it: of the Booleans ✓ or ✗. */
function answerText<W>(algebra: GroupWithZero<W>, weight: W): string {
  if (algebra.name === "boolean") return algebra.isZero(weight) ? "✗" : "✓";
  return algebra.format(weight);
}

/** The states and weights along a word, and for each state that it can end in the final weight. */
export function traceView<W>(automaton: Automaton<W>, word: Word, idOf: (state: number) => number): Trace {
  const { algebra, finalWeight } = automaton;
  const steps = automaton instanceof Wdfsa ? pathOf(automaton, word) : vectorsOf(automaton, word);
  const reached = steps.map((step) =>
    step.map(([state, weight]) => ({ id: idOf(state), weight: algebra.format(weight) })),
  );
  const finals = (steps[word.length] ?? []).map(([state]) => {
    const final = finalWeight[state];
    return algebra.isZero(final) ? null : algebra.format(final);
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
