import {
  Alphabet,
  conditionals,
  evaluateSample,
  forwardTeacher,
  type Model,
  ngramModel,
  Random,
  real,
  toWfsa,
  Wfsa,
  WfsaBuilder,
  wordFigures,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { randomPfa } from "../spectral/distributions.ts";

const alphabet = new Alphabet("ab");

/** One state; a weighs 1/2, b weighs -1/4, and the end 1. */
function signed(): Wfsa<number> {
  const builder = new WfsaBuilder<number>(real, alphabet);
  const q = builder.state(1);
  return builder.initial(q).arc(q, "a", 0.5, q).arc(q, "b", -0.25, q).build();
}

describe("the figures of whole words", () => {
  it("have the perplexity of PAutomaC, worked out by hand", () => {
    const words = [[], [0], [0, 0]];
    const figures = wordFigures({ words, alphabet }, signed(), { truth: [0.2, 0.2, 0.1] });
    // q is 4/7, 2/7, 1/7 after the division by its sum, and p is 0.4, 0.4, 0.2.
    const bits = -(0.4 * Math.log2(4 / 7) + 0.4 * Math.log2(2 / 7) + 0.2 * Math.log2(1 / 7));
    expect(figures.perplexity).toBeCloseTo(2 ** bits, 12);
    expect(figures.leastPerplexity).toBeCloseTo(2 ** -(0.8 * Math.log2(0.4) + 0.2 * Math.log2(0.2)), 12);
    expect(figures).toMatchObject({ words: 3, nonPositive: 0, floored: 0 });
  });

  it("raise what is below the floor, and count it", () => {
    const words = [[], [1], [0, 0]];
    const figures = wordFigures({ words, alphabet }, signed(), { truth: [1, 1, 0], floor: 0.5 });
    // The weights are 1, -1/4 and 1/4, so q is 1, 0.5 and 0.5 over 2.
    expect(figures.perplexity).toBeCloseTo(2 ** (0.5 + 1), 12);
    expect(figures).toMatchObject({ nonPositive: 1, floored: 2, floor: 0.5 });
  });

  it("give words with unknown symbols the weight 0", () => {
    const other = new Alphabet("zba");
    const figures = wordFigures({ words: [[2], [0], [2, 2]], alphabet: other }, signed());
    expect(figures).toEqual({ words: 3, nonPositive: 1, floored: 1, floor: 1e-20 });
  });

  it("refuse probabilities that are too few", () => {
    expect(() => wordFigures({ words: [[]], alphabet }, signed(), { truth: [] })).toThrow(
      "there are 1 words, and 0 probabilities",
    );
  });
});

describe("a nondeterministic automaton as a language model", () => {
  it("says what a deterministic one says, where both have the same language", async () => {
    const bigrams = ngramModel(alphabet, [[0, 1], [0], [1, 1, 0]], 2);
    const { rows } = conditionals(bigrams);
    const teacher = forwardTeacher(toWfsa(bigrams));
    expect(Array.from(teacher.next([[]])[0])).toEqual(Array.from(rows[0], (p) => expect.closeTo(p, 12)));
    const words = { words: [[0, 1, 1], [], [1]], alphabet };
    const judge = (model: Model) => evaluateSample(words, model);
    const [exact, forward] = [await judge(bigrams), await judge(teacher)];
    expect(forward.perplexity.mean).toBeCloseTo(exact.perplexity.mean, 12);
  });

  it("gives distributions of a random one, and the probabilities of its words", () => {
    const target = randomPfa(4, 2, new Random(9));
    const rows = forwardTeacher(target).next([[], [0], [0, 1]]);
    for (const row of rows) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(rows[0][0] * rows[1][1] * rows[2][2]).toBeCloseTo(target.weigh([0, 1]), 12);
  });

  it("counts what is negative as 0, and refuses what does not vanish", () => {
    const teacher = forwardTeacher(signed());
    // Ahead of every place is 1 / (1 - 0.25) = 4/3: a has 2/3, b -1/3, the end 1.
    expect(Array.from(teacher.next([[]])[0])).toEqual([0.4, 0, 0.6].map((p) => expect.closeTo(p, 12)));
    expect(Array.from(teacher.next([[1]])[0])).toEqual([0, expect.closeTo(1, 12), 0]);
    const builder = new WfsaBuilder<number>(real, alphabet);
    const q = builder.state(1);
    builder.initial(q).arc(q, "a", 1.5, q);
    expect(() => forwardTeacher(builder.build())).toThrow("do not vanish (spectral radius 1.500)");
  });
});
