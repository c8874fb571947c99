import {
  Alphabet,
  askBox,
  asyncFunctionTeacher,
  breadthFirst,
  cached,
  compare,
  counted,
  type EquivalenceTest,
  type EquivalenceTests,
  exactTeacher,
  functionTeacher,
  givenWords,
  guidedWords,
  learn,
  learnAsync,
  minimize,
  pac,
  quaternion,
  type Rational,
  randomAutomaton,
  randomWalks,
  randomWords,
  rational,
  sampledWords,
  type Teacher,
  tropical,
  Wdfsa,
  WfsaBuilder,
  type Word,
  wMethod,
  wpMethod,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { disguise, mutated } from "../support/disguise.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";

describe.each(exactCases)("exactTeacher over $name", (setting) => {
  it("weighs as the automaton does, and finds a shortest counterexample or none", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 2 }), fc.nat(1e6), (draft, seed) => {
        const target = build(setting, draft);
        const teacher = exactTeacher(target);
        const words = [...wordsUpTo(draft.letters, 3)];
        const weights = teacher.weigh(words);
        words.forEach((word, i) => {
          expect(setting.algebra.equals(weights[i], target.weigh(word))).toBe(true);
        });
        const hypothesis = mutated(setting, target, seed);
        const found = teacher.findCounterexample(hypothesis);
        expect(found?.length).toBe(compare(target, hypothesis)?.word.length);
        expect(teacher.findCounterexample(disguise(setting, target, seed))).toBeNull();
      }),
      { seed: 121, numRuns: 40 },
    );
  });

  it("gives a counterexample that depends only on the language, not on the form of the target", () => {
    fc.assert(
      fc.property(drafts({ minStates: 2, maxStates: 5, maxLetters: 2 }), fc.nat(1e6), (draft, seed) => {
        const target = build(setting, draft);
        const hypothesis = mutated(setting, mutated(setting, target, seed), seed + 1);
        const hidden = exactTeacher(disguise(setting, target, seed));
        const found = exactTeacher(target).findCounterexample(hypothesis);
        expect(hidden.findCounterexample(hypothesis)).toEqual(found);
      }),
      { seed: 122, numRuns: 700 },
    );
  });
});

it("exactTeacher takes a nondeterministic target", () => {
  // Every a has two paths: a word weighs 2 to the power of its length.
  const builder = new WfsaBuilder(rational, new Alphabet("a"));
  const [left, right] = [builder.state(1), builder.state(1)];
  builder.initial(left);
  for (const from of [left, right]) builder.arc(from, "a", 1, left).arc(from, "a", 1, right);
  const teacher = exactTeacher(builder.build());
  expect(teacher.weigh([[], [0, 0]])).toEqual([1, 4]);
  const { automaton } = learn(teacher);
  expect([automaton.size, automaton.weigh(["a", "a", "a"])]).toEqual([1, 8]);
});

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
    expect(() => asyncFunctionTeacher({ ...options, equivalence })).toThrow(message);
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
      const { outcome, reason, error } = learn(teacher);
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

describe("asyncFunctionTeacher", () => {
  const options = { algebra: rational, alphabet: "ab", equivalence: breadthFirst(4) };

  it("is learned like functionTeacher, whether the function returns promises or not", async () => {
    const later = async (word: readonly string[]) => weigh(word);
    const expected = bytes(learn(functionTeacher({ ...options, weigh })).automaton);
    for (const slow of [later, weigh]) {
      const learned = await learnAsync(asyncFunctionTeacher({ ...options, weigh: slow }));
      expect(bytes(learned.automaton)).toBe(expected);
    }
  });

  it("asks the words of a batch at once", async () => {
    let waiting = 0;
    let most = 0;
    const teacher = asyncFunctionTeacher({
      ...options,
      async weigh(word) {
        most = Math.max(most, ++waiting);
        await Promise.resolve();
        waiting--;
        return weigh(word);
      },
    });
    await teacher.weigh([[], [0], [1]]);
    expect(most).toBe(3);
  });

  it("ends with what it has when the function fails", async () => {
    const teacher = asyncFunctionTeacher<Rational>({
      ...options,
      weigh: () => Promise.reject(new Error("no line")),
    });
    expect(await learnAsync(teacher)).toMatchObject({ outcome: "failed", reason: "no line" });
    const throwing = asyncFunctionTeacher<Rational>({
      ...options,
      weigh: () => {
        throw new Error("no line");
      },
    });
    expect(await learnAsync(throwing)).toMatchObject({ outcome: "failed", reason: "no line" });
  });
});

