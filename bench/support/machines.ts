/** The peers' targets as automata, and teachers for them. */

import {
  Alphabet,
  boolean,
  exactTeacher,
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

/** Answers as the machine itself would: a Mealy machine writes its outputs, and nobody multiplies. */
export function teacherOf(machine: Target, automaton: Wdfsa<unknown>): Teacher<unknown> {
  const exact = exactTeacher(automaton);
  if (machine.kind !== "mealy") return exact;
  const written = writer(machine);
  return {
    kind: exact.kind,
    alphabet: exact.alphabet,
    weigh: (words) => words.map(written),
    findCounterexample: (hypothesis) => exact.findCounterexample(hypothesis),
  };
}

/**
 * What a machine writes, with spaces between. It writes bytes: a string that grows output by output is a chain of pieces,
 * and collecting those would take longer than learning.
 */
function writer(machine: Target & { kind: "mealy" }): (word: Word) => string {
  const { letters } = machine;
  const target = Int32Array.from(machine.target);
  const output = Uint8Array.from(mealyOf(machine).output, (name) => name.charCodeAt(0));
  let bytes = Buffer.alloc(4096, " ");
  return (word) => {
    if (word.length === 0) return "1";
    if (2 * word.length > bytes.length) bytes = Buffer.alloc(4 * word.length, " ");
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const arc = state * letters + word[i];
      bytes[2 * i] = output[arc];
      state = target[arc];
    }
    return bytes.toString("latin1", 0, 2 * word.length - 1);
  };
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
