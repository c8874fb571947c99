/** n-gram models of probabilistic automata: what ARPA files say of them, by summing over all words. */

import {
  Alphabet,
  ArpaReader,
  documentToWdfsa,
  evaluateExactly,
  formatByName,
  isStochastic,
  ngramModel,
  readFormat,
  readWhole,
  real,
  sample,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
  writeArpa,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { prefixesOf, randomPdfa, rowAfter } from "../support/pdfas.ts";

const readBack = (text: string) =>
  documentToWdfsa(readWhole(new ArpaReader(real as never), text)) as Wdfsa<number>;

/** What comes after a history, by adding up the words it ends: -1 is the beginning. */
function slowRow(automaton: Wdfsa<number>, history: readonly number[], longest: number): number[] {
  const row = new Array<number>(automaton.alphabet.size + 1).fill(0);
  for (const { word, probability } of prefixesOf(automaton, longest)) {
    const whole = [-1, ...word];
    if (whole.slice(-history.length).join() !== history.join()) continue;
    rowAfter(automaton, word).forEach((next, symbol) => {
      row[symbol] += probability * next;
    });
  }
  const sum = row.reduce((a, b) => a + b, 0);
  return row.map((mass) => mass / sum);
}

describe("ARPA files", () => {
  test("hold the conditional probabilities of the automaton's words", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const automaton = randomPdfa({ seed, end: 0.6, missing: 0.2 });
      const trigrams = readBack(writeArpa(automaton));
      expect(isStochastic(trigrams)).toBe(true);
      for (const word of [[], [0], [1], [0, 1], [1, 1], [0, 0, 1], [1, 0, 1, 1]] as Word[]) {
        if (automaton.weigh(word) === 0) continue;
        const letters = trigrams.alphabet.word(automaton.alphabet.spell(word));
        const row = rowAfter(trigrams, letters);
        slowRow(automaton, [-1, ...word].slice(-2), 13).forEach((probability, symbol) => {
          const there = symbol === 2 ? 2 : trigrams.alphabet.letter(automaton.alphabet.symbols[symbol]);
          expect(row[there], `seed ${seed}, ${word}`).toBeCloseTo(probability, 5);
        });
      }
    }
  });

  test("an n-gram model is its own best approximation of order n, and longer ones are nearer", () => {
    const automaton = randomPdfa({ seed: 21, states: 6, letters: 3, missing: 0.2 });
    const bigrams = ngramModel(automaton.alphabet, sample(automaton, { count: 200 }), 2);
    const again = readBack(writeArpa(bigrams, { order: 2 }));
    expect(evaluateExactly(bigrams, again).divergence.mean).toBeCloseTo(0, 10);
    const [one, two, three] = [1, 2, 3].map(
      (order) => evaluateExactly(automaton, readBack(writeArpa(automaton, { order }))).divergence.mean,
    );
    expect(two).toBeLessThan(one);
    expect(three).toBeLessThan(two);
    // Least among bigram models: one that was fitted is farther away.
    expect(two).toBeLessThan(evaluateExactly(automaton, bigrams).divergence.mean);
  });

  test("nondeterministic automata and long n-grams; what cannot happen stays impossible", () => {
    const model = readFormat(
      formatByName("pautomac"),
      "I: (state)\n(0) 0.25\n(1) 0.75\nF: (state)\n(0) 0.2\n(1) 0.5\nS: (state,symbol)\n(0,0) 1\n(1,1) 1\nT: (state,symbol,state)\n(0,0,0) 0.1\n(0,0,1) 0.9\n(1,1,0) 1\n",
    );
    const fiveGrams = readBack(writeArpa(model, { order: 5 }));
    for (const word of [["0"], ["1", "0"], ["1"], [], ["1", "1"]]) {
      const expected = model.algebra.format(model.weigh(word));
      const [top, bottom = "1"] = expected.split("/");
      expect(fiveGrams.weigh(word)).toBeCloseTo(Number(top) / Number(bottom), 9);
    }
  });

  test("unused symbols stay in the vocabulary; symbols that the format cannot hold are refused", () => {
    const builder = new WdfsaBuilder(real, new Alphabet(["a", "never"]));
    const state = builder.state(0.5);
    builder.arc(state, "a", 0.5, state);
    const text = writeArpa(builder.build(), { order: 1 });
    expect(text).toBe(
      "\\data\\\nngram 1=4\n\n\\1-grams:\n-99\t<s>\n-0.301029995664\t</s>\n-0.301029995664\ta\n-99\tnever\n\n\\end\\\n",
    );
    expect(readBack(text).alphabet.symbols).toEqual(["a", "never"]);
    for (const symbol of ["", "two words", "</s>"]) {
      const bad = new WdfsaBuilder(real, new Alphabet([symbol]));
      bad.state(1);
      expect(() => writeArpa(bad.build())).toThrow("cannot have the symbol");
    }
    expect(() => writeArpa(builder.build(), { order: 0 })).toThrow("the order of an ARPA model is 1 to 20");
    expect(() => writeArpa(randomPdfa({ seed: 1 }), { order: 9, maxNgrams: 100 })).toThrow(
      "budget of 100 n-grams",
    );
  });
});
