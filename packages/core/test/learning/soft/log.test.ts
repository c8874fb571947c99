/** A language model that is learned with a log of its words, or of another model's. */

import {
  compare,
  evaluateExactly,
  nextTeacherOf,
  Random,
  real,
  runLearner,
  SoftLearner,
  type SyncNextTeacher,
  sample,
  softTeacher,
  Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { noisy, withPrefixes } from "../../support/noisy-models.ts";
import { randomPdfa } from "../../support/pdfas.ts";

function wordsOf(model: Wdfsa<number>, count: number, seed: number): readonly Word[] {
  return sample(model, { count, seed }).map((word) => [...word]);
}

/** Learns, and counts the questions. */
function run(model: SyncNextTeacher, log?: readonly Word[]) {
  let asked = 0;
  const teacher = softTeacher({
    ...model,
    next(words) {
      asked += words.length;
      return model.next(words);
    },
  });
  const learner = new SoftLearner(model.alphabet, { log }, { prefixes: model.prefixes === true });
  const { automaton } = runLearner(learner, teacher, {});
  return { automaton, asked, fault: learner.logFault };
}

/** Divergence per symbol. */
const divergence = (model: Wdfsa<number>, learned: Wdfsa<number>) =>
  evaluateExactly(model, learned).divergence.mean;

describe("a log of a language model", () => {
  const shapes = [
    { states: 6, letters: 5, end: 0.1 },
    { states: 12, letters: 12, end: 0.1 },
  ];

  it.each(shapes)("of $states states and $letters letters saves questions, and loses nothing", (shape) => {
    let [without, helped] = [0, 0];
    for (let seed = 1; seed <= 4; seed++) {
      const model = randomPdfa({ seed, ...shape });
      const next = withPrefixes(nextTeacherOf(model));
      const [plain, heard] = [run(next), run(next, wordsOf(model, 5000, seed))];
      expect(heard.fault).toBeUndefined();
      expect(heard.automaton.size).toBe(plain.automaton.size);
      expect(divergence(model, heard.automaton)).toBeLessThan(1e-4);
      without += plain.asked;
      helped += heard.asked;
    }
    expect(helped).toBeLessThan(without);
  });

  it("saves questions where rows are only near", () => {
    const model = randomPdfa({ seed: 3, states: 8, letters: 8, end: 0.1 });
    const next = noisy(model, 0.003);
    const [plain, heard] = [run(next), run(next, wordsOf(model, 5000, 1))];
    expect(heard.fault).toBeUndefined();
    expect(heard.asked).toBeLessThan(plain.asked);
    expect(divergence(model, heard.automaton)).toBeLessThan(1.5 * divergence(model, plain.automaton) + 1e-3);
  });

  it("of an older version is found out, and the model learned all the same", () => {
    const model = randomPdfa({ seed: 2, states: 8, letters: 6, end: 0.1 });
    // Two arcs have led elsewhere.
    const target = Int32Array.from(model.target);
    [target[0], target[7]] = [(target[0] + 1) % 8, (target[7] + 3) % 8];
    const old = new Wdfsa({ ...model, algebra: real, initialWeight: 1, target });
    const next = withPrefixes(nextTeacherOf(model));
    const { automaton, fault } = run(next, wordsOf(old, 5000, 1));
    expect(divergence(model, automaton)).toBeLessThan(1e-9);
    expect(automaton.size).toBe(run(next).automaton.size);
    expect(fault).toBeDefined();
    if (fault === undefined) return;
    const [row] = nextTeacherOf(model).next([fault.word]);
    expect(row[fault.letter]).toBeCloseTo(fault.expected, 12);
    expect(Math.abs(fault.occurred / fault.times - fault.expected)).toBeGreaterThan(0.01);
  });

  it("of random words is not believed", () => {
    const model = randomPdfa({ seed: 5, states: 6, letters: 4, end: 0.1 });
    const next = withPrefixes(nextTeacherOf(model));
    const random = new Random(1);
    const noise = Array.from({ length: 3000 }, () =>
      Array.from({ length: random.below(8) }, () => random.below(4)),
    );
    const { automaton, fault } = run(next, noise);
    expect(fault).toBeDefined();
    expect(divergence(model, automaton)).toBeLessThan(1e-9);
  });

  // Proposition 13.13: at most one log in 100 of the model itself; Chernoff's bound and the union are far from sharp.
  it("of the model itself is not said to be of another one", () => {
    let said = 0;
    for (let seed = 0; seed < 100; seed++) {
      const model = randomPdfa({ seed, states: 4, letters: 3, end: 0.2 });
      if (run(nextTeacherOf(model), wordsOf(model, 200, 1000 + seed)).fault !== undefined) said++;
    }
    expect(said).toBeLessThanOrEqual(1);
  });

  it("that is empty or too short changes nothing", () => {
    for (let seed = 1; seed <= 6; seed++) {
      const model = randomPdfa({ seed, states: 5 + 3 * seed, letters: 3, end: 0.2 });
      for (const next of [nextTeacherOf(model), withPrefixes(noisy(model, 0.01))]) {
        const plain = run(next);
        for (const log of [[], [[]], [[0], [1, 2]], wordsOf(model, 300, seed)]) {
          const heard = run(next, log);
          expect(heard.asked).toBe(plain.asked);
          expect(compare(heard.automaton, plain.automaton)).toBeUndefined();
        }
      }
    }
  });

  // Where an arc is not asked about, the state behind it may be found by another word, and drawn words meet other arcs of it.
  it("of any length makes it hardly ever more questions, and those at most a few", () => {
    for (let seed = 1; seed <= 6; seed++) {
      const model = randomPdfa({ seed: 60 + seed, states: 20, letters: 4, end: 0.2 });
      const next = nextTeacherOf(model);
      const plain = run(next);
      for (const words of [2000, 10_000])
        expect(run(next, wordsOf(model, words, seed)).asked).toBeLessThanOrEqual(1.02 * plain.asked);
    }
  });
});
