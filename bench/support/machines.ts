/** The peers' targets as automata. */

import {
  Alphabet,
  boolean,
  type GroupWithZero,
  type Machine,
  machineToWdfsa,
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
      return machineToWdfsa(mealyOf(machine));
  }
}

/** Its outputs are called a, b, … */
function mealyOf(machine: Target & { kind: "mealy" }): Machine {
  const output = machine.output.map((digit) => String.fromCharCode(97 + digit));
  return { kind: "mealy", alphabet: Alphabet.letters(machine.letters), target: machine.target, output };
}

/** What reaches a machine behind a prefix-tree cache: words that do not begin a word asked before, and their cost. */
export interface Reached {
  reached: number;
  reachedCost: number;
}

export function behindCache<W>(teacher: Teacher<W>): Teacher<W> & Reached {
  const tree = new PrefixTree();
  return {
    ...teacher,
    reached: 0,
    reachedCost: 0,
    weigh(words: readonly Word[]) {
      for (const word of words) {
        const { size } = tree;
        tree.insert(word);
        if (tree.size === size) continue;
        this.reached++;
        this.reachedCost += 1 + word.length;
      }
      return teacher.weigh(words);
    },
  };
}
