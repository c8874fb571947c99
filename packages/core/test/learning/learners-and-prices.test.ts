/** What learners make of prices. */

import {
  Alphabet,
  type Batch,
  defaultPrices,
  type LearnerName,
  learn,
  type Machine,
  machineToWdfsa,
  type Prices,
  Random,
  runLearner,
  TreeLearner,
  type Wdfsa,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { windingTeacher } from "../support/targets.ts";

const FREE_LETTERS: Prices = { word: 1, letter: 0 };

/** Mealy machines of 10 to 28 states, 2 to 5 letters and 2 outputs. */
const targets = Array.from({ length: 10 }, (_, seed): Wdfsa<string> => {
  const random = new Random(seed, 7);
  const states = 10 + 2 * seed;
  const alphabet = Alphabet.letters(2 + (seed % 4));
  const arcs = states * alphabet.size;
  const machine: Machine = {
    kind: "mealy",
    alphabet,
    target: Array.from({ length: arcs }, () => random.below(states)),
    output: Array.from({ length: arcs }, () => String(random.below(2))),
  };
  return machineToWdfsa(machine);
});

/** What a learner asks of all targets, with long counterexamples. */
function asked(learner: LearnerName, prices: Prices) {
  const words: string[] = [];
  let cost = 0;
  targets.forEach((target, seed) => {
    const observe = (question: { kind: string; batch?: Batch }) => {
      for (const word of question.batch?.words ?? []) words.push(word.join());
    };
    const learned = learn(windingTeacher(target, seed), { learner, prices, observe });
    expect(learned.outcome).toBe("accepted");
    cost += learned.statistics.cost;
  });
  return { words, cost };
}

describe.each(["machine", "tree", "apart"] as const)("the %s learner", (learner) => {
  it("asks other words if letters cost nothing, and not more of them in sum", () => {
    const usual = asked(learner, defaultPrices);
    const free = asked(learner, FREE_LETTERS);
    expect(free.words).not.toEqual(usual.words);
    expect(free.words.length).toBeLessThanOrEqual(usual.words.length);
    expect(free.cost).toBe(free.words.length);
  });
});

describe("the table learner", () => {
  it("has no choice: it asks the same whatever it costs", () => {
    expect(asked("table", FREE_LETTERS).words).toEqual(asked("table", defaultPrices).words);
  });
});

describe("the tree", () => {
  it("inserts no suffix if letters cost nothing: there are splits by ends of counterexamples alone", () => {
    targets.slice(0, 5).forEach((target, seed) => {
      let inserted = 0;
      const learner = new TreeLearner(target.algebra, target.alphabet, { prices: FREE_LETTERS });
      const insert = learner.sifting.insert.bind(learner.sifting);
      learner.sifting.insert = (node, suffix) => {
        inserted++;
        return insert(node, suffix);
      };
      runLearner(learner, windingTeacher(target, seed));
      expect(inserted).toBe(0);
    });
  });
});
