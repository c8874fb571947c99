import {
  Alphabet,
  boolean,
  compare,
  type EquivalenceTest,
  exactTeacher,
  learn,
  log,
  minimize,
  pac,
  pacSampleSize,
  parseEquivalence,
  randomAutomaton,
  rational,
  real,
  sampledWords,
  tropical,
  viterbi,
  viterbiFloat64,
  Wdfsa,
  WdfsaBuilder,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { setting } from "../support/test-setting.ts";

function wordsOf<W>(test: EquivalenceTest, hypothesis: Wdfsa<W>, equivalence = 0): Word[] {
  return [...test.words(hypothesis, equivalence, [])];
}

const automaton = randomAutomaton({ algebra: rational, states: 5, letters: 2, seed: 3 });

describe("every test", () => {
  const texts = [
    "random:40",
    "walk:40",
    "wmethod:1",
    "wp:1",
    "bfs:4",
    "words:x",
    "samples:40",
    "guided:40",
    "pac:0.1,0.1",
    "states:4",
    "loops:40",
    "short:40",
  ];

  it.each(texts)(
    "%s gives the same words for the same seed and question, and as many as announced",
    (text) => {
      const [test] = parseEquivalence(text, setting);
      const words = wordsOf(test, automaton, 3);
      const [again] = parseEquivalence(text, setting);
      expect(wordsOf(again, automaton, 3)).toEqual(words);
      if (test.count !== undefined) expect(words).toHaveLength(test.count(automaton, 3));
      expect(words.every((word) => word.every((letter) => letter === 0 || letter === 1))).toBe(true);
    },
  );

  it.each(["random:40", "walk:40", "samples:40", "guided:40", "pac:0.1,0.1", "states:4", "loops:40"])(
    "%s draws other words for another question, another seed and another place in a chain",
    (text) => {
      const [first, second] = parseEquivalence(`${text}+${text}`, setting);
      const [other] = parseEquivalence(text, { ...setting, seed: 8 });
      const words = wordsOf(first, automaton, 1);
      expect(wordsOf(first, automaton, 2)).not.toEqual(words);
      expect(wordsOf(second, automaton, 1)).not.toEqual(words);
      expect(wordsOf(other, automaton, 1)).not.toEqual(words);
    },
  );

  it.each([...texts, "wp:0", "bfs:0"])(
    "%s has words for the automaton without states and for no letters",
    (text) => {
      const [test] = parseEquivalence(text === "words:x" ? "random:3" : text, setting);
      wordsOf(test, Wdfsa.zero(rational, Alphabet.letters(2)));
      wordsOf(test, Wdfsa.zero(rational, Alphabet.letters(0)));
      wordsOf(test, new WdfsaBuilder(rational, Alphabet.letters(0)).build());
      const single = new WdfsaBuilder(rational, Alphabet.letters(0));
      single.state(1);
      expect(wordsOf(test, single.build()).every((word) => word.length === 0)).toBe(true);
    },
  );
});

describe("random lengths", () => {
  it("are geometric with the given mean, or uniform", () => {
    const mean = (text: string) => {
      const words = wordsOf(parseEquivalence(text, setting)[0], automaton);
      return words.reduce((sum, word) => sum + word.length, 0) / words.length;
    };
    expect(mean("random:4000,mean=6")).toBeCloseTo(6, 0);
    expect(mean("random:4000,max=12")).toBeCloseTo(6, 0);
    expect(mean("random:10,mean=0")).toBe(0);
  });
});

describe("samples", () => {
  it("are as frequent as their weights", () => {
    // aⁿ with probability 1/2ⁿ⁺¹, in half of the cases after a b.
    const builder = new WdfsaBuilder(rational, Alphabet.letters(2));
    const [start, tail] = [builder.state(), builder.state(rational.parse("1/2"))];
    builder.arc(start, "a", rational.parse("1/2"), tail).arc(start, "b", rational.parse("1/2"), tail);
    builder.arc(tail, "a", rational.parse("1/2"), tail);
    const words = wordsOf(parseEquivalence("samples:4000", setting)[0], builder.build());
    const share = (word: Word) => words.filter((other) => other.join() === word.join()).length / words.length;
    expect(share([0])).toBeCloseTo(1 / 4, 1);
    expect(share([1, 0])).toBeCloseTo(1 / 8, 1);
    expect(share([])).toBe(0);
    expect(words.every((word) => !rational.isZero(builder.build().weigh(word)))).toBe(true);
  });

  it("can be drawn over every semifield whose weights stand for numbers", () => {
    for (const algebra of [rational, real, log, viterbi, viterbiFloat64]) {
      const other = randomAutomaton<unknown>({
        algebra: algebra,
        states: 3,
        letters: 2,
        seed: 4,
      });
      expect(wordsOf(sampledWords(5, "hypothesis"), other)).toHaveLength(5);
    }
  });

  it("need probabilities", () => {
    const [test] = parseEquivalence("samples:4", setting);
    const other = randomAutomaton({ algebra: tropical, states: 3, letters: 2 });
    expect(() => wordsOf(test, other)).toThrow(/samples need weights that are probabilities/u);
  });

  it("are passed on when the target draws them", () => {
    const [test] = parseEquivalence("samples:2", { ...setting, samples: true });
    expect(test.samples?.(0)).toBe(2);
    expect([...test.words(automaton, 0, [[1], [1, 1]])]).toEqual([[1], [1, 1]]);
  });
});

describe("pac", () => {
  it("asks as many words as ε and δ require, more for each question", () => {
    for (const [epsilon, delta, i] of [
      [0.1, 0.1, 0],
      [0.01, 0.001, 5],
    ]) {
      const n = pacSampleSize(epsilon, delta, i);
      const passes = (1 - epsilon) ** n;
      expect(passes).toBeLessThanOrEqual(delta / 2 ** (i + 1));
      expect(Math.exp(-epsilon * (n - 1))).toBeGreaterThan(delta / 2 ** (i + 1));
    }
    expect(() => pac(0, 0.1)).toThrow(/numbers between 0 and 1 for ε and δ, not 0/u);
    expect(() => pac(0.1, 2)).toThrow(/not 2/u);
    expect(parseEquivalence("pac:0.1,0.1,samples", { ...setting, samples: true })[0].samples?.(0)).toBe(30);
  });
});

describe("walks", () => {
  it("mostly stay inside the automaton", () => {
    // A single long word: random words would never find its end.
    const chain = randomAutomaton({ algebra: boolean, states: 30, letters: 4, shape: "chain", seed: 2 });
    const words = wordsOf(parseEquivalence("walk:100", setting)[0], chain);
    expect(words.filter((word) => chain.weigh(word)).length).toBeGreaterThan(10);
    const random = wordsOf(parseEquivalence("random:100", setting)[0], chain);
    expect(random.filter((word) => chain.weigh(word))).toEqual([]);
  });
});

describe("the claim of bfs", () => {
  it("is that of the W-method if words are long enough", () => {
    const target = randomAutomaton({ algebra: rational, states: 6, letters: 2, seed: 9 });
    const { automaton: right } = learn(exactTeacher(target));
    const claim = (length: number) => parseEquivalence(`bfs:${length}`, setting)[0].claim(right);
    expect(claim(0).kind).toBe("words");
    const first = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((length) => claim(length).kind === "complete") as number;
    expect(claim(first)).toEqual({ kind: "complete", extraStates: 0 });
    expect(claim(first + 2)).toEqual({ kind: "complete", extraStates: 2 });
    const tests = (text: string) => new Set(wordsOf(parseEquivalence(text, setting)[0], right).map(String));
    expect([...tests("wmethod:2")].every((word) => tests(`bfs:${first + 2}`).has(word))).toBe(true);
    expect(tests("wp:2").size).toBeLessThan(tests("wmethod:2").size);
    expect(compare(minimize(target), right)).toBeUndefined();
  });
});
