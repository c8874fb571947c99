/** What a run says about its answers while it runs. */

import {
  Alphabet,
  adviceOn,
  adviser,
  createLearner,
  exactTeacher,
  functionTeacher,
  type GroupWithZero,
  type LearnerName,
  learners,
  log,
  pac,
  primeField,
  randomAutomaton,
  randomWalks,
  rational,
  real,
  realWithin,
  runLearner,
  type Teacher,
  tropicalFloat64,
  watchMargins,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { alphabetOf, type FloatLanguage, floatLanguage } from "../support/float-language.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");

interface Heard {
  /** What was said, and after how many states. */
  readonly said: readonly { readonly text: string; readonly states: number }[];
  /** The size of the result. */
  readonly size: number;
}

/** What is said while a learner runs. */
function heard<W>(learner: LearnerName, teacher: Teacher<W>, maxStates = 1200): Heard {
  const { algebra, margins } = watchMargins(teacher.kind.algebra);
  const run = createLearner({ kind: weightsIn(algebra), alphabet: teacher.alphabet }, { learner });
  const said: { text: string; states: number }[] = [];
  const advise = adviser(run, margins, (text) => said.push({ text, states: run.states }));
  const { automaton } = runLearner(run, teacher, { maxStates, announce: advise });
  return { said, size: automaton.size };
}

function box(language: FloatLanguage, tolerance = 1e-9): Teacher<number> {
  return functionTeacher({
    algebra: realWithin(tolerance),
    alphabet: new Alphabet(alphabetOf(language.letters ?? 2)),
    weigh: floatLanguage(language),
    equivalence: [randomWalks(200), pac(0.01, 0.01)],
  });
}

describe.each(names)("with the %s learner", (learner) => {
  it("noise beyond the tolerance is noticed within a few states, and following the advice helps", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const language = { states: 5, seed, noise: 1e-6 };
      const exact = heard(learner, box({ ...language, noise: 0 }));
      let [tolerance, tries] = [1e-9, 0];
      for (let run = heard(learner, box(language), 100); run.said.length > 0; tries++) {
        const [{ text, states }] = run.said;
        expect(text, `seed ${seed}`).toMatch(/the answers (look|are) noisy/u);
        expect(states, `seed ${seed}`).toBeLessThanOrEqual(20);
        const better = Number(/--tolerance (\S+)/u.exec(text)?.[1]);
        expect(better, `seed ${seed}`).toBeGreaterThan(tolerance);
        tolerance = better;
        run = heard(learner, box(language, tolerance), 100);
        if (run.said.length === 0) expect(run.size, `seed ${seed}`).toBe(exact.size);
      }
      expect(tries, `seed ${seed}`).toBeGreaterThanOrEqual(1);
      expect(tries, `seed ${seed}`).toBeLessThanOrEqual(3);
    }
  });

  it("noise of about the tolerance is noticed", () => {
    const texts = [1, 2, 3, 4, 5, 6].map(
      (seed) => heard(learner, box({ states: 8, seed, noise: 1e-5 }, 1e-5), 100).said[0]?.text ?? "",
    );
    expect(texts.filter((text) => /--tolerance/u.test(text)).length).toBeGreaterThanOrEqual(5);
  });

  it("nothing is said of good answers", () => {
    for (let seed = 1; seed <= 25; seed++) {
      const language = { states: 2 + 7 * seed, letters: 2 + (seed % 3), seed, signed: seed % 2 === 0 };
      expect(heard(learner, box(language)).said, `seed ${seed}`).toEqual([]);
    }
    for (let seed = 1; seed <= 15; seed++) {
      expect(heard(learner, box({ states: 1 + seed, seed, noise: 1e-6 }, 1e-5)).said, `seed ${seed}`).toEqual(
        [],
      );
    }
  });

  it("nothing is said of random automata, exact or not", () => {
    const algebras = [rational, real, log, tropicalFloat64] as unknown as GroupWithZero<unknown>[];
    for (const algebra of algebras) {
      for (let seed = 1; seed <= 10; seed++) {
        const target = randomAutomaton({ algebra, states: 5 * seed, letters: 2 + (seed % 2), seed });
        expect(heard(learner, exactTeacher(target)).said, `${algebra.name}, seed ${seed}`).toEqual([]);
      }
    }
  });
});

describe("advice", () => {
  const alphabet = new Alphabet("ab");

  it("speaks of size when every word has its own state", () => {
    expect(adviceOn({ states: 511, alphabet }, undefined)).toMatchObject({
      kind: "size",
      sentence: expect.stringMatching(/^each of the 511 words of up to 8 letters .*--repeat helps$/u),
    });
    const margins = { tolerance: 1e-9, apart: 1e-3, equal: 0 };
    expect(adviceOn({ states: 512, alphabet }, margins)?.sentence).toMatch(/--tolerance helps$/u);
    expect(adviceOn({ states: 513, alphabet }, undefined)).toBeUndefined();
    expect(adviceOn({ states: 255, alphabet }, undefined)).toBeUndefined();
    expect(adviceOn({ states: 600, alphabet: new Alphabet("a") }, undefined)).toBeUndefined();
  });

  it("is given once", () => {
    const learner = { states: 20, alphabet };
    const said: string[] = [];
    const advise = adviser(
      learner,
      () => ({ tolerance: 1e-9, apart: 1e-8, equal: 0 }),
      (text) => said.push(text),
    );
    advise();
    advise();
    expect(said).toHaveLength(1);
  });

  it("leaves a large random automaton alone", () => {
    const target = randomAutomaton({ algebra: primeField(1_000_003), states: 3000, letters: 2, seed: 3 });
    expect(heard("tree", exactTeacher(target), 5000).said).toEqual([]);
  });
});
