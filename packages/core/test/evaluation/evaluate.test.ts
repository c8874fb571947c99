/** The figures of a model against a target: on drawn words, exactly, and on a sample. */

import {
  Alphabet,
  drawWords,
  type Estimate,
  evaluate,
  evaluateExactly,
  evaluateOn,
  evaluateSample,
  type Figures,
  klDivergence,
  log,
  nextTeacherOf,
  real,
  sample,
  Wdfsa,
  WdfsaBuilder,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { prefixesOf, randomPdfa, rowAfter, tellingPrefixes } from "../support/pdfas.ts";

/** The definitions, written out: the measures of one place. */
function slowStep(p: readonly number[], q: readonly number[], k: number) {
  const best = (row: readonly number[]) => row.indexOf(Math.max(...row));
  const order = (row: readonly number[]) =>
    row
      .map((value, i) => ({ value, i }))
      .sort((a, b) => (a.value === b.value ? a.i - b.i : b.value - a.value));
  const dcg = (row: readonly number[]) =>
    order(row)
      .slice(0, k)
      .map(({ i }, rank) => p[i] * (Math.LN2 / Math.log(rank + 2)))
      .reduce((a, b) => a + b, 0);
  const silent = q.every((value) => value === 0);
  return {
    variation: silent ? 1 : p.map((value, i) => Math.max(0, value - q[i])).reduce((a, b) => a + b, 0),
    divergence: p
      .map((value, i) => (value === 0 ? 0 : value * (Math.log(value) - Math.log(q[i]))))
      .reduce((a, b) => a + b, 0),
    entropy: p.map((value) => (value === 0 ? 0 : -value * Math.log(value))).reduce((a, b) => a + b, 0),
    error: silent || p[best(q)] !== p[best(p)] ? 1 : 0,
    gain: silent ? 0 : dcg(q) / dcg(p),
  };
}

/** The figures by adding up all short words. */
function slowFigures(target: Wdfsa<number>, model: Wdfsa<number>, longest: number, k: number) {
  let places = 0;
  const sums = { variation: 0, divergence: 0, entropy: 0, error: 0, gain: 0 };
  for (const { word, probability } of prefixesOf(target, longest)) {
    const step = slowStep(rowAfter(target, word), rowAfter(model, word), k);
    places += probability;
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += probability * step[name];
  }
  return {
    symbols: places,
    totalVariation: sums.variation / places,
    divergence: sums.divergence / places,
    perplexity: Math.exp((sums.entropy + sums.divergence) / places),
    targetPerplexity: Math.exp(sums.entropy / places),
    wordErrorRate: sums.error / places,
    ndcg: sums.gain / places,
  };
}

const NAMES = [
  "totalVariation",
  "divergence",
  "perplexity",
  "targetPerplexity",
  "wordErrorRate",
  "ndcg",
] as const;

describe("exactly", () => {
  test("expected visits of pairs of states give what adding up all words gives", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const target = randomPdfa({ seed, end: 0.6, missing: 0.2 });
      const model = randomPdfa({ seed: seed + 100, states: 3, end: 0.3 });
      const slow = slowFigures(target, model, 13, 2);
      const fast = evaluateExactly(target, model, { k: 2 });
      expect(fast.symbols, `seed ${seed}`).toBeCloseTo(slow.symbols, 5);
      for (const name of NAMES) {
        expect(fast[name].mean, `seed ${seed}, ${name}`).toBeCloseTo(slow[name], 5);
        expect(fast[name].margin).toBe(0);
      }
    }
  });

  test("KL per symbol, times the symbols of a word, is the divergence of the two languages", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const [target, model] = [randomPdfa({ seed, states: 6 }), randomPdfa({ seed: seed + 50 })];
      const { divergence, symbols } = evaluateExactly(target, model);
      expect(divergence.mean * symbols).toBeCloseTo(klDivergence(target, model), 9);
    }
  });

  test("an automaton against itself, also over other weights and after scaling", () => {
    const target = randomPdfa({ seed: 5, states: 6, letters: 3 });
    const logs = new Wdfsa({
      algebra: log,
      alphabet: target.alphabet,
      target: Int32Array.from(target.target),
      arcWeight: Float64Array.from(target.arcWeight, (w) => 0 - Math.log(w)),
      // Not stochastic as it stands: the total is not 1.
      initialWeight: 3,
      finalWeight: Float64Array.from(target.finalWeight, (w) => 0 - Math.log(w)),
    });
    const figures = evaluateExactly(target, logs);
    expect(figures.totalVariation.mean).toBeCloseTo(0, 12);
    expect(figures.divergence.mean).toBeCloseTo(0, 12);
    expect(figures.wordErrorRate.mean).toBe(0);
    expect(figures.ndcg.mean).toBe(1);
  });

  test("what the model excludes makes KL infinite, and is counted", () => {
    const alphabet = new Alphabet("ab");
    const builder = new WdfsaBuilder(real, alphabet);
    const state = builder.state(0.5);
    builder.arc(state, "a", 0.5, state);
    const onlyA = builder.build();
    const both = randomPdfa({ seed: 1, states: 1 });
    const [a, b, end] = rowAfter(both, []);
    const figures = evaluateExactly(both, onlyA);
    expect(figures.divergence.mean).toBe(Number.POSITIVE_INFINITY);
    expect(figures.perplexity.mean).toBe(Number.POSITIVE_INFINITY);
    expect(Number.isFinite(figures.smoothedDivergence.mean)).toBe(true);
    // Before the first b the mass of b is excluded, behind it everything is.
    const before = 1 / (1 - a);
    const behind = 1 / end - before;
    expect(figures.excluded.probability).toBeCloseTo((before * b + behind) * end, 12);
    expect(figures.excluded.places).toBe(1);
    expect(evaluateExactly(onlyA, both).excluded).toEqual({ probability: 0, places: 0 });
  });
});

