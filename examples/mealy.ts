/**
 * A Mealy machine, learned as a weighted automaton: what the machine writes is the weight of what it reads, an element of
 * the free group. The learner does not know that; the result is printed as the machine that it is.
 *
 *     npx tsx examples/mealy.ts
 */

import { Alphabet, exactTeacher, learn, type MealyMachine, mealyToWdfsa, wdfsaToMealy } from "hankel";

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
  // After a drink the machine is as good as new: a state too many, which the learner will not find.
  [coin, 1, "click"],
  [button, 3, "beep"],
]);

function machine(arcs: readonly (readonly [letter: number, to: number, writes: string])[]): MealyMachine {
  return { alphabet, target: arcs.map(([, to]) => to), output: arcs.map(([, , writes]) => writes) };
}

function show({ target, output }: MealyMachine): void {
  for (let arc = 0; arc < target.length; arc++) {
    const from = Math.floor(arc / alphabet.size);
    console.log(`${from} --${alphabet.symbols[arc % alphabet.size]} / ${output[arc]}--> ${target[arc]}`);
  }
}

const { automaton, statistics } = learn(exactTeacher(mealyToWdfsa(vending)));
const { questions, equivalences } = statistics;
console.log(`${automaton.size} states, ${questions} questions, ${equivalences} conjectures`);
// In the gauge where every final weight is 1, an arc weighs what the machine writes. (What a learner returns is in
// canonical form, where that holds already: ε is the least suffix everywhere.)
show(wdfsaToMealy(automaton));
