/** Theorems 7.3 and 7.7 by brute force: fewer words never tell a language from all others of its size. */

import {
  Alphabet,
  type ExactGroup,
  minimize,
  primeField,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { symmetricGroup } from "../support/cases.ts";
import { bytes } from "../support/drafts.ts";
import { wordsUpTo } from "../support/reference.ts";

/** Every choice of one item from each list. */
function* choices<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  if (lists.length === 0) {
    yield [];
    return;
  }
  for (const rest of choices(lists.slice(1))) for (const item of lists[0]) yield [item, ...rest];
}

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

/** One automaton for each language of at most this many states. */
function languages<W>(
  algebra: ExactGroup<W>,
  weights: readonly W[],
  states: number,
  letters: number,
): Wdfsa<W>[] {
  const alphabet = Alphabet.letters(letters);
  const targets = Array.from({ length: states }, (_, to) => weights.map((weight) => ({ to, weight }))).flat();
  const arcs = Array.from({ length: states * letters }, () => [undefined, ...targets]);
  const finals = Array.from({ length: states }, () => [algebra.zero, ...weights]);
  const found = new Map<string, Wdfsa<W>>();
  for (const arc of choices<{ to: number; weight: W } | undefined>(arcs)) {
    for (const final of choices(finals)) {
      const builder = new WdfsaBuilder(algebra, alphabet);
      for (let state = 0; state < states; state++) builder.state();
      builder.initial(0, algebra.one);
      final.forEach((weight, state) => {
        if (!algebra.isZero(weight)) builder.final(state, weight);
      });
      arc.forEach((to, i) => {
        const symbol = alphabet.symbols[i % letters];
        if (to !== undefined) builder.arc(Math.floor(i / letters), symbol, to.weight, to.to);
      });
      const minimal = minimize(builder.build());
      found.set(bytes(minimal), minimal);
    }
  }
  return [...found.values()];
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
