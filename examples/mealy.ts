/**
 * Learns a Mealy machine as a weighted automaton: the weight of an input word is the output of the machine, an element of
 * the free group. The learner knows nothing of Mealy machines; the result is printed as one.
 *
 *     npx tsx examples/mealy.ts
 */

import { Alphabet, exactTeacher, learn, type Machine, machineToWdfsa, requireMachine } from "hankel";

/** A vending machine: two coins and a press of the button give a drink; a third coin falls through. */
const coin = 0;
const button = 1;
const alphabet = new Alphabet(["coin", "button"]);
const vending = machine([
  [coin, 1, "click"],
  [button, 0, "beep"],
  [coin, 2, "click"],
  [button, 1, "beep"],
  [coin, 2, "clatter"],
  [button, 3, "drink"],
  // After a drink the machine behaves as in state 0, so state 3 is redundant and the result has only 3 states.
  [coin, 1, "click"],
  [button, 3, "beep"],
]);

function machine(arcs: readonly (readonly [letter: number, to: number, writes: string])[]): Machine {
  return {
    kind: "mealy",
    alphabet,
    target: arcs.map(([, to]) => to),
    output: arcs.map(([, , writes]) => writes),
  };
}

function show({ target, output }: Machine): void {
  for (let arc = 0; arc < target.length; arc++) {
    const from = Math.floor(arc / alphabet.size);
    console.log(`${from} --${alphabet.symbols[arc % alphabet.size]} / ${output[arc]}--> ${target[arc]}`);
  }
}

const { automaton, statistics } = learn(exactTeacher(machineToWdfsa(vending)));
const { questions, equivalences } = statistics;
console.log(`${automaton.size} states, ${questions} questions, ${equivalences} conjectures`);
show(requireMachine(automaton));
