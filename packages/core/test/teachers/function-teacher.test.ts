/** Teachers that ask a function, at once or later. */

import {
  Alphabet,
  askBox,
  breadthFirst,
  type EquivalenceTest,
  type EquivalenceTests,
  functionTeacher,
  givenWords,
  guidedWords,
  HankelError,
  learn,
  pac,
  type Rational,
  RunFailed,
  randomAutomaton,
  randomWalks,
  randomWords,
  rational,
  sampledWords,
  Wdfsa,
  wMethod,
  wpMethod,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { ended } from "../support/ended.ts";

/** Doubles the weight for every b. */
const weigh = (word: readonly string[]): Rational => word.reduce((w, s) => (s === "b" ? 2 * w : w), 1);

describe("functionTeacher", () => {
  const options = { algebra: rational, alphabet: "ab", weigh, equivalence: breadthFirst(4) };

  it("calls the function with symbols, and treats a string as its characters", () => {
    const teacher = functionTeacher(options);
    expect(teacher.alphabet.symbols).toEqual(["a", "b"]);
    expect(teacher.weigh([[], [0], [1], [1, 0, 1]])).toEqual([1, 1, 2, 4]);
    expect(functionTeacher({ ...options, alphabet: new Alphabet(["b"]) }).weigh([[0]])).toEqual([2]);
  });

  it("is learned", () => {
    const { automaton, outcome } = learn(functionTeacher(options));
    expect([automaton.size, outcome]).toEqual([1, "accepted"]);
    expect(automaton.weigh([1, 1, 1])).toBe(8);
  });

  it("accepts every test of words, alone or in a list", () => {
    const target = randomAutomaton({ algebra: rational, states: 4, letters: 2, seed: 5 });
    const tests: EquivalenceTest[] = [
      breadthFirst(6),
      randomWords(200),
      randomWalks(200),
      guidedWords(200),
      sampledWords(200, "hypothesis"),
      givenWords([[0], [1, 1, 0]]),
      pac(0.1, 0.1),
      wMethod(1),
      wpMethod(1),
    ];
    const asked = (equivalence: EquivalenceTests) => {
      let words = 0;
      const teacher = functionTeacher({
        algebra: rational,
        alphabet: target.alphabet,
        weigh: (word) => {
          words++;
          return target.weigh(target.alphabet.word(word));
        },
        equivalence,
      });
      expect(teacher.findCounterexample(target)).toBeNull();
      return words;
    };
    const alone = tests.map((test) => asked(test));
    expect(alone.every((count) => count > 0)).toBe(true);
    expect(asked(tests)).toBe(alone.reduce((sum, count) => sum + count, 0));
    const learned = learn(functionTeacher({ ...options, equivalence: [randomWords(20), wpMethod(1)] }));
    expect(learned.outcome).toBe("accepted");
  });

  it.each([
    [askBox(true), /the test box needs a target that can find counterexamples/u],
    [sampledWords(3, "target"), /the test samples:3 needs a target that can draw words/u],
    [
      [breadthFirst(1), pac(0.1, 0.1, "samples")],
      /the test pac:0.1,0.1,samples needs a target that can draw/u,
    ],
    [[], /expected a test such as breadthFirst\(8\)/u],
    [undefined as unknown as EquivalenceTest, /expected a test such as breadthFirst\(8\)/u],
  ])("refuses values that are not tests of words: %#", (equivalence, message) => {
    expect(() => functionTeacher({ ...options, equivalence })).toThrow(message);
  });

  it("refuses to be without an alphabet", () => {
    const alphabet = undefined as unknown as string;
    const message = 'expected an alphabet, such as "ab" or ["sun", "rain"], not undefined';
    expect(() => functionTeacher({ ...options, alphabet })).toThrow(new HankelError("usage", message));
  });

  it("finds the first of its words that the hypothesis weighs differently, across batches", () => {
    const late = functionTeacher({
      ...options,
      weigh: (word) => (word.join("") === "bbbbbbbbb" ? 1 : 0),
      equivalence: breadthFirst(9),
    });
    expect(late.findCounterexample(Wdfsa.zero(rational, late.alphabet))).toEqual(
      Array.from({ length: 9 }, () => 1),
    );
  });

  it("numbers the equivalence questions for its words", () => {
    const numbers: number[] = [];
    const teacher = functionTeacher({
      ...options,
      equivalence: {
        ...givenWords([[]]),
        words: (_hypothesis, equivalence) => {
          numbers.push(equivalence);
          return [[]];
        },
      },
    });
    for (let i = 0; i < 3; i++) teacher.findCounterexample(Wdfsa.zero(rational, teacher.alphabet));
    expect(numbers).toEqual([0, 1, 2]);
  });

  it.each(exactCases)(
    "names the word for which the function returns no $name weight during a test",
    (setting) => {
      const teacher = functionTeacher({
        ...options,
        algebra: setting.algebra,
        weigh: (word) => (word.join("") === "abba" ? undefined : setting.algebra.one),
        equivalence: breadthFirst(4),
      });
      const { outcome, reason, error } = ended(() => learn(teacher));
      expect([outcome, error]).toMatchObject(["failed", { code: "teacher" }]);
      expect(reason).toMatch(/abba/u);
    },
  );

  it("asks only the words that it needs", () => {
    let asked = 0;
    const teacher = functionTeacher({
      ...options,
      weigh: () => {
        asked++;
        return 1;
      },
      equivalence: randomWords(10_000, 5),
    });
    expect(teacher.findCounterexample(Wdfsa.zero(rational, teacher.alphabet))).not.toBeNull();
    expect(asked).toBeLessThanOrEqual(256);
  });
});

it("rejects when the function fails, with what it has", () => {
  const teacher = functionTeacher<Rational>({
    algebra: rational,
    alphabet: "ab",
    weigh: () => {
      throw new Error("no line");
    },
    equivalence: breadthFirst(4),
  });
  const thrown = failureOf(() => learn(teacher));
  expect(thrown).toBeInstanceOf(RunFailed);
  expect(thrown).toMatchObject({ code: "teacher", message: "no line", cause: { message: "no line" } });
  expect(thrown).toMatchObject({
    learned: { outcome: "failed", reason: "no line", automaton: { size: 0 } },
  });
});

function failureOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
