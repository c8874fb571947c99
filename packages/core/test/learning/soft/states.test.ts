/** How the soft learner finds and compares states, on models that are written down. */

import { sample, type Word } from "@hankel/core";
import { describe, expect, it } from "vitest";
import {
  askRareArcs,
  decided,
  FarthestFirst,
  futureDistance,
  likelySuffixes,
  type Point,
} from "../../../src/learning/soft/growth.ts";
import { LogEvidence } from "../../../src/learning/soft/log-evidence.ts";
import { statesByRows } from "../../../src/learning/soft/states-by-rows.ts";
import { UndecidedArcs } from "../../../src/learning/soft/undecided-arcs.ts";
import { noisy, separatedPdfa } from "../../support/noisy-models.ts";
import { randomPdfa } from "../../support/pdfas.ts";
import {
  driven,
  EVEN,
  explored,
  type Model,
  parity,
  parityPdfa,
  pdfaOf,
  rowsOf,
} from "../../support/soft-models.ts";
import { settledByDefinition } from "../../support/soft-reference.ts";

describe("rare arcs", () => {
  it("lead to the state with the nearest row, at one question each, if they are used and the word is not too long; the others where their letter leads", () => {
    // b is rare; after it comes what comes after an odd number of a's.
    const model: Model = (word) => (word.includes(1) ? [0.2, 0.3, 0.5] : [0.5, 0.001, 0.499]);
    const pdfa = pdfaOf(2, [0, 0, 1, 0], [0.5, 0.001, 0.499], [0.25, 0.25, 0.5]);
    const decide = (longest: number, undecided = [1, 2]) => {
      const known = rowsOf(2, false, longest);
      const words: Word[] = [[0], [1], [1, 1, 0], [1, 1, 1]];
      // No more are asked than were before.
      driven(known.ask([0, known.tree.insert([0])]), model);
      const nodes = undecided.map((arc) => known.tree.insert(words[arc]));
      const arcs = new UndecidedArcs(Int32Array.from(undecided), Int32Array.from(nodes));
      const asked: string[] = [];
      const point: Point = { pdfa, undecided: arcs, radius: 0, family: "distance" };
      driven(askRareArcs(known, point), model, asked);
      return [[...decided(known, point).target].join(""), ...asked];
    };
    expect(decide(9)).toEqual(["0100", "1"]);
    expect(decide(0)).toEqual(["0000"]);
    expect(decide(9, [2])).toEqual(["0000"]);
  });
});

describe("likely suffixes", () => {
  it("are the likeliest, with their prefixes before them, weighted in proportion", () => {
    const known = rowsOf(2);
    const asked: string[] = [];
    const found = driven(likelySuffixes(known, 0, 4), parity, asked);
    // ε 1, a 0.5, and 0.25 each for b and ab.
    expect(found.map(({ suffix }) => suffix)).toEqual([[], [0], [1], [0, 1]]);
    expect(found.map(({ weight }) => weight)).toEqual([0.5, 0.25, 0.125, 0.125]);
    expect(found.map(({ node }) => known.tree.word(node))).toEqual([[], [0], [1], [0, 1]]);
    expect(asked[0]).toBe("ε");
  });

  it("leave out what never happens or is too long", () => {
    const rare: Model = () => [0.5, 0.0039, 0.4961];
    const letters = (model: Model, count: number, longest: number) =>
      driven(likelySuffixes(rowsOf(2, false, longest), 0, count), model).map(
        ({ suffix }) => suffix.at(-1) ?? -1,
      );
    expect(letters(rare, 3, 9)).toEqual([-1, 0, 0]);
    expect(letters(rare, 9, 1)).toEqual([-1, 0, 1]);
    expect(letters(() => [0.5, 0, 0.5], 9, 1)).toEqual([-1, 0]);
  });

  it("measure how far a word is from a state, as far as it is known", () => {
    const { known, nodes } = explored(parity);
    const suffixes = driven(likelySuffixes(known, 0, 3), parity);
    expect(suffixes.map(({ weight }) => weight)).toEqual([1 / 1.75, 0.5 / 1.75, 0.25 / 1.75]);
    const [, a, b, aa] = nodes;
    expect(futureDistance(known, a, suffixes)).toBeCloseTo(0.25, 12);
    expect(futureDistance(known, b, suffixes)).toBe(0);
    // Of aa, the rows behind ε are known only.
    expect(futureDistance(known, aa, suffixes)).toBe(0);
    const { known: short, nodes: shortNodes } = explored(parity, 2);
    const others = driven(likelySuffixes(short, 0, 3), parity);
    expect(futureDistance(short, shortNodes[3], others)).toBe(0);
  });
});

