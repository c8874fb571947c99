/** Language models that are nearly probabilistic automata. */

import {
  Alphabet,
  type Distribution,
  nextTeacherOf,
  pdfaToWdfsa,
  Random,
  type SyncNextTeacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { totalVariation } from "./soft-reference.ts";

/** A model that is a probabilistic automaton with noise: each word has its own, fixed disturbance. */
export function noisy(automaton: Wdfsa<number>, noise: number): SyncNextTeacher {
  const { alphabet } = automaton;
  const exact = nextTeacherOf(automaton);
  const next = (words: readonly Word[]) =>
    words.map((word): Distribution => {
      const [row] = exact.next([word]);
      if (noise === 0) return row;
      const random = new Random(17, word.length, ...word);
      const other = row.map(() => random.real());
      const sum = other.reduce((total, p) => total + p, 0);
      // The total variation between the two is at most the noise.
      return row.map((p, i) => (1 - noise) * p + (noise * other[i]) / sum);
    });
  return { alphabet, prefixes: false, next };
}

/** The same model, which tells the rows of all prefixes at once. */
export function withPrefixes(model: SyncNextTeacher): SyncNextTeacher {
  const { size: letters } = model.alphabet;
  const rows = (word: Word) => {
    const all = new Float64Array((word.length + 1) * (letters + 1));
    for (let i = 0; i <= word.length; i++) all.set(model.next([word.slice(0, i)])[0], i * (letters + 1));
    return all;
  };
  return { ...model, prefixes: true, next: (words) => words.map(rows) };
}

/** A random automaton whose rows differ from each other by a total variation of at least `apart`. */
export function separatedPdfa(options: {
  seed: number;
  states: number;
  letters: number;
  apart: number;
}): Wdfsa<number> {
  const { seed, states, letters, apart } = options;
  const random = new Random(seed, 99);
  const rows: Float64Array[] = [];
  while (rows.length < states) {
    const row = Float64Array.from({ length: letters + 1 }, () => random.real() ** 3 + 0.02);
    row[letters] = 0.1 + 0.1 * random.real();
    const sum = row.reduce((total, p) => total + p, 0);
    const candidate = row.map((p) => p / sum);
    if (rows.every((other) => totalVariation(other, candidate) >= apart)) rows.push(candidate);
  }
  // The first letter runs through all states, so that each is reached.
  const target = Int32Array.from({ length: states * letters }, (_, arc) =>
    arc % letters === 0 ? (Math.floor(arc / letters) + 1) % states : random.below(states),
  );
  const flat = Float64Array.from(rows.flatMap((row) => [...row]));
  return pdfaToWdfsa({ size: states, letters, target, rows: flat }, Alphabet.letters(letters));
}