describe("on drawn words", () => {
  const within = ({ mean, margin }: Estimate, truth: number) => Math.abs(mean - truth) <= margin;

  test("the confidence intervals hold the truth about 95 times in 100", async () => {
    let [tried, held] = [0, 0];
    for (let seed = 1; seed <= 40; seed++) {
      const target = randomPdfa({ seed, states: 5, letters: 3 });
      const model = randomPdfa({ seed: seed + 1000, letters: 3 });
      const exact = evaluateExactly(target, model, { k: 2 });
      const drawn = await evaluate(nextTeacherOf(target), model, { words: 300, seed, k: 2, maxLength: 1000 });
      expect(drawn).toMatchObject({ words: 300, cut: { words: 0, maxLength: 1000 } });
      for (const name of NAMES) {
        tried++;
        if (within(drawn[name], exact[name].mean)) held++;
      }
    }
    expect(held / tried).toBeGreaterThan(0.9);
    expect(held / tried).toBeLessThan(0.99);
  });

  test("the figures of places by length add up to those of all places", async () => {
    const [target, model] = [randomPdfa({ seed: 3 }), randomPdfa({ seed: 4 })];
    const figures = await evaluate(nextTeacherOf(target), model, { words: 200 });
    const weighted = (of: (figures: Figures["byLength"][number]) => number) =>
      figures.byLength.reduce((sum, each) => sum + each.words * of(each), 0);
    expect(figures.byLength[0].words).toBe(200);
    expect(weighted(() => 1)).toBe(figures.symbols);
    expect(weighted((each) => each.totalVariation.mean) / figures.symbols).toBeCloseTo(
      figures.totalVariation.mean,
      12,
    );
    expect(weighted((each) => each.divergence.mean) / figures.symbols).toBeCloseTo(
      figures.divergence.mean,
      12,
    );
  });

  test("a teacher as the model, with and without prefixes, says what its automaton says", async () => {
    const target = nextTeacherOf(randomPdfa({ seed: 7 }));
    const model = randomPdfa({ seed: 8 });
    const expected = await evaluate(target, model, { words: 100, seed: 3 });
    expect(await evaluate(target, nextTeacherOf(model), { words: 100, seed: 3 })).toEqual(expected);
    const telling = tellingPrefixes(model);
    expect(await evaluate(target, telling, { words: 100, seed: 3 })).toEqual(expected);
    // No word is asked that is a prefix of another one.
    for (const word of telling.asked) {
      const longer = telling.asked.filter(
        (other) => other.length > word.length && word.every((a, i) => other[i] === a),
      );
      expect(longer).toEqual([]);
    }
  });

  test("symbols are matched by name, whatever their order; unknown ones are excluded", async () => {
    const target = randomPdfa({ seed: 7 });
    const model = randomPdfa({ seed: 8 });
    const swapped = new WdfsaBuilder(real, new Alphabet(["z", "b", "a"]));
    for (let state = 0; state < model.size; state++) swapped.state(model.finalWeight[state]);
    for (let state = 0; state < model.size; state++) {
      for (const [letter, symbol] of ["a", "b"].entries()) {
        const arc = state * 2 + letter;
        swapped.arc(state, symbol, model.arcWeight[arc], model.target[arc]);
      }
    }
    const options = { words: 50 };
    const expected = await evaluate(nextTeacherOf(target), model, options);
    const got = await evaluate(nextTeacherOf(target), swapped.build(), options);
    for (const name of NAMES) expect(got[name].mean).toBeCloseTo(expected[name].mean, 12);
    expect(evaluateExactly(target, swapped.build()).ndcg.mean).toBeCloseTo(
      evaluateExactly(target, model).ndcg.mean,
      12,
    );
    const narrow = randomPdfa({ seed: 9, letters: 1 });
    const figures = await evaluate(nextTeacherOf(target), narrow, options);
    expect(figures.divergence.mean).toBe(Number.POSITIVE_INFINITY);
    expect(figures.excluded.places).toBe(1);
  });
});

