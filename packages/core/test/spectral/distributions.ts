import { Alphabet, Matrix, Random, real, solve, Wfsa, WfsaBuilder, type Word } from "@hankel/core";

/** A random probabilistic automaton, nondeterministic: every state ends with a probability of at least a fifth. */
export function randomPfa(states: number, letters: number, random: Random): Wfsa<number> {
  const builder = new WfsaBuilder<number>(real, Alphabet.letters(letters));
  for (let q = 0; q < states; q++) builder.state();
  const share = (count: number): number[] => {
    const parts = Array.from({ length: count }, () => random.real() ** 3 + 1e-3);
    const sum = parts.reduce((a, b) => a + b, 0);
    return parts.map((part) => part / sum);
  };
  share(states).forEach((weight, q) => builder.initial(q, weight));
  for (let q = 0; q < states; q++) {
    const end = 0.2 + 0.3 * random.real();
    builder.final(q, end);
    share(states * letters).forEach((weight, i) => {
      builder.arcOn(q, i % letters, (1 - end) * weight, Math.floor(i / letters));
    });
  }
  return builder.build();
}

/** λ, M(a) and ρ as arrays of numbers. */
function parts(automaton: Wfsa<number>): {
  initial: number[];
  final: number[];
  letters: Matrix[];
  sum: Matrix;
} {
  const { size } = automaton;
  const letters = automaton.alphabet.symbols.map(() => new Matrix(size, size));
  const sum = new Matrix(size, size);
  for (let arc = 0; arc < automaton.arcs; arc++) {
    const at = automaton.source[arc] * size + automaton.target[arc];
    letters[automaton.letter[arc]].data[at] += automaton.arcWeight[arc];
    sum.data[at] += automaton.arcWeight[arc];
  }
  return {
    initial: Array.from(automaton.initialWeight),
    final: Array.from(automaton.finalWeight),
    letters,
    sum,
  };
}

/** The prefix statistics Σ p(wy) and the substring statistics Σ p(xwy) of an automaton, exactly. */
export function exactStatistics(automaton: Wfsa<number>): {
  prefix: (word: Word) => number;
  substring: (word: Word) => number;
} {
  const { initial, final, letters, sum } = parts(automaton);
  const size = initial.length;
  const difference = Matrix.identity(size);
  sum.data.forEach((entry, i) => {
    difference.data[i] -= entry;
  });
  const onward = solve(difference, final) as Float64Array;
  const visits = solve(difference.transposed(), initial) as Float64Array;
  const along = (from: ArrayLike<number>, word: Word): number => {
    let vector = Array.from(from);
    for (const letter of word) {
      vector = vector.map((_, j) => vector.reduce((total, x, i) => total + x * letters[letter].at(i, j), 0));
    }
    return vector.reduce((total, x, i) => total + x * onward[i], 0);
  };
  return { prefix: (word) => along(initial, word), substring: (word) => along(visits, word) };
}
