/** The peers' targets as automata, and teachers for them. */

import {
  Alphabet,
  boolean,
  exactTeacher,
  type GroupWithZero,
  type MealyMachine,
  mealyToWdfsa,
  PrefixTree,
  real,
  type Teacher,
  Wdfsa,
  type Word,
} from "@hankel/core";
import type { Target } from "../peers/peers.ts";

/** A DFA is an automaton over the Booleans, a PDFA one over the reals. */
export function automatonOf(machine: Target): Wdfsa<unknown> {
  const { letters, size } = machine;
  const alphabet = Alphabet.letters(letters);
  const to = Int32Array.from(machine.target);
  const build = <W>(algebra: GroupWithZero<W>, arc: (i: number) => W, final: (state: number) => W) => {
    const arcWeight = algebra.array(to.length);
    const finalWeight = algebra.array(size);
    for (let i = 0; i < to.length; i++) arcWeight[i] = arc(i);
    for (let state = 0; state < size; state++) finalWeight[state] = final(state);
    const parts = { algebra, alphabet, target: to, arcWeight, initialWeight: algebra.one, finalWeight };
    return new Wdfsa(parts) as Wdfsa<unknown>;
  };
  switch (machine.kind) {
    case "dfa":
      return build(
        boolean,
        () => true,
        (state) => machine.final[state] === 1,
      );
    case "pdfa":
      return build(
        real,
        (arc) => machine.probability[arc],
        (state) => machine.stop[state],
      );
    case "mealy":
      return mealyToWdfsa(mealyOf(machine)) as Wdfsa<unknown>;
  }
}

/** Its outputs are called a, b, … */
function mealyOf(machine: Target & { kind: "mealy" }): MealyMachine {
  const output = machine.output.map((digit) => String.fromCharCode(97 + digit));
  return { alphabet: Alphabet.letters(machine.letters), target: machine.target, output };
}

/** Answers as the machine itself would: a Mealy machine writes its output down, nobody multiplies. */
export function teacherOf(machine: Target, automaton: Wdfsa<unknown>): Teacher<unknown> {
  const exact = exactTeacher(automaton);
  if (machine.kind !== "mealy") return exact;
  const { target, output } = mealyOf(machine);
  const { letters } = machine;
  return {
    algebra: exact.algebra,
    alphabet: exact.alphabet,
    weigh: (words) =>
      words.map((word) => {
        let state = 0;
        let text = "";
        for (const letter of word) {
          const arc = state * letters + letter;
          text += text === "" ? output[arc] : ` ${output[arc]}`;
          state = target[arc];
        }
        return text === "" ? "1" : text;
      }),
    findCounterexample: (hypothesis) => exact.findCounterexample(hypothesis),
  };
}

/** The words that reach the machine behind a prefix-tree cache: not those that begin a word asked before. */
export function behindCache<W>(teacher: Teacher<W>): Teacher<W> & { maximal: number } {
  const tree = new PrefixTree();
  return {
    ...teacher,
    maximal: 0,
    weigh(words: readonly Word[]) {
      for (const word of words) {
        const { size } = tree;
        tree.insert(word);
        if (tree.size > size) this.maximal++;
      }
      return teacher.weigh(words);
    },
  };
}
