import {
  Alphabet,
  type Block,
  bestBasis,
  defaultThreshold,
  Forward,
  Matrix,
  Random,
  rankBySpectrum,
  real,
  SpectralFit,
  spectralRadius,
  sumOfWords,
  WeighedWords,
  type Wfsa,
  WfsaBuilder,
  type Word,
  weighedBlock,
  wordsUpTo,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactStatistics, randomPfa } from "./distributions.ts";

const seeds = fc.integer({ min: 0, max: 1e6 });

/** The block of all words of at most so many letters, by asking a function. */
async function blockOf(alphabet: Alphabet, length: number, f: (word: Word) => number): Promise<Block> {
  const words = new WeighedWords(alphabet, (list) => list.map(f));
  const all = wordsUpTo(alphabet, length);
  return weighedBlock(words, { prefixes: all, suffixes: all });
}

/** The largest difference of two automata on words up to a length. */
function difference(a: Wfsa<number>, b: Wfsa<number>, length = 6): number {
  const words = wordsUpTo(a.alphabet, length);
  const [x, y] = [new Forward(a, "test").weighAll(words), new Forward(b, "test").weighAll(words)];
  return x.reduce((most, weight, i) => Math.max(most, Math.abs(weight - y[i])), 0);
}

/** L(w) = 2^#a + 2^#b: rank 2, and no finite deterministic automaton. */
function powers(): Wfsa<number> {
  const builder = new WfsaBuilder<number>(real, new Alphabet("ab"));
  const [p, q] = [builder.state(1), builder.state(1)];
  builder.initial(p).initial(q).arc(p, "a", 2, p).arc(p, "b", 1, p).arc(q, "b", 2, q).arc(q, "a", 1, q);
  return builder.build();
}

