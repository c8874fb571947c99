/** Targets whose states are known: an automaton, and what a network could have in mind of its states. */

import {
  Alphabet,
  type Automaton,
  boolean,
  type EquivalenceTest,
  type Examination,
  minimize,
  Random,
  real,
  type StateVector,
  type Teacher,
  testWords,
  tryWords,
  Wdfsa,
  Wfsa,
  type Word,
  weightsIn,
} from "@hankel/core";

/** A teacher that gives states, with the tests of its conjectures; `asked` keeps every word that it was asked. */
export function stateTeacher<W>(
  target: Automaton<W>,
  stateAfter: (word: Word) => StateVector,
  tests: readonly EquivalenceTest[],
  longest = Number.POSITIVE_INFINITY,
) {
  const asked: Word[] = [];
  const weigh = (words: readonly Word[]) => {
    asked.push(...words);
    return words.map((word) => target.weigh(word));
  };
  const teacher: Teacher<W> = {
    kind: weightsIn(target.algebra),
    alphabet: target.alphabet,
    weigh,
    answer: ({ words }) => ({ weights: weigh(words), states: words.map(stateAfter) }),
    findCounterexample: () => null,
    *examine(hypothesis, conjecture): Examination<W> {
      for (const test of tests) {
        const found =
          test.examine === undefined
            ? yield* tryWords(hypothesis, testWords(test, hypothesis, conjecture))
            : yield* test.examine(hypothesis, conjecture, longest);
        if (found !== null) return found;
      }
      return null;
    },
  };
  return { teacher, asked };
}

/** What a recurrent network could remember: a random vector for each state, with some noise that depends on the word. */
export function noisyStates<W>(automaton: Wdfsa<W>, numbers = 32, noise = 0.3): (word: Word) => StateVector {
  const random = new Random(5);
  const codes = Array.from({ length: automaton.size + 1 }, () =>
    Float64Array.from({ length: numbers }, () => 4 * random.real() - 2),
  );
  return (word) => {
    const state = automaton.stateAfter(word);
    const off = new Random(word.length, ...word);
    return codes[state < 0 ? automaton.size : state].map((x) => Math.tanh(x + noise * (2 * off.real() - 1)));
  };
}

/** A lock: each state has one right letter, all others lead back to the start, and only the last state accepts. */
export function combinationLock(states: number, letters: number, seed: number): Wdfsa<boolean> {
  const random = new Random(seed);
  const target = new Int32Array(states * letters);
  for (let state = 0; state < states; state++) {
    target[state * letters + random.below(letters)] = Math.min(state + 1, states - 1);
  }
  return minimize(
    new Wdfsa({
      algebra: boolean,
      alphabet: new Alphabet("abcdefgh".slice(0, letters)),
      target,
      arcWeight: Array.from(target, () => true),
      initialWeight: true,
      finalWeight: Array.from({ length: states }, (_, state) => state === states - 1),
    }),
  );
}

/** A linear recurrent network: h = h · M(letter), read by a vector. It is a weighted automaton over the reals. */
export interface LinearNetwork {
  readonly automaton: Wfsa<number>;
  readonly stateAfter: (word: Word) => StateVector;
}

/** A random linear network with so many units. */
export function linearNetwork(units: number, letters: number, seed: number): LinearNetwork {
  const random = new Random(seed);
  const draw = () => (2 * random.real() - 1) / Math.sqrt(units);
  const initial = Float64Array.from({ length: units }, draw);
  const matrices = Array.from({ length: letters }, () => Float64Array.from({ length: units ** 2 }, draw));
  const arcs = matrices.flatMap((matrix, letter) =>
    [...matrix].map((weight, i) => ({ source: Math.floor(i / units), letter, target: i % units, weight })),
  );
  const automaton = new Wfsa({
    algebra: real,
    alphabet: new Alphabet("abcdefgh".slice(0, letters)),
    initialWeight: [...initial],
    finalWeight: Array.from({ length: units }, draw),
    source: Int32Array.from(arcs, ({ source }) => source),
    letter: Int32Array.from(arcs, ({ letter }) => letter),
    target: Int32Array.from(arcs, ({ target }) => target),
    arcWeight: arcs.map(({ weight }) => weight),
  });
  const step = (state: Float64Array, letter: number) =>
    state.map((_, to) => state.reduce((sum, x, from) => sum + x * matrices[letter][from * units + to], 0));
  return { automaton, stateAfter: (word) => word.reduce(step, initial) };
}
