/** Proposition 4.10: the bound on equivalence questions (Theorem 4.9) is attained, for every number of states. */

import {
  Alphabet,
  ApartLearner,
  type CounterexampleUse,
  exactTeacher,
  TableLearner,
  type Teacher,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { type Case, exactCases } from "../support/cases.ts";
import { interview, type Subject } from "../support/interview.ts";
import { classesByPairs, plain } from "../support/reference.ts";

/** z for every letter that is the same as the one before it: a state remembers the last letter. */
function repeats({ algebra }: Case, letters: number, z: unknown): Wdfsa<unknown> {
  const alphabet = Alphabet.letters(letters);
  const builder = new WdfsaBuilder(algebra, alphabet);
  for (let state = 0; state <= letters; state++) {
    builder.state();
    builder.final(state, algebra.one);
  }
  builder.initial(0, algebra.one);
  for (let state = 0; state <= letters; state++) {
    alphabet.symbols.forEach((symbol, letter) => {
      const weight = letter + 1 === state ? z : algebra.one;
      if (!algebra.isZero(weight)) builder.arc(state, symbol, weight, letter + 1);
    });
  }
  return builder.build();
}

/** The same words behind one more letter, the last of the alphabet. */
function behindALetter({ algebra }: Case, automaton: Wdfsa<unknown>): Wdfsa<unknown> {
  const letters = automaton.alphabet.size;
  const alphabet = Alphabet.letters(letters + 1);
  const builder = new WdfsaBuilder(algebra, alphabet);
  for (let state = 0; state <= automaton.size; state++) builder.state();
  builder.initial(0, algebra.one);
  builder.arc(0, alphabet.symbols[letters], algebra.one, 1);
  for (let state = 0; state < automaton.size; state++) {
    builder.final(state + 1, automaton.finalWeight[state]);
    for (let letter = 0; letter < letters; letter++) {
      const arc = state * letters + letter;
      const to = automaton.target[arc];
      if (to >= 0) builder.arc(state + 1, alphabet.symbols[letter], automaton.arcWeight[arc], to + 1);
    }
  }
  return builder.build();
}

/** The teacher, and the counterexamples that it gave. */
function remembering<W>(teacher: Teacher<W>): { teacher: Teacher<W>; given: Word[] } {
  const given: Word[] = [];
  const findCounterexample: Teacher<W>["findCounterexample"] = (hypothesis) => {
    const word = teacher.findCounterexample?.(hypothesis) ?? null;
    if (word !== null) given.push(word);
    return word;
  };
  return { teacher: { ...teacher, findCounterexample }, given };
}

const uses: readonly CounterexampleUse[] = ["prefixes", "suffixes", "rivest-schapire"];
const subjects: readonly Subject[] = [
  ...uses.map(
    (counterexamples): Subject => ({
      name: `table, ${counterexamples}`,
      make: (algebra, alphabet) => new TableLearner(algebra, alphabet, { counterexamples }),
    }),
  ),
  { name: "apart", make: (algebra, alphabet) => new ApartLearner(algebra, alphabet, { probes: 0 }) },
];

describe.each(subjects)("the $name learner", (subject) => {
  it.each(exactCases)("asks N equivalence questions for N states, over $name", (setting) => {
    const { algebra, pool, arithmetic } = setting;
    const other = pool.find((weight) => !algebra.equals(weight, algebra.one));
    for (const z of other === undefined ? [algebra.zero] : [algebra.zero, other]) {
      for (let letters = 0; letters <= 4; letters++) {
        const target = repeats(setting, letters, z);
        expect(classesByPairs(plain(target, arithmetic))).toBe(letters + 1);
        const { teacher, given } = remembering(exactTeacher(target));
        const { conjectures } = interview(subject, teacher);
        expect(conjectures.map(({ hypothesis }) => hypothesis.size)).toEqual(
          Array.from({ length: letters + 1 }, (_, i) => i + 1),
        );
        expect(given.every((word) => word.length === 2)).toBe(true);

        // Where ε weighs nothing, N - 1 questions are the most for the table, and N for the others.
        const behind = interview(subject, exactTeacher(behindALetter(setting, target)));
        expect(behind.result.size).toBe(letters + 2);
        expect(behind.conjectures.length).toBe(subject.name === "apart" ? letters + 2 : letters + 1);
      }
    }
  });
});
