import { expect, test } from "vitest";
import { boolean, PrefixTree, Random, randomAutomaton, Wdfsa } from "../../src/index.ts";
import { StateWalk } from "../../src/teachers/state-walk.ts";

test("a walk knows the state after each word, and which letters of it are new", () => {
  for (let seed = 0; seed < 30; seed++) {
    const random = new Random(seed);
    const automaton = randomAutomaton({ algebra: boolean, states: 8, letters: 3, arcs: 0.5, seed });
    const tree = new PrefixTree(3);
    const walk = new StateWalk(automaton, tree);
    const followed = new Set([0]);
    for (let i = 0; i < 100; i++) {
      const word = Array.from({ length: random.below(i === 50 ? 300 : 6) }, () => random.below(3));
      const node = tree.insert(word);
      const path = word.map((_, end) => tree.find(word.slice(0, end + 1)));
      const fresh = path.filter((at) => !followed.has(at));
      expect(walk.follow(node)).toBe(fresh.length);
      for (const at of path) followed.add(at);
      for (const [end, at] of [0, ...path].entries()) {
        const before = word.slice(0, end);
        const state = automaton.stateAfter(before);
        expect(Math.max(-1, walk.state(at))).toBe(state);
        if (state < 0 || end === 0) continue;
        expect(walk.arc(at)).toBe(automaton.stateAfter(before.slice(0, -1)) * 3 + word[end - 1]);
      }
    }
  }
});

test("an automaton without states leads nowhere", () => {
  const zero = Wdfsa.zero(boolean, randomAutomaton({ algebra: boolean, states: 1, letters: 2 }).alphabet);
  const tree = new PrefixTree(2);
  const walk = new StateWalk(zero, tree);
  expect(walk.state(0)).toBe(-1);
  expect(walk.follow(tree.insert([0, 1]))).toBe(2);
  expect(walk.state(tree.insert([0, 1]))).toBe(-1);
});
