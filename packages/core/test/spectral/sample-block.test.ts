import {
  Alphabet,
  candidateRanks,
  Forward,
  frequentBasis,
  Matrix,
  Random,
  rankByLikelihood,
  rankBySpectrum,
  SparseMatrix,
  SpectralFit,
  type Statistic,
  sample,
  sampleBlock,
  shortlex,
  statisticNames,
  sumOfWords,
  toWfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomPfa } from "./distributions.ts";

const alphabet = new Alphabet("ab");
const words = fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 6 }), {
  minLength: 1,
  maxLength: 12,
});

/** How often a word is counted in another one, by the definition. */
function occurrences(word: Word, within: Word, statistics: Statistic): number {
  const at = (place: number) => word.every((letter, i) => within[place + i] === letter);
  if (statistics === "string") return word.length === within.length && at(0) ? 1 : 0;
  if (statistics === "prefix") return word.length <= within.length && at(0) ? 1 : 0;
  let count = 0;
  for (let place = 0; place + word.length <= within.length; place++) if (at(place)) count++;
  return count;
}

describe("the block of a sample", () => {
  it("counts as the definitions say, for every statistic", () => {
    const lists = fc.uniqueArray(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 3 }), {
      minLength: 1,
      selector: String,
    });
    fc.assert(
      fc.property(
        words,
        lists,
        lists,
        fc.constantFrom(...statisticNames),
        (sampled, prefixes, suffixes, statistics) => {
          const block = sampleBlock({ alphabet, words: sampled }, { prefixes, suffixes }, statistics);
          const f = (...pieces: Word[]) =>
            sampled.reduce((sum, word) => sum + occurrences(pieces.flat(), word, statistics), 0) /
            sampled.length;
          const expected = (...middle: Word[]) =>
            Matrix.from(prefixes.map((prefix) => suffixes.map((suffix) => f(prefix, ...middle, suffix))));
          const dense = (map: unknown) => (map as SparseMatrix).toDense();
          expect(dense(block.matrix)).toEqual(expected());
          block.shifted.forEach((matrix, letter) => expect(dense(matrix)).toEqual(expected([letter])));
          expect(Array.from(block.onPrefixes)).toEqual(prefixes.map((prefix) => f(prefix)));
          expect(Array.from(block.onSuffixes)).toEqual(suffixes.map((suffix) => f(suffix)));
        },
      ),
    );
  });

  it("has the most frequent prefixes, suffixes and substrings as its basis", () => {
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(...statisticNames),
        (sampled, count, statistics) => {
          const options = { rows: count, columns: count, length: 4 };
          const basis = frequentBasis(sampled, 2, statistics, options);
          const parts = (kind: "prefix" | "suffix" | "substring") => {
            const counts = new Map<string, { word: Word; count: number }>();
            for (const word of sampled) {
              for (let from = 0; from <= word.length; from++) {
                for (let to = from; to <= word.length; to++) {
                  if (
                    to - from > 4 ||
                    (kind === "prefix" && from > 0) ||
                    (kind === "suffix" && to < word.length)
                  )
                    continue;
                  if (to === from && kind === "substring" && from > word.length) continue;
                  const part = word.slice(from, to);
                  const entry = counts.get(String(part)) ?? { word: part, count: 0 };
                  counts.set(String(part), { word: part, count: entry.count + 1 });
                }
              }
            }
            return counts;
          };
          const frequencies = (list: readonly Word[], kind: "prefix" | "suffix" | "substring") => {
            const counts = parts(kind);
            const best = [...counts.values()].map((entry) => entry.count).sort((a, b) => b - a);
            expect(list.map((word) => counts.get(String(word))?.count)).toEqual(best.slice(0, count));
            expect(new Set(list.map(String)).size).toBe(list.length);
          };
          frequencies(basis.prefixes, statistics === "substring" ? "substring" : "prefix");
          frequencies(basis.suffixes, statistics === "string" ? "suffix" : "substring");
          expect(basis.prefixes.toSorted(shortlex)[0]).toEqual([]);
        },
      ),
    );
  });

  it("refuses an empty sample, and a basis that needs too much memory", () => {
    expect(() => frequentBasis([], 2, "string")).toThrow("the sample has no words");
    const basis = { prefixes: [[]], suffixes: [[]] };
    expect(() => sampleBlock({ alphabet, words: [] }, basis, "string")).toThrow("the sample has no words");
    expect(() => sampleBlock({ alphabet, words: [[0]] }, basis, "prefix", { maxBytes: 10 })).toThrow(
      /a basis of 1 × 1 needs about .* take fewer rows and columns, or shorter ones/u,
    );
    expect(() => sampleBlock({ alphabet, words: [[0]] }, basis, "prefix", { maxBytes: 30 })).toThrow(
      "a basis of 1 × 1, with 2 entries, needs about",
    );
  });
});

describe("learning from a sample", () => {
  const target = randomPfa(3, 2, new Random(21));
  const drawn = (count: number, seed: number) => sample(target, { count, seed });

  it("comes near the distribution, with every statistic, and the rank by the spectrum or by held-out words", () => {
    const train = drawn(20_000, 1);
    const heldOut = { alphabet: target.alphabet, words: drawn(2000, 2) };
    const test = drawn(500, 3);
    const truth = new Forward(target, "test").weighAll(test);
    for (const statistics of statisticNames) {
      const basis = frequentBasis(train, 2, statistics, { rows: 60, columns: 60 });
      const fit = new SpectralFit(
        sampleBlock({ alphabet: target.alphabet, words: train }, basis, statistics),
        {
          maxRank: 12,
        },
      );
      const bySpectrum = rankBySpectrum(fit);
      expect(bySpectrum).toBeGreaterThanOrEqual(1);
      expect(bySpectrum).toBeLessThanOrEqual(4);
      const choice = rankByLikelihood(fit, heldOut, { floor: 1e-20 });
      expect(choice.scores.map(({ rank }) => rank)).toEqual(
        candidateRanks(12).slice(0, choice.scores.length),
      );
      expect(choice.scores.length).toBeGreaterThanOrEqual(Math.min(12, choice.rank + 8));
      const learned = fit.automaton(choice.rank);
      const found = new Forward(learned, "test").weighAll(test);
      const error = truth.reduce((sum, p, i) => sum + Math.abs(p - found[i]) / p, 0) / test.length;
      expect(error, statistics).toBeLessThan(0.25);
      expect(Math.abs((sumOfWords(learned).total as number) - 1)).toBeLessThan(0.05);
    }
  });

  it("refuses held-out words that are none, or have symbols of their own", () => {
    const train = drawn(200, 1);
    const basis = frequentBasis(train, 2, "string", { rows: 10, columns: 10 });
    const fit = new SpectralFit(sampleBlock({ alphabet: target.alphabet, words: train }, basis, "string"));
    const held = (symbols: string, list: readonly Word[]) =>
      rankByLikelihood(fit, { alphabet: new Alphabet(symbols), words: list }, { floor: 1e-20 });
    expect(() => held("ab", [])).toThrow("there are no held-out words");
    expect(() => held("az", [[0, 1]])).toThrow('"z" is not in the alphabet');
    expect(held("ba", [[0], [1]]).rank).toBeGreaterThan(0);
    expect(toWfsa(fit.automaton(1)).size).toBe(1);
  });
});
