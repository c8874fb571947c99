/** What a run that is stopped says is about the automaton that it gives, wherever it is stopped. */

import {
  Alphabet,
  Batch,
  deterministicForm,
  evaluate,
  type Learner,
  lookUp,
  minimize,
  real,
  runLearner,
  SoftLearner,
  softTeacher,
  type Teacher,
  Wdfsa,
  weightsIn,
} from "@hankel/core";
import { expect, it } from "vitest";
import { naturalModel } from "../support/drawn-samples.ts";
import { withPrefixes } from "../support/noisy-models.ts";

/** A clock that goes on with each look at it: looks come by what is computed, so that runs end at the same place every time. */
function looks(count: number) {
  let now = 0;
  return { maxSeconds: count / 1000, clock: () => now++ };
}

it.each([1500, 3000, 6000])(
  "a soft learner's figures are those of its automaton, after %i looks",
  async (count) => {
    const model = withPrefixes(naturalModel(12, 3));
    const learner = new SoftLearner(model.alphabet, {}, { prefixes: true });
    const learned = runLearner(learner, softTeacher(model), looks(count));
    expect(learned.outcome).toBe("budget");
    const said = /^KL ([\d.]+) .* drawn words that it is not made of\./u.exec(learned.conclusion)?.[1];
    const { divergence } = await evaluate(model, learned.automaton, { words: 300 });
    expect(Math.abs(Number(said) / divergence.mean - 1)).toBeLessThan(0.15);
  },
);

/** Chooses another automaton after each answer, of one state as before, and then computes for long. */
class Fickle implements Learner<number> {
  readonly name = "fickle";
  readonly kind = weightsIn(real);
  readonly algebra = real;
  readonly alphabet = new Alphabet("a");
  readonly form = deterministicForm;
  readonly states = 1;
  readonly approximate = true;
  chosen = { number: 1 };
  hypothesis() {
    const weights = { arcWeight: [0], initialWeight: 1, finalWeight: [this.chosen.number] };
    return new Wdfsa({ algebra: real, alphabet: this.alphabet, target: Int32Array.of(-1), ...weights });
  }
  answers() {
    return [];
  }
  conclusion() {
    return `it is number ${this.chosen.number}`;
  }
  *run(): ReturnType<Learner<number>["run"]> {
    for (let length = 0; length < 50; length++) {
      yield { kind: "weigh", batch: Batch.of([new Array<number>(length).fill(0)]), why: { kind: "start" } };
      this.chosen = { number: length };
      for (let i = 0; i < 20; i++) lookUp(2 ** 15);
    }
    return minimize(this.hypothesis());
  }
}

it("what is said belongs to the automaton, also where the learner has chosen another since", () => {
  const learner = new Fickle();
  const teacher: Teacher<number> = { ...learner, weigh: (words) => words.map(() => 1) };
  const { automaton, conclusion, chosen, outcome } = runLearner(learner, teacher, looks(500));
  expect(outcome).toBe("budget");
  const number = automaton.weigh([]);
  expect({ conclusion, chosen }).toEqual({ conclusion: `it is number ${number}`, chosen: { number } });
  // It was interrupted while it computed, and what is kept is not much older.
  expect(learner.chosen.number).toBe(Number(number) + 1);
});
