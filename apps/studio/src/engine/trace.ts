import { type Automaton, Wdfsa, type Wfsa, type Word } from "hankel";
import type { Trace } from "./views.ts";

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
