/** Theorem 6.6 needs it: the learner applies no edit of the tree that known answers do not justify. */

import { exactTeacher, minimize, randomAutomaton, runLearner, TreeLearner } from "@hankel/core";
import { expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { bytes } from "../support/drafts.ts";

/** Those that random automata know weights of. */
const cases = exactCases.filter(({ name }) => name !== "symmetric-group");

it.each(cases)("refuses edits without a reason: $name", ({ algebra }) => {
  for (let seed = 0; seed < 5; seed++) {
    const target = randomAutomaton({ algebra, states: 6, letters: 2, seed });
    const learner = new TreeLearner(algebra, target.alphabet);
    const { sifting } = learner;
    // No learner asks for a word as long as this one.
    const unknown = Array.from({ length: 99 }, (_, i) => i % 2);
    let refused = 0;
    const attack = () => {
      const words = 1 + 2 * sifting.states;
      for (let word = -1; word < words + 2; word++) {
        expect(sifting.split(word, unknown)).toBe(-1);
        refused++;
      }
      for (let state = 0; state < sifting.states; state++) {
        expect(sifting.split(sifting.accessWord(state), [])).toBe(-1);
      }
      for (let node = -1; node < sifting.tree.size + 2; node++) {
        expect(sifting.insert(node, unknown)).toBe(false);
        // Every state has answered ε, and no leaf has two of them.
        if (node === 0 || sifting.tree.isLeaf(node)) expect(sifting.insert(node, [])).toBe(false);
      }
    };
    const { automaton, outcome } = runLearner(learner, exactTeacher(target), { announce: attack });
    expect(outcome).toBe("accepted");
    expect(bytes(automaton)).toBe(bytes(minimize(target)));
    expect(refused).toBeGreaterThan(0);
  }
});
