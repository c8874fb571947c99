/** Tests of hypotheses that are nondeterministic automata over a field (Theorem 14.9). */

import {
  basisOf,
  breadthFirst,
  certificateWords,
  type EquivalenceTest,
  type ExactField,
  equivalent,
  functionTeacher,
  givenWords,
  guidedWords,
  loopWords,
  primeField,
  quaternion,
  Random,
  randomWalks,
  rational,
  real,
  reduce,
  sampledWords,
  statement,
  stateTests,
  Wfsa,
  WfsaBuilder,
  type Word,
  weightsIn,
  wMethod,
  wpMethod,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { denseWfsa } from "../support/dense-wfsa.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

type Matrix<W> = W[][];

/** X with X·block = right, factors on the left, by Gauss and Jordan on columns; `undefined` for a singular block. */
function solve<W>(field: ExactField<W>, block: Matrix<W>, right: Matrix<W>): Matrix<W> | undefined {
  const { plus, times, inverse, isZero, negate } = field;
  // Column operations act from the right on both, until the block is the unit matrix.
  const [a, x] = [block.map((row) => [...row]), right.map((row) => [...row])];
  const both = [...a, ...x];
  for (let i = 0; i < a.length; i++) {
    const pivot = a[i].findIndex((entry, j) => j >= i && !isZero(entry));
    if (pivot < 0) return undefined;
    for (const row of both) [row[i], row[pivot]] = [row[pivot], row[i]];
    const scale = inverse(a[i][i]);
    for (const row of both) row[i] = times(row[i], scale);
    for (let j = 0; j < a.length; j++) {
      const factor = negate(a[i][j]);
      if (j === i || isZero(factor)) continue;
      for (const row of both) row[j] = plus(row[j], times(row[i], factor));
    }
  }
  return x;
}

/** The automaton that agrees with a language on P·Σ^{≤1}·S, for a full-rank block P × S. */
function fromBlock<W>(
  target: Wfsa<W>,
  field: ExactField<W>,
  prefixes: readonly Word[],
  suffixes: readonly Word[],
) {
  const row = (prefix: Word) => suffixes.map((suffix) => target.weigh([...prefix, ...suffix]));
  const block = prefixes.map(row);
  const builder = new WfsaBuilder(field, target.alphabet);
  for (const prefix of prefixes) builder.state(target.weigh(prefix));
  builder.initial(0);
  for (let letter = 0; letter < target.alphabet.size; letter++) {
    const next = solve(
      field,
      block,
      prefixes.map((prefix) => row([...prefix, letter])),
    );
    if (next === undefined) return undefined;
    next.forEach((line, from) => line.forEach((weight, to) => builder.arcOn(from, letter, weight, to)));
  }
  return builder.build();
}

/** A word of the test that two automata weigh differently. */
function found<W>(test: EquivalenceTest, hypothesis: Wfsa<W>, target: Wfsa<W>): Word | undefined {
  const { algebra } = target;
  return [...test.words(hypothesis, 0, [])].find(
    (word) => !algebra.equals(hypothesis.weigh(word), target.weigh(word)),
  );
}

function cases<W>(field: ExactField<W>, pool: readonly string[]) {
  return {
    name: field.name,
    field: field as unknown as ExactField<unknown>,
    pool: pool.map((text) => field.parse(text) as unknown),
  };
}

describe.each([
  cases(primeField(2), ["1"]),
  cases(primeField(3), ["1", "2"]),
  cases(rational, ["1", "-1", "2"]),
  cases(quaternion, ["1", "i", "j", "1-k"]),
])("over $name", ({ field, pool }) => {
  it("the W-method is complete up to the rank that it names, and not always beyond it", () => {
    let [tried, escaped] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const target = reduce(denseWfsa(field, 2 + (seed % 4), pool, new Random(71, seed)));
      if (target.size < 2) continue;
      const { prefixes, suffixes } = basisOf(target);
      for (let rank = 1; rank < target.size; rank++) {
        const hypothesis = fromBlock(target, field, prefixes.slice(0, rank), suffixes.slice(0, rank));
        if (hypothesis === undefined) continue;
        const own = reduce(hypothesis).size;
        if (own === 0 || equivalent(hypothesis, target)) continue;
        tried++;
        const missing = target.size - own;
        expect(found(wMethod(Math.max(0, missing)), hypothesis, target)).toBeDefined();
        if (missing > 0 && found(wMethod(missing - 1), hypothesis, target) === undefined) escaped++;
      }
    }
    expect(tried).toBeGreaterThan(20);
    expect(escaped).toBeGreaterThan(0);
  });

  it("basisOf gives a full-rank block, also for an automaton with more states than it needs", () => {
    for (let seed = 0; seed < 20; seed++) {
      const target = denseWfsa(field, 1 + (seed % 4), pool, new Random(72, seed));
      const { prefixes, suffixes } = basisOf(target);
      expect(prefixes.length).toBe(reduce(target).size);
      expect(suffixes.length).toBe(prefixes.length);
      if (prefixes.length === 0) continue;
      expect(prefixes[0]).toEqual([]);
      expect(suffixes[0]).toEqual([]);
      const again = fromBlock(target, field, prefixes, suffixes);
      expect(again).toBeDefined();
      expect(equivalent(again as Wfsa<unknown>, target)).toBe(true);
    }
  });
});