// Lemma 13.2.
describe("the distance of futures", () => {
  it.each([1, 2, 3, 4, 5, 6])("moves by at most twice the noise, and is at most 1: seed %i", (seed) => {
    const target = randomPdfa({ seed: 500 + seed, states: 4, letters: 2, end: 0.2 });
    const [noise, exact] = [0.03, noisy(target, 0)];
    const disturbed = noisy(target, noise);
    const [one, other] = [rowsOf(2), rowsOf(2)];
    const model =
      ({ next }: typeof exact): Model =>
      (word) => [...next([word])[0]];
    const suffixes = driven(likelySuffixes(one, 0, 8), model(exact));
    for (const word of [[0], [1], [0, 1], [1, 1, 0]]) {
      const [first, second] = [
        [one, exact],
        [other, disturbed],
      ].map((pair) => {
        const [known, of] = pair as [typeof one, typeof exact];
        const node = known.tree.insert(word);
        const there = suffixes.map((each) => ({ ...each, node: known.tree.insert(each.suffix) }));
        const words = there.flatMap((each) => [each.node, known.tree.insert(each.suffix, node)]);
        driven(known.ask(words), model(of));
        return futureDistance(known, node, there);
      });
      expect(Math.abs(first - second)).toBeLessThanOrEqual(2 * noise);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThanOrEqual(1);
    }
  });
});

describe("growing", () => {
  it.each([1, 2, 3, 4, 5, 6])("ends with each arc at the nearest state, by definition: seed %i", (seed) => {
    const target = randomPdfa({ seed: 300 + seed, states: 4, letters: 2 + (seed % 2), end: 0.2 });
    const model = noisy(target, 0.08);
    const next = (word: Word) => model.next([word])[0];
    const letters = target.alphabet.size;
    const options = { suffixes: 8, rare: 2e-4 };
    const known = rowsOf(letters);
    const growth = new FarthestFirst(known, options);
    const asked: string[] = [];
    for (let i = 0; i < 8; i++) driven(growth.grow(1e-9), (word) => [...next(word)], asked);
    const lazily = asked.join(" ").split(" ").length;
    for (const states of [8, 5]) {
      const point = driven(growth.close(states), (word) => [...next(word)], asked);
      const definition = settledByDefinition(next, letters, growth.access, options);
      expect([...point.pdfa.target]).toEqual([...definition.target]);
      expect(point.radius).toBeCloseTo(definition.radius, 10);
    }
    // Of the arcs that are far away it is enough to know that.
    expect(lazily).toBeLessThan(asked.join(" ").split(" ").length);
  });

  it.each([1, 2, 3])(
    "ends with arcs to states that are left, whatever a log said before: seed %i",
    (seed) => {
      const target = randomPdfa({ seed, states: 10, letters: 12, end: 0.1 });
      const model = noisy(target, 0.003);
      const known = rowsOf(12);
      const words = sample(target, { count: 30_000, seed }).map((word) => [...word]);
      const log = new LogEvidence(known, target.alphabet, words);
      const growth = new FarthestFirst(known, { suffixes: 8, rare: 2e-4, log });
      const next = (word: Word) => [...model.next([word])[0]];
      for (let i = 0; i < 10; i++) driven(growth.grow(1e-9), next);
      expect(growth.hears).toBe(true);
      expect(Math.max(...growth.point().pdfa.target)).toBeGreaterThan(3);
      const { pdfa } = driven(growth.close(4), next);
      expect(Math.max(...pdfa.target)).toBeLessThan(4);
    },
  );

  it("says nothing of distances where hardly any arc is looked at", () => {
    const growth = new FarthestFirst(rowsOf(2), { suffixes: 8, rare: 0.9 });
    driven(growth.grow(0), parity);
    expect(growth.point().radius).toBe(1);
    expect(growth.isOpen).toBe(false);
  });

  it("expects as many states as there are once most arcs lead back, and many more before", () => {
    const target = separatedPdfa({ seed: 3, states: 8, letters: 3, apart: 0.3 });
    const model = noisy(target, 0.01);
    const growth = new FarthestFirst(rowsOf(3), { suffixes: 8, rare: 2e-4 });
    const expected = Array.from({ length: 8 }, () => {
      driven(growth.grow(0), (word) => [...model.next([word])[0]]);
      return growth.expected;
    });
    expect(expected[0]).toBe(Number.POSITIVE_INFINITY);
    for (const states of expected.slice(4, 7)) expect(states).toBeLessThan(16);
  });
});

