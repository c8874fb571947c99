import { describe, expect, it } from "vitest";
import {
  ApartLearner,
  boolean,
  exactTeacher,
  type FrontierWord,
  MachineLearner,
  machineTeacher,
  randomAutomaton,
  rational,
  runLearner,
  wpMethod,
} from "../../src/index.ts";

describe("what observers see of a learner by apartness", () => {
  for (const algebra of [boolean, rational])
    it(`the basis is closed under prefixes, and every other word has a state, over ${algebra.name}`, () => {
      const target = randomAutomaton<unknown>({ algebra, letters: 2, states: 9, seed: 5 });
      const learner = new ApartLearner<unknown>(target.algebra, target.alphabet);
      const seen: FrontierWord[][] = [];
      runLearner(learner, exactTeacher(target), { observe: () => seen.push([...learner.frontier()]) });
      seen.push([...learner.frontier()]);
      for (const words of seen) {
        const basis = words.filter(({ isBasis }) => isBasis);
        expect(words).toHaveLength(1 + basis.length * target.alphabet.size);
        const known = new Set(basis.map(({ word }) => word.join()));
        for (const { word, state, candidates, isBasis } of words) {
          if (word.length > 0) expect(known).toContain(word.slice(0, -1).join());
          // A word that is apart from all states but one is identified with it.
          if (!isBasis && state !== undefined) expect(candidates).toContain(state);
        }
      }
      const last = seen[seen.length - 1];
      expect(last.filter(({ isBasis }) => isBasis)).toHaveLength(learner.states);
      expect(last.filter(({ state }) => state === undefined)).toEqual([]);
      expect(seen.flat().some(({ state }) => state === undefined)).toBe(true);
      const hypothesis = learner.hypothesis();
      for (const { word, state } of last) expect(hypothesis.stateAfter(word)).toBe(state);
    });
});

describe("what observers see of the learner of machines", () => {
  const teacher = machineTeacher({
    kind: "mealy",
    alphabet: ["coin", "button"],
    run: (word) => {
      let coins = 0;
      return word.map((input) => {
        if (input === "coin") coins = Math.min(3, coins + 1);
        else if (coins === 3) {
          coins = 0;
          return "coffee";
        }
        return input === "coin" ? "ok" : "no";
      });
    },
    equivalence: wpMethod(3),
  });

  it("its arcs are those of the hypothesis, and its words lead to its states", () => {
    const learner = new MachineLearner("mealy", teacher.alphabet);
    runLearner(learner, teacher);
    const hypothesis = learner.hypothesis();
    expect(learner.states).toBe(4);
    const arcs = [...learner.arcs()];
    expect(arcs.map(({ target }) => target)).toEqual(Array.from(hypothesis.target));
    expect(arcs.map(({ output }) => output)).toEqual(Array.from(hypothesis.arcWeight));
    for (let state = 0; state < learner.states; state++) {
      expect(hypothesis.stateAfter(learner.access(state))).toBe(state);
      expect(learner.statesAlong(learner.access(state)).at(-1)).toBe(state);
    }
  });

  it("before the first answer nothing is known", () => {
    const learner = new MachineLearner("mealy", teacher.alphabet);
    expect([...learner.arcs()]).toEqual(
      [0, 1].map((letter) => ({
        state: 0,
        letter,
        output: undefined,
        target: undefined,
        candidates: undefined,
      })),
    );
    expect(learner.statesAlong([0, 1])).toEqual([0, undefined, undefined]);
  });
});