// Theorem 14.10 and Proposition 14.11.
describe("a spectral fit of exact statistics", () => {
  it("gives the language back, from words, prefixes and substrings", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 1, max: 4 }), async (seed, states) => {
        const target = randomPfa(states, 2, new Random(seed));
        const exact = exactStatistics(target);
        const functions = { string: (word: Word) => target.weigh(word), ...exact };
        for (const statistics of ["string", "prefix", "substring"] as const) {
          const block = await blockOf(target.alphabet, 3, functions[statistics]);
          const fit = new SpectralFit({ ...block, statistics });
          const automaton = fit.automaton(rankBySpectrum(fit));
          expect(difference(automaton, target)).toBeLessThan(1e-6);
          expect(automaton.size).toBeLessThanOrEqual(states);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("finds the rank in the spectrum, where no deterministic automaton is finite", async () => {
    const target = powers();
    const fit = new SpectralFit(await blockOf(target.alphabet, 3, (word) => target.weigh(word)));
    expect(rankBySpectrum(fit)).toBe(2);
    expect(fit.supported).toBe(2);
    expect(defaultThreshold(fit)).toBe(1e-9);
    const learned = fit.automaton(2);
    const word = [0, 1, 1, 0, 1, 1, 1];
    expect(learned.weigh(word)).toBeCloseTo(2 ** 2 + 2 ** 5, 9);
  });

  it("approximates with fewer states, better with more", async () => {
    const target = randomPfa(5, 2, new Random(12));
    const fit = new SpectralFit(await blockOf(target.alphabet, 3, (word) => target.weigh(word)));
    const errors = [1, 2, 3, 5].map((rank) => difference(fit.automaton(rank), target));
    expect(errors[3]).toBeLessThan(1e-9);
    expect(errors[0]).toBeGreaterThan(errors[2]);
  });

  it("refuses ranks that the data do not support, and takes the zero language", async () => {
    const target = powers();
    const fit = new SpectralFit(await blockOf(target.alphabet, 1, (word) => target.weigh(word)));
    expect(() => fit.automaton(3)).toThrow(
      "rank 3 is more than the data support: singular value 3 is zero up to rounding. Ask for rank 2 or less",
    );
    expect(() => fit.automaton(4)).toThrow("rank 4 is more than the data support");
    expect(() => fit.automaton(0)).toThrow("a rank is a whole number from 1 on, not 0");
    const block = await blockOf(target.alphabet, 2, (word) => target.weigh(word));
    expect(() => new SpectralFit(block, { maxRank: 1 }).automaton(2)).toThrow(
      "1 singular values were computed",
    );
    const zero = new SpectralFit(await blockOf(target.alphabet, 1, () => 0));
    expect(zero.supported).toBe(0);
    expect(() => zero.automaton(1)).toThrow("more than the data support");
  });

  it("says how much memory it would need before it takes any", async () => {
    const words = new WeighedWords(new Alphabet("ab"), () => {
      throw new Error("nothing is asked");
    });
    const all = wordsUpTo(words.alphabet, 6);
    await expect(weighedBlock(words, { prefixes: all, suffixes: all }, { maxBytes: 1e6 })).rejects.toThrow(
      /a block of 127 × 127 for 2 letters needs about 2\.58 MiB of memory, and 977 KiB may be used: take fewer/u,
    );
    const block = await blockOf(words.alphabet, 1, () => 1);
    expect(() => new SpectralFit(block, { maxBytes: 100 })).toThrow("take a smaller rank");
  });
});

describe("a basis that grows by asking", () => {
  it("has the rank of the language, and few more rows and columns", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.integer({ min: 2, max: 9 }), async (seed, states) => {
        const target = randomPfa(states, 2, new Random(seed));
        const words = new WeighedWords(target.alphabet, (list) => list.map((word) => target.weigh(word)));
        const basis = await bestBasis(words);
        expect(basis.prefixes.length).toBeLessThanOrEqual(15 + states);
        const fit = new SpectralFit(await weighedBlock(words, basis));
        expect(difference(fit.automaton(rankBySpectrum(fit)), target)).toBeLessThan(1e-5);
      }),
      { numRuns: 20 },
    );
  });

  it("goes on where the first rows and columns are all independent", async () => {
    // The weights of a^n repeat after 30 letters, and look random before: rank 30, but 9 rows and columns at first.
    const weights = Array.from({ length: 30 }, (_, n) => Math.cos(n * n));
    const words = new WeighedWords(new Alphabet("a"), (list) =>
      list.map((word) => weights[word.length % 30]),
    );
    const fit = new SpectralFit(await weighedBlock(words, await bestBasis(words)));
    // cos(n²) over 30 letters has few frequencies that vanish.
    expect(rankBySpectrum(fit)).toBeGreaterThan(25);
    const learned = fit.automaton(rankBySpectrum(fit));
    expect(learned.weigh(new Array<number>(47).fill(0))).toBeCloseTo(weights[17], 6);
    expect(words.words().length).toBe(words.asked);
  });

  it("does not see what shows only behind longer words", async () => {
    // a^n weighs 1 if 40 divides n: all words that are asked at first weigh 0, but ε.
    const words = new WeighedWords(new Alphabet("a"), (list) =>
      list.map((word) => (word.length % 40 === 0 ? 1 : 0)),
    );
    const fit = new SpectralFit(await weighedBlock(words, await bestBasis(words)));
    expect(rankBySpectrum(fit)).toBe(1);
  });

  it("keeps to the rows and columns that are allowed, and to the questions", async () => {
    const target = randomPfa(6, 3, new Random(5));
    const weigh = (list: readonly Word[]) => list.map((word) => target.weigh(word));
    const basis = await bestBasis(new WeighedWords(target.alphabet, weigh), { rows: 6, columns: 5 });
    expect(basis.prefixes.length).toBe(6);
    expect(basis.suffixes.length).toBe(5);
    const few = new WeighedWords(target.alphabet, weigh, { maxQuestions: 10 });
    await expect(bestBasis(few)).rejects.toThrow("questions, and 10 are allowed");
  });

  it("refuses weights that are no finite numbers", async () => {
    const words = new WeighedWords(new Alphabet("a"), (list) => list.map(() => Number.POSITIVE_INFINITY));
    await expect(bestBasis(words)).rejects.toThrow("the weight of ε is Infinity");
  });
});

describe("the sum of all words", () => {
  it("is 1 for a distribution, and its radius says whether it converges", () => {
    const { total, radius } = sumOfWords(randomPfa(4, 3, new Random(8)));
    expect(total).toBeCloseTo(1, 12);
    expect(radius).toBeLessThan(1);
    expect(sumOfWords(powers()).radius).toBeCloseTo(3, 4);
  });

  it("has the spectral radius of rotations, of nilpotent matrices and of triangular ones", () => {
    const [cosine, sine] = [Math.cos(1), Math.sin(1)];
    expect(
      spectralRadius(
        Matrix.from([
          [cosine, -sine],
          [sine, cosine],
        ]),
      ),
    ).toBeCloseTo(1, 5);
    expect(
      spectralRadius(
        Matrix.from([
          [0, 1],
          [0, 0],
        ]),
      ),
    ).toBe(0);
    expect(
      spectralRadius(
        Matrix.from([
          [0.5, 100],
          [0, -0.7],
        ]),
      ),
    ).toBeCloseTo(0.7, 4);
  });
});
