/** Samples for tests, made of plain arrays. */

import {
  Alphabet,
  type LabelledSample,
  type Machine,
  type ObservedWords,
  Random,
  runMachine,
  type TraceSample,
  type Wdfsa,
} from "@hankel/core";

export function observed(alphabet: Alphabet, words: readonly (readonly number[])[]): ObservedWords {
  const starts = [0];
  for (const word of words) starts.push((starts.at(-1) ?? 0) + word.length);
  return { alphabet, letters: Int32Array.from(words.flat()), starts: Int32Array.from(starts) };
}

export function labelled(
  letters: number,
  words: readonly { readonly word: readonly number[]; readonly label: number }[],
): LabelledSample {
  const alphabet = Alphabet.letters(letters);
  const labels = Int8Array.from(words, ({ label }) => label);
  return {
    kind: "labelled",
    ...observed(
      alphabet,
      words.map(({ word }) => word),
    ),
    labels,
  };
}

export function traces(machine: Machine, words: readonly (readonly number[])[]): TraceSample {
  const runs = words.map((word) => runMachine(machine, word));
  const outputs = new Alphabet(new Set(runs.flat()));
  const seen = Int32Array.from(runs.flat(), (output) => outputs.letter(output));
  return { kind: machine.kind, ...observed(machine.alphabet, words), outputs, seen };
}

export function randomWords(random: Random, letters: number, count: number, longest: number): number[][] {
  return Array.from({ length: count }, () =>
    Array.from({ length: random.below(longest + 1) }, () => random.below(letters)),
  );
}

/** All words of up to so many letters. */
export function allWords(letters: number, longest: number): number[][] {
  const words: number[][] = [[]];
  for (let at = 0; words[at].length < longest; at++) {
    for (let letter = 0; letter < letters; letter++) words.push([...words[at], letter]);
  }
  return words;
}

/** Words drawn from a probabilistic automaton. */
export function drawn(automaton: Wdfsa<number>, count: number, seed: number): number[][] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => oneDrawn(automaton, random));
}

function oneDrawn({ alphabet, arcWeight, target }: Wdfsa<number>, random: Random): number[] {
  const word: number[] = [];
  for (let state = 0; ; state = target[state * alphabet.size + (word.at(-1) ?? 0)]) {
    let left = random.real();
    let letter = 0;
    while (letter < alphabet.size && (left -= arcWeight[state * alphabet.size + letter]) >= 0) letter++;
    if (letter === alphabet.size) return word;
    word.push(letter);
  }
}

/** Words that a random complete automaton labels: those to learn from, and others. */
export function languageProblem(seed: number, states: number, count: number) {
  const random = new Random(seed, states);
  const target = Array.from({ length: 2 * states }, () => random.below(states));
  const accepting = Array.from({ length: states }, () => random.below(2));
  const labelOf = (word: readonly number[]) =>
    accepting[word.reduce((state, letter) => target[2 * state + letter], 0)];
  const words = randomWords(random, 2, count, 14).map((word) => ({ word, label: labelOf(word) }));
  const others = randomWords(random, 2, 400, 14).map((word) => ({ word, label: labelOf(word) }));
  return { sample: labelled(2, words), words, others };
}
