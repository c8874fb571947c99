/**
 * Lemma 7.1, Theorems 7.3 and 7.7 by brute force: fewer words never tell a language from all others of its size. Proposition 7.9:
 * over the free group they may.
 */

import {
  Alphabet,
  type ExactGroup,
  type FreeWord,
  freeGroup,
  freeWord,
  primeField,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { choices, languages } from "../support/all-languages.ts";
import { symmetricGroup } from "../support/cases.ts";
import { wordsUpTo } from "../support/reference.ts";

/** Every set of this many words. */
function* subsets(words: readonly Word[], size: number, from = 0): Generator<Word[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i < words.length; i++) {
    for (const rest of subsets(words, size - 1, i + 1)) yield [words[i], ...rest];
  }
}

/** How many of the languages weigh these words alike, for each way to weigh them. */
function crowds<W>(algebra: ExactGroup<W>, all: readonly Wdfsa<W>[], words: readonly Word[]): number[] {
  const keys = all.map((automaton) => words.map((word) => algebra.format(automaton.weigh(word))).join());
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return keys.map((key) => counts.get(key) as number);
}

const field = primeField(3);

describe("a set of words that tells a language of N states from all others with at most N", () => {
  it.each([
    { states: 1, letters: 1, length: 4 },
    { states: 1, letters: 2, length: 3 },
    { states: 1, letters: 3, length: 2 },
    { states: 2, letters: 1, length: 6 },
  ])("has more than |Σ|N words: $states states, $letters letters", ({ states, letters, length }) => {
    const all = languages(field, [1, 2], states, letters);
    const words = [...wordsUpTo(letters, length)];
    for (const chosen of subsets(words, letters * states)) {
      const counts = crowds(field, all, chosen);
      all.forEach((automaton, i) => {
        if (automaton.size === states) expect(counts[i]).toBeGreaterThan(1);
      });
    }
  });

  it("need not have more: some languages have a certificate of |Σ|N + 1 words", () => {
    const all = languages(field, [1, 2], 2, 1);
    const sets = [...subsets([...wordsUpTo(1, 4)], 3)];
    const certified = sets.flatMap((words) =>
      crowds(field, all, words).filter((count, i) => count === 1 && all[i].size === 2),
    );
    expect(certified.length).toBeGreaterThan(0);
  });
});

describe("over the permutations of three things, which do not commute", () => {
  it("two words never tell a language of one state and two letters: dof is 3", () => {
    const weights = ["012", "021", "102", "120", "201", "210"];
    const all = languages(symmetricGroup, weights, 1, 2).filter(({ arcs, finals }) => arcs + finals === 3);
    expect(all.length).toBe(6 ** 3);
    for (const words of subsets([...wordsUpTo(2, 3)], 2)) {
      expect(Math.min(...crowds(symmetricGroup, all, words))).toBeGreaterThan(1);
    }
  });
});

describe("7.1: the languages of a topology are as many as its weightings up to gauges", () => {
  /** Every weighting with its weights on words that are long enough to tell different languages apart. */
  function countLanguages<W>(algebra: ExactGroup<W>, weights: readonly W[], shape: Shape) {
    const { states, letters, arcs, finals } = shape;
    const alphabet = Alphabet.letters(letters);
    const words = [...wordsUpTo(letters, 2 * states)];
    const found = new Set<string>();
    for (const [initial, ...rest] of choices(
      Array.from({ length: 1 + arcs.length + finals.length }, () => weights),
    )) {
      const builder = new WdfsaBuilder(algebra, alphabet);
      for (let state = 0; state < states; state++) builder.state();
      builder.initial(0, initial);
      arcs.forEach(([from, letter, to], i) => builder.arc(from, alphabet.symbols[letter], rest[i], to));
      finals.forEach((state, i) => builder.final(state, rest[arcs.length + i]));
      const automaton = builder.build();
      found.add(words.map((word) => algebra.format(automaton.weigh(word))).join());
    }
    return found.size;
  }

  interface Shape {
    readonly states: number;
    readonly letters: number;
    readonly arcs: readonly (readonly [from: number, letter: number, to: number])[];
    readonly finals: readonly number[];
  }

  const shapes: readonly Shape[] = [
    { states: 1, letters: 1, arcs: [[0, 0, 0]], finals: [0] },
    { states: 2, letters: 1, arcs: [[0, 0, 1]], finals: [1] },
    {
      states: 2,
      letters: 1,
      arcs: [
        [0, 0, 1],
        [1, 0, 0],
      ],
      finals: [0, 1],
    },
    {
      states: 2,
      letters: 2,
      arcs: [
        [0, 0, 1],
        [0, 1, 0],
        [1, 1, 0],
      ],
      finals: [1],
    },
    {
      states: 3,
      letters: 2,
      arcs: [
        [0, 0, 1],
        [0, 1, 2],
        [1, 0, 2],
        [2, 1, 0],
      ],
      finals: [1],
    },
  ];

  it.each(shapes)("$states states, arcs $arcs, finals $finals, over the field of three", (shape) => {
    const dof = shape.arcs.length + shape.finals.length - shape.states + 1;
    expect(countLanguages(field, [1, 2], shape)).toBe(2 ** dof);
  });

  it.each(shapes.slice(0, 2))("$states states, arcs $arcs, finals $finals, over permutations", (shape) => {
    const dof = shape.arcs.length + shape.finals.length - shape.states + 1;
    const weights = ["012", "021", "102", "120", "201", "210"];
    expect(countLanguages(symmetricGroup, weights, shape)).toBe(6 ** dof);
  });
});