/** A teacher that records the words that reach it. */
function recorded<W>(teacher: Teacher<W>): { teacher: Teacher<W>; batches: Word[][] } {
  const batches: Word[][] = [];
  return {
    batches,
    teacher: {
      ...teacher,
      weigh(words) {
        batches.push([...words]);
        return teacher.weigh(words);
      },
    },
  };
}

describe("wrappers", () => {
  const target = build(exactCases[8], {
    states: 2,
    letters: 2,
    initial: 3,
    finals: [1, 2],
    arcs: [{ to: 1, weight: 3 }, { to: 0, weight: 4 }, null, { to: 1, weight: 2 }],
  });

  it("cached asks no word twice, within a batch or across batches, and answers the same", () => {
    const words = fc.array(fc.array(fc.array(fc.nat(1), { maxLength: 3 }), { maxLength: 6 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, (rounds) => {
        const behind = recorded(exactTeacher(target));
        const teacher = cached(behind.teacher);
        for (const round of rounds) {
          expect(Array.from(teacher.weigh(round))).toEqual(Array.from(exactTeacher(target).weigh(round)));
        }
        const asked = behind.batches.flat().map(String);
        expect(new Set(asked).size).toBe(asked.length);
        expect(behind.batches.every((batch) => batch.length > 0)).toBe(true);
        expect(new Set(asked)).toEqual(new Set(rounds.flat().map(String)));
      }),
      { seed: 131, numRuns: 100 },
    );
  });

  it("cached passes conjectures on", () => {
    expect(cached(exactTeacher(target)).findCounterexample(target)).toBeNull();
    expect(
      cached(exactTeacher(target)).findCounterexample(Wdfsa.zero(target.algebra, target.alphabet)),
    ).toEqual([]);
  });

  it.each([-1, 1])("cached does not hide a wrong number of weights: %d too many", (surplus) => {
    const wrong: Teacher<unknown> = {
      ...exactTeacher(target),
      weigh: (words) => Array.from({ length: words.length + surplus }, () => quaternion.one),
    };
    const { outcome, reason, error } = learn(cached(wrong), { learner: "table" });
    expect([outcome, error]).toMatchObject(["failed", { code: "teacher" }]);
    expect(reason).toMatch(/asked for 3 weights, got [24]/u);
  });

  it("counted counts the words that pass; cached inside or outside changes which words pass", () => {
    const outside = counted(cached(exactTeacher(target)));
    const inside = counted(exactTeacher(target));
    const teacher = cached(inside);
    for (const words of [
      [[], [0]],
      [[0], [0, 1]],
    ]) {
      outside.weigh(words);
      teacher.weigh(words);
    }
    outside.findCounterexample(target);
    expect(outside.counts).toEqual({ questions: 4, rounds: 2, symbols: 4, equivalences: 1 });
    expect(inside.counts).toEqual({ questions: 3, rounds: 2, symbols: 3, equivalences: 0 });
  });

  it("counted agrees with the statistics of a run", () => {
    const teacher = counted(exactTeacher(target));
    const { automaton, statistics } = learn(teacher);
    expect(bytes(automaton)).toBe(bytes(minimize(target)));
    expect(statistics).toMatchObject({ ...teacher.counts, states: automaton.size, arcs: automaton.arcs });
  });

  it("accepts the zero of any algebra as an answer", () => {
    const zero = cached(exactTeacher(Wdfsa.zero(tropical, new Alphabet("a"))));
    expect(zero.weigh([[0], [0]])).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});
