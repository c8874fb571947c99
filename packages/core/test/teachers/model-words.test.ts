/** A run may begin with a model that is like the target, or is not. */

import {
  boolean,
  compare,
  functionTeacher,
  learn,
  likeModel,
  minimize,
  randomAutomaton,
  tropical,
  Wdfsa,
  wpMethod,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

const drawn = (seed: number, states: number) =>
  minimize(randomAutomaton({ algebra: tropical, states, letters: 3, seed }));

/** Learns a target with tests that are complete for some extra states, and counts the different words that it is asked. */
function learned<W>(target: Wdfsa<W>, old: readonly Wdfsa<W>[], extraStates = 1) {
  const asked = new Set<string>();
  const weigh = (word: readonly string[]) => {
    asked.add(word.join(" "));
    return target.weigh(word);
  };
  const equivalence = [...old.map((model) => likeModel(model, "old.json")), wpMethod(extraStates)];
  const { algebra, alphabet } = target;
  const { automaton } = learn(functionTeacher({ algebra, alphabet, weigh, equivalence }));
  return { automaton, words: asked.size };
}

/** The same automaton but for one arc, which leads elsewhere. */
function changed<W>(target: Wdfsa<W>, seed: number): Wdfsa<W> {
  const arcs = Int32Array.from(target.target);
  const arc = (seed * 7919) % arcs.length;
  arcs[arc] = (arcs[arc] + 1) % target.size;
  const { algebra, alphabet, arcWeight, initialWeight, finalWeight } = target;
  return minimize(new Wdfsa({ algebra, alphabet, target: arcs, arcWeight, initialWeight, finalWeight }));
}

describe("a run that begins with a model", () => {
  it("ends with the automaton of the target, whatever the model says", () => {
    for (const seed of SEEDS) {
      const target = drawn(seed, 6);
      for (const old of [target, changed(target, seed), drawn(seed + 1000, 7)]) {
        const { automaton } = learned(target, [old], 2);
        expect(compare(automaton, target), `seed ${seed}`).toBeUndefined();
      }
    }
  });

  it("finds what the other tests miss if the model is right or nearly so", () => {
    const hard = (seed: number) =>
      minimize(randomAutomaton({ algebra: boolean, states: 40, letters: 3, shape: "few-final", seed }));
    const found = (old: (target: Wdfsa<boolean>, seed: number) => readonly Wdfsa<boolean>[]) =>
      SEEDS.filter((seed) => {
        const target = hard(seed);
        return compare(learned(target, old(target, seed)).automaton, target) === undefined;
      }).length;
    expect(found(() => [])).toBeLessThan(SEEDS.length / 4);
    expect(found((target) => [target])).toBe(SEEDS.length);
    expect(found((target, seed) => [changed(target, seed)])).toBeGreaterThan(0.9 * SEEDS.length);
  });

  it("asks hardly more words if the model is another automaton", () => {
    const total = (old: (seed: number) => readonly Wdfsa<unknown>[]) =>
      SEEDS.reduce((sum, seed) => sum + learned<unknown>(drawn(seed, 12), old(seed)).words, 0);
    expect(total((seed) => [drawn(seed + 1000, 12)])).toBeLessThan(1.1 * total(() => []));
  });

  it("knows the symbols by their names, and leaves out those that the target has not", () => {
    const target = minimize(randomAutomaton({ algebra: tropical, states: 5, letters: 2, seed: 3 }));
    const { automaton } = learned(target, [drawn(3, 5)], 2);
    expect(compare(automaton, target)).toBeUndefined();
  });
});