const powers = automatonOf(rational, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1");

describe("tests of a hypothesis without deterministic states", () => {
  const tests = [
    stateTests(2),
    loopWords(20),
    randomWalks(20),
    wMethod(1),
    wpMethod(1),
    certificateWords(),
    breadthFirst(4),
  ];

  it.each(tests.map((test) => [test.text, test] as const))("%s yields words and a claim", (_text, test) => {
    const words = [...test.words(powers, 0, [])];
    expect(words.length).toBeGreaterThan(5);
    expect([...test.words(powers, 0, [])]).toEqual(words);
    const most = test.count?.(powers, 0) ?? test.atMost?.(powers, 0) ?? words.length;
    expect(words.length).toBeLessThanOrEqual(most);
    const sentence = statement(weightsIn(rational), {
      states: 2,
      claims: [test.claim(powers)],
      words: words.length,
    });
    expect(sentence).not.toContain("extra state");
  });

  it("the claim is about the rank", () => {
    const tested = { states: 2, words: 7, claims: [wMethod(1).claim(powers)] };
    expect(statement(weightsIn(rational), tested)).toBe(
      "No counterexample in 7 words: complete up to a rank 1 higher (it is right if the rank of the language is at most 3).",
    );
    expect(
      statement(weightsIn(rational), { ...tested, claims: [certificateWords().claim(powers)] }),
    ).toContain("complete for this rank (it is right if the rank of the language is at most 2)");
  });

  it("every word up to a length is complete if it is long enough", () => {
    expect(breadthFirst(4).claim(powers)).toEqual({ kind: "complete", extraStates: 1, rank: 2 });
    expect(breadthFirst(2).claim(powers)).toEqual({ kind: "words", about: "all words of up to 2 letters" });
  });

  it("refuses tests that need the states of a deterministic automaton", () => {
    for (const test of [guidedWords(5), sampledWords(5, "hypothesis")]) {
      expect(refusal(() => [...test.words(powers, 0, [])])).toMatch(
        /usage: the test .* deterministic hypothesis/u,
      );
    }
    expect([...givenWords([[0]], "x").words(powers, 0, [])]).toEqual([[0]]);
  });

  it("tests the zero language", () => {
    const zero = Wfsa.zero(rational, powers.alphabet);
    expect([...wMethod(2).words(zero, 0, [])]).toEqual([...wordsUpTo(2, 2)]);
    expect([...stateTests(2).words(zero, 0, [])].length).toBeGreaterThan(100);
  });

  it("works over rounded weights, and cuts what floats cannot weigh", () => {
    const grows = automatonOf(real, "> 0 1; > 1 1; 0 a 1e40 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1");
    expect(basisOf(grows)).toEqual({ prefixes: [[], [0]], suffixes: [[], [0]] });
    const teacher = functionTeacher({
      algebra: real,
      alphabet: "ab",
      weigh: (word) => grows.weigh(word.map((symbol) => (symbol === "a" ? 0 : 1))),
      equivalence: [randomWalks(50), loopWords(20), stateTests(1)],
    });
    expect(teacher.findCounterexample(grows)).toBeNull();
  });
});