describe("on a sample", () => {
  test("perplexity is the geometric mean of 1 over the probabilities of the words' symbols", async () => {
    const [source, model] = [randomPdfa({ seed: 1 }), randomPdfa({ seed: 2 })];
    const words = sample(source, { count: 200, seed: 5 });
    const symbols = words.reduce((sum, word) => sum + word.length + 1, 0);
    const logs = words.reduce((sum, word) => sum - Math.log(model.weigh(word)), 0);
    const figures = await evaluateSample({ words, alphabet: source.alphabet }, model);
    expect(figures).toMatchObject({ words: 200, symbols, excluded: 0, k: 5 });
    expect(figures.perplexity.mean).toBeCloseTo(Math.exp(logs / symbols), 9);
    expect(figures.smoothedPerplexity.mean).toBeCloseTo(figures.perplexity.mean, 3);
    const errors = words.reduce((sum, word) => {
      const wrong = [...word, 2].filter((symbol, i) => {
        const row = rowAfter(model, word.slice(0, i));
        return row.indexOf(Math.max(...row)) !== symbol;
      });
      return sum + wrong.length;
    }, 0);
    expect(figures.wordErrorRate.mean).toBeCloseTo(errors / symbols, 12);
    const ofTeacher = await evaluateSample({ words, alphabet: source.alphabet }, nextTeacherOf(model));
    expect(ofTeacher).toEqual(figures);
  });

  test("excluded words, and symbols that the model does not know", async () => {
    const model = randomPdfa({ seed: 2, letters: 1 });
    const figures = await evaluateSample({ words: [[0], [1]], alphabet: new Alphabet("ab") }, model);
    expect(figures.perplexity.mean).toBe(Number.POSITIVE_INFINITY);
    // The places are: a and the end behind it; b, which is excluded, and the end behind it.
    expect(figures.excluded).toBe(0.5);
    expect(Number.isFinite(figures.smoothedPerplexity.mean)).toBe(true);
  });

  test("two models on the words of a sample: the same as on drawn words, if these are the words", async () => {
    const target = nextTeacherOf(randomPdfa({ seed: 7 }));
    const model = randomPdfa({ seed: 8 });
    const { tree, nodes } = await drawWords(target, { words: 50, seed: 3 });
    const words = nodes.map((node) => tree.word(node));
    const drawn = await evaluate(target, model, { words: 50, seed: 3 });
    expect(await evaluateOn(words, target, model)).toEqual({ ...drawn, cut: undefined });
  });
});
