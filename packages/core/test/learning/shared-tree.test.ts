/** A learner can keep its words in a tree that others use too: it asks the same, and each word stands in it once. */

import {
  type AnyAlgebra,
  boolean,
  createLearner,
  exactTeacher,
  type LearnerName,
  learners,
  PrefixTree,
  Random,
  randomAutomaton,
  rational,
  runLearner,
  type Wdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");

/** The words that a learner asks, in order. */
function asked(target: Wdfsa<unknown>, learner: LearnerName, tree?: PrefixTree): string[] {
  const words: string[] = [];
  const { alphabet } = target;
  const kind = weightsIn(target.algebra);
  const subject = createLearner(
    { kind, alphabet, ...(tree && { answers: kind.answers(alphabet, tree) }) },
    { learner },
  );
  const { outcome } = runLearner(subject, exactTeacher(target), {
    observe: (question) => {
      if (question.kind === "weigh") words.push(...question.batch.words.map(String));
    },
  });
  expect(outcome).toBe("accepted");
  return words;
}

/** Words of others, longer ones before their prefixes, in no order that means anything. */
function* strangers(seed: number, letters: number): Generator<Word> {
  const random = new Random(seed);
  for (let i = 0; i < 400; i++) yield Array.from({ length: random.below(9) }, () => random.below(letters));
}

const algebras: readonly AnyAlgebra[] = [rational, boolean];

describe.each(names)("the %s learner", (learner) => {
  it("asks the same whatever stands in the tree already", () => {
    for (const shape of ["dense", "sparse", "few-final"] as const) {
      for (let seed = 1; seed <= 5; seed++) {
        for (const algebra of algebras) {
          const target = randomAutomaton({
            algebra,
            shape,
            states: 12,
            letters: 2,
            seed,
          });
          const tree = new PrefixTree(2);
          for (const word of strangers(seed, 2)) tree.insert(word);
          expect(asked(target, learner, tree)).toEqual(asked(target, learner));
        }
      }
    }
  });

  it("keeps its words in that tree", () => {
    const target = randomAutomaton({ algebra: rational, states: 12, letters: 2, seed: 3 });
    const tree = new PrefixTree(2);
    const words = asked(target, learner, tree);
    const { size } = tree;
    for (const word of words) tree.insert(word === "" ? [] : word.split(",").map(Number));
    expect(tree.size).toBe(size);
  });
});