describe("7.9: over the free group six words tell a language with seven degrees of freedom", () => {
  const { times, inverse } = freeGroup;
  const [X, Y] = [freeWord("x"), freeWord("y")];
  const product = (...weights: readonly FreeWord[]) => weights.reduce((a, b) => times(a, b), freeGroup.one);
  const alphabet = new Alphabet(["c", "e", "x", "x'", "y", "y'"]);
  const spelled = "c c x c c x' y e y' e y e y' e".split(" ");
  const words = [[], ["x"], ["x'"], ["y"], ["y'"], spelled].map((word) => alphabet.word(word));

  const language = (c: FreeWord, e: FreeWord) => {
    const builder = new WdfsaBuilder(freeGroup, alphabet);
    const state = builder.state(freeGroup.one);
    [c, e, X, inverse(X), Y, inverse(Y)].forEach((weight, letter) =>
      builder.arc(state, alphabet.symbols[letter], weight, state),
    );
    return builder.build();
  };

  /** Every reduced word of at most this many letters. */
  const elements = (length: number): FreeWord[] => {
    const letters = [X, Y, inverse(X), inverse(Y)];
    const found = new Set([freeGroup.one]);
    for (const word of wordsUpTo(4, length)) found.add(product(...word.map((letter) => letters[letter])));
    return [...found];
  };

  it("there are seven degrees of freedom and six words", () => {
    const { arcs, finals, size } = language(freeGroup.one, freeGroup.one);
    expect(arcs + finals - size + 1).toBe(7);
    expect(new Set(words.map(String)).size).toBe(6);
  });

  it("the last word says c²(xcx⁻¹)² = (d·ydy⁻¹)², d = e⁻¹", () => {
    for (const [c, e] of choices([elements(2), elements(2)])) {
      const d = inverse(e);
      const root = product(d, Y, d, inverse(Y));
      const conjugate = product(X, c, inverse(X));
      const left = product(c, c, conjugate, conjugate);
      expect(language(c, e).weigh(words[5])).toBe(product(left, inverse(product(root, root))));
    }
  });

  it("no other pair of short weights for c and e gives the same six weights", () => {
    const given = words.map((word) => language(freeGroup.one, freeGroup.one).weigh(word));
    const short = elements(3);
    expect(short.length).toBe(1 + 4 + 12 + 36);
    const alike = [...choices([short, short])].filter(([c, e]) => {
      const other = language(c, e);
      return words.every((word, i) => other.weigh(word) === given[i]);
    });
    expect(alike).toEqual([[freeGroup.one, freeGroup.one]]);
  });

  it("the part of the last word with c alone does not: e is left open", () => {
    const [one, other] = [language(freeGroup.one, freeGroup.one), language(freeGroup.one, X)];
    for (const word of [...words.slice(0, 5), alphabet.word(spelled.slice(0, 6))]) {
      expect(other.weigh(word)).toBe(one.weigh(word));
    }
    expect(other.weigh(words[5])).not.toBe(one.weigh(words[5]));
  });
});