describe("the states by rows", () => {
  const found = (
    model: Model,
    {
      longest = 9,
      ...options
    }: { certain?: boolean; longest?: number; most?: number; patience?: number } = {},
  ) =>
    driven(
      statesByRows(rowsOf(2, false, longest), { certain: false, patience: 32, most: 99, ...options }),
      model,
    )?.point;

  it("are the different rows", () => {
    const point = found(parity);
    expect([point?.pdfa, point?.radius]).toEqual([parityPdfa, 0]);
  });

  it("have no arcs for letters that never come, nor for words that are too long", () => {
    const ending: Model = (word) => (word.length === 0 ? [1, 0, 0] : [0, 0, 1]);
    expect([...(found(ending, { certain: true })?.pdfa.target ?? [])]).toEqual([1, 0, 0, 0]);
    expect(found(parity, { longest: 0, certain: true })).toBeDefined();
    expect(found(ending, { certain: true, longest: 0 })?.pdfa.size).toBe(1);
  });

  it("are given up if none are equal, or fewer than one in so many words", () => {
    const near: Model = ({ length }) => [0.5, 0.25 + 1e-8 * length, 0.25 - 1e-8 * length];
    const different: Model = (word) => {
      const share = (1 + word.reduce((sum, letter) => 2 * sum + letter + 1, 0)) / 1e4;
      return [0.5 - share, 0.4 + share, 0.1];
    };
    expect(found(different)).toBeUndefined();
    // The rows of all words of a length are equal: half of the words, up to the longest.
    expect(found(near)?.pdfa.size).toBe(10);
    expect(found(near, { patience: 4 })?.pdfa.size).toBe(10);
  });

  it("are those of the one word there is, without a second to compare", () => {
    const alone = found(parity, { longest: 0 });
    expect([alone?.pdfa.size, ...(alone?.pdfa.rows ?? [])]).toEqual([1, ...EVEN]);
    // Two rows that are never seen again are no sign of an automaton.
    const ending: Model = (word) => (word.length === 0 ? [1, 0, 0] : [0, 0, 1]);
    expect(found(ending)).toBeUndefined();
  });

  it("are equal up to a billionth", () => {
    const off =
      (by: number): Model =>
      ({ length }) => [0.5, 0.25 + by * (length % 2), 0.25 - by * (length % 2)];
    expect([2e-6, 5e-10].map((by) => found(off(by))?.pdfa.size)).toEqual([2, 1]);
  });

  it("are endless if there are more than the most", () => {
    const counting: Model = ({ length }) => [0.4 - length / 1000, 0.4 + length / 1000, 0.2];
    expect([found(counting, { most: 5 }), found(counting, { most: 20 })?.pdfa.size]).toEqual([undefined, 10]);
  });
});
