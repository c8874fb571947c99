import { describe, expect, it } from "vitest";
import {
  exactTeacher,
  type GroupWithZero,
  learn,
  minimize,
  quaternion,
  Random,
  randomAutomaton,
  TreeLearner,
  tropical,
  type Word,
} from "../../src/index.ts";
import { Foresight } from "../../src/learning/tree/savings/foresight.ts";

/** A learner that knows its target, so that the hypothesis is right everywhere. */
function taught<W>(algebra: GroupWithZero<W>, weight: (random: Random) => W, seed: number) {
  const target = minimize(
    randomAutomaton({ algebra, states: 60, letters: 3, shape: "all-final", seed, weight }),
  );
  let learner: TreeLearner<W> | undefined;
  learn(exactTeacher(target), {
    learner: (group, alphabet) => {
      learner = new TreeLearner(group, alphabet, { maxSuffix: 0 });
      return learner;
    },
  });
  return { target, sifter: (learner as TreeLearner<W>).sifter };
}

function check<W>(algebra: GroupWithZero<W>, weight: (random: Random) => W): void {
  if (!algebra.exact) throw new Error("only exact algebras have keys");
  for (let seed = 1; seed <= 10; seed++) {
    const { target, sifter } = taught(algebra, weight, seed);
    expect(sifter.states).toBe(target.size);
    const random = new Random(seed, 1);
    const y: Word = Array.from({ length: 40 }, () => random.below(3));
    // Answers to y and to the pivot by hand, from the target.
    const pivot = sifter.tree.suffix(0) as Word;
    const ratio = (state: number) => {
      const access = sifter.access(state);
      return algebra.times(
        algebra.inverse(target.weigh([...access, ...pivot])),
        target.weigh([...access, ...y]),
      );
    };
    const foresight = new Foresight(sifter, algebra, y);
    const told = new Set<number>();
    for (let i = 0; i < 12; i++) {
      const state = random.below(sifter.states);
      told.add(state);
      foresight.note(state, ratio(state));
    }
    const keys = Array.from({ length: sifter.states }, (_, state) => algebra.key(ratio(state)));
    let foretold = 0;
    for (let state = 0; state < sifter.states; state++) {
      const found = foresight.stateOf(ratio(state));
      const alone = keys.indexOf(keys[state]) === keys.lastIndexOf(keys[state]);
      // Where the hypothesis is right, nobody is taken for another.
      if (alone && found >= 0) expect(found).toBe(state);
      if (alone && told.has(state)) expect(found).toBe(state);
      if (found >= 0 && !told.has(state)) foretold++;
    }
    expect(foretold).toBeGreaterThan(10);
  }
}

describe("foresight", () => {
  it("tells the states by those that they meet, over costs", () => {
    check(tropical, (random) => random.below(1000));
  });

  it("tells them where the order of a product matters", () => {
    const units = ["i", "j", "k", "1+i", "2+j", "1/3+k"].map((text) => quaternion.parse(text));
    check(quaternion, (random) => units[random.below(units.length)]);
  });
});
