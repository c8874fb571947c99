import { type Distribution, type Pdfa, Random, usesOf, type Word, WordDraw } from "@hankel/core";
import { describe, expect, it } from "vitest";

/** A random complete automaton. */
function randomDraft(seed: number, size: number, letters: number): Pdfa {
  const random = new Random(seed);
  const target = Int32Array.from({ length: size * letters }, () => random.below(size));
  const rows = new Float64Array(size * (letters + 1));
  for (let state = 0; state < size; state++) {
    const row = Array.from({ length: letters + 1 }, () => 0.1 + random.real());
    const sum = row.reduce((total, p) => total + p, 0);
    row.forEach((p, i) => {
      rows[state * (letters + 1) + i] = p / sum;
    });
  }
  return { size, letters, target, rows };
}

function rowAfter({ letters, target, rows }: Pdfa, word: Word): Distribution {
  let state = 0;
  for (const letter of word) state = target[state * letters + letter];
  return rows.slice(state * (letters + 1), (state + 1) * (letters + 1));
}

function drawFrom(model: Pdfa, draft: Pdfa, count: number, seed: number, longest = 50) {
  const draw = new WordDraw(draft, { count, seed, longest });
  let asked = 0;
  for (let drafts = draw.drafts(); drafts.length > 0; drafts = draw.drafts()) {
    asked += drafts.length;
    draw.settle((word, length) => rowAfter(model, word.slice(0, length)));
  }
  return { words: draw.words, cut: draw.cut, asked };
}

// Proposition 13.7.
describe("words drawn with the help of a draft", () => {
  const model = randomDraft(1, 3, 2);

  it.each([
    ["the model itself", model],
    ["another automaton", randomDraft(2, 2, 2)],
    ["one state", randomDraft(3, 1, 2)],
  ])("have the distribution of the model: %s", (_, draft) => {
    const count = 20_000;
    const { words } = drawFrom(model, draft, count, 7);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word.join(""), (counts.get(word.join("")) ?? 0) + 1);
    let compared = 0;
    for (const word of [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1], [0, 1, 0]]) {
      let p = 1;
      word.forEach((letter, i) => {
        p *= rowAfter(model, word.slice(0, i))[letter];
      });
      p *= rowAfter(model, word)[2];
      // Five standard deviations of a binomial count.
      const expected = count * p;
      expect(Math.abs((counts.get(word.join("")) ?? 0) - expected)).toBeLessThan(5 * Math.sqrt(expected));
      compared++;
    }
    expect(compared).toBe(8);
  });

  it("take one question each if the draft is right, and a few more if it is not", () => {
    expect(drawFrom(model, model, 500, 3).asked).toBe(500);
    const worse = drawFrom(model, randomDraft(2, 2, 2), 500, 3).asked;
    expect(worse).toBeGreaterThan(500);
    expect(worse).toBeLessThan(1500);
  });

  it("depend on the seed alone", () => {
    const draft = randomDraft(2, 2, 2);
    const first = drawFrom(model, draft, 50, 3).words;
    expect(drawFrom(model, draft, 50, 3).words).toEqual(first);
    // A word has its own random numbers, however many are drawn with it.
    expect(drawFrom(model, draft, 20, 3).words).toEqual(first.slice(0, 20));
    expect(drawFrom(model, draft, 50, 4).words).not.toEqual(first);
  });

  it("are cut at the longest length", () => {
    const { words, cut } = drawFrom(model, randomDraft(2, 2, 2), 1000, 5, 3);
    expect(Math.max(...words.map((word) => word.length))).toBe(3);
    expect(cut).toBeGreaterThan(0);
    // A word of the longest length may end there by itself.
    expect(cut).toBeLessThan(words.filter((word) => word.length === 3).length);
  });
});

describe("the uses of states and arcs", () => {
  it("are the shares of the steps of drawn words", () => {
    const model = randomDraft(11, 3, 2);
    const { states, arcs, steps } = usesOf(model);
    const { words } = drawFrom(model, model, 20_000, 1);
    const counts = new Float64Array(3);
    const letters = new Float64Array(6);
    let total = 0;
    for (const word of words) {
      let state = 0;
      for (let i = 0; i <= word.length; i++) {
        counts[state]++;
        total++;
        if (i === word.length) break;
        letters[state * 2 + word[i]]++;
        state = model.target[state * 2 + word[i]];
      }
    }
    expect(total / words.length).toBeCloseTo(steps, 1);
    counts.forEach((count, state) => {
      expect(count / total).toBeCloseTo(states[state], 2);
    });
    letters.forEach((count, arc) => {
      expect(count / total).toBeCloseTo(arcs[arc], 2);
    });
  });
});
