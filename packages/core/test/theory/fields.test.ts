/** The theorems of docs/theory/fields.md §14, on random automata over every exact field. */

import {
  type ExactSemifield,
  exactTeacher,
  fieldTeacher,
  isDeterministic,
  learn,
  minimize,
  type Rational,
  rational,
  reduce,
  type Teacher,
  toWfsa,
  type Wfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { build, drafts } from "../support/drafts.ts";
import { interviewOverField, slowRank } from "../support/multiplicity.ts";
import { wordsUpTo } from "../support/reference.ts";
import { buildWfsa, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const fields = wfsaCases.filter(({ algebra }) => algebra.negate !== undefined);

/** A teacher whose counterexamples are the shortest ones in the middle of long words, where that still is one. */
function winding(target: Wfsa<unknown>, seed: number): { teacher: Teacher<unknown>; longest: () => number } {
  const plain = fieldTeacher(target);
  const { algebra, alphabet } = target;
  let longest = 1;
  const teacher: Teacher<unknown> = {
    ...plain,
    findCounterexample(hypothesis) {
      const short = plain.findCounterexample(hypothesis);
      if (short === null) return null;
      const letters = (count: number) =>
        Array.from({ length: count }, (_, i) => (seed + i * i) % alphabet.size);
      const candidates: Word[] = [
        [...letters(seed % 23), ...short, ...letters(seed % 17)],
        [...letters(seed % 41), ...short],
      ];
      const wrong = candidates.find((word) => !algebra.equals(hypothesis.weigh(word), target.weigh(word)));
      longest = Math.max(longest, (wrong ?? short).length);
      return wrong ?? short;
    },
  };
  return { teacher, longest: () => longest };
}

describe.each(fields)("over $name", (setting) => {
  const { algebra } = setting;
  const targets = wfsaDrafts({ maxStates: 5, maxLetters: 3, maxArcs: 14 });

  it("14.4 and 14.5: equivalence questions, questions and rounds stay within their bounds", () => {
    fc.assert(
      fc.property(targets, fc.nat(1000), (draft, seed) => {
        const target = buildWfsa(setting, draft);
        const { teacher, longest } = winding(target, seed);
        const { result, asked, conjectures, learner } = interviewOverField(teacher);
        const [r, letters] = [result.size, target.alphabet.size];
        expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, r));
        const block = Math.max(0, ...learner.words.suffixes.map((suffix) => suffix.length)) + r;
        const halvings = Math.ceil(Math.log2(Math.max(2, longest(), block)));
        const search = halvings + Math.ceil(Math.log2(1 + halvings));
        const most = r * r * letters + 2 * r + r + r * r * search + 2 * r * r * letters + 1;
        expect(asked.length).toBeLessThanOrEqual(most);
        expect(new Set(asked.map(String)).size).toBe(asked.length);
      }),
      { seed: 1400, numRuns: 60 },
    );
  });

  it("14.1 and 14.2: P is closed under prefixes, and its block has full rank at every step", () => {
    fc.assert(
      fc.property(targets, (draft) => {
        const target = buildWfsa(setting, draft);
        interviewOverField(fieldTeacher(target), ({ words }) => {
          const prefixes = words.prefixes.map((_, i) => words.prefix(i));
          const known = new Set(prefixes.map(String));
          expect(prefixes.every((word) => word.length === 0 || known.has(String(word.slice(0, -1))))).toBe(
            true,
          );
          const weigh = (row: Word) => words.suffixes.map((suffix) => target.weigh([...row, ...suffix]));
          expect(rankOfRows(algebra, prefixes.map(weigh))).toBe(words.size);
        });
      }),
      { seed: 1401, numRuns: 30 },
    );
  });
});

/** The rank of a matrix, by the reference that knows Hankel matrices: row i, column j as words of one letter. */
function rankOfRows<W>(algebra: ExactSemifield<W>, rows: readonly (readonly W[])[]): number {
  const size = rows.length;
  const words = Array.from({ length: size }, (_, i) => [i]);
  return slowRank(algebra, words, ([i, j]) => rows[i][j]);
}

describe("14.6: rank and states", () => {
  const exact = exactCases.filter(({ algebra }) => "negate" in algebra);
  it.each(exact)(
    "over $name the rank is the number of states just if the canonical automaton is deterministic",
    (setting) => {
      fc.assert(
        fc.property(drafts({ maxStates: 5, maxLetters: 2 }), (draft) => {
          const target = build(setting, draft);
          const states = minimize(target).size;
          const canonical = reduce(toWfsa(target));
          expect(canonical.size).toBeLessThanOrEqual(states);
          // Where 1 is the only non-zero weight, a state with an empty language does not count, and rows are told apart as they are.
          if (setting.algebra.trivial !== true)
            expect(canonical.size === states).toBe(isDeterministic(canonical));
        }),
        { seed: 1402, numRuns: 100 },
      );
    },
  );

  it("finds the same number of states as the tree where they are equal", () => {
    const setting = exactCases.find(({ name }) => name === "rational");
    if (setting === undefined) throw new Error("rational is missing");
    fc.assert(
      fc.property(drafts({ maxStates: 5, maxLetters: 2 }), (draft) => {
        const target = build(setting, draft);
        const tree = learn(exactTeacher(target)).automaton;
        const field = learn(fieldTeacher(toWfsa(target)), { learner: "multiplicity" }).automaton;
        expect(field.size).toBeLessThanOrEqual(tree.size);
        if (isDeterministic(field)) expect(field.size).toBe(tree.size);
      }),
      { seed: 1403, numRuns: 40 },
    );
  });
});

describe("14.8: the size of rational weights", () => {
  const bits = (value: Rational) => {
    const [n, d] = typeof value === "number" ? [BigInt(value), 1n] : [BigInt(value.n), BigInt(value.d)];
    return Math.max((n < 0n ? -n : n).toString(2).length, d.toString(2).length);
  };

  it("coordinates have at most r (h + ½ log₂ r) bits for integer answers of h bits", () => {
    const setting = { name: "integers", algebra: rational as ExactSemifield<unknown>, pool: [1, -1, 2, 3] };
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 6, maxLetters: 2, maxArcs: 20 }), (draft) => {
        const target = buildWfsa(setting, draft) as Wfsa<Rational>;
        const { learner } = interviewOverField(fieldTeacher(target));
        const hypothesis = learner.hypothesis();
        const { words } = learner;
        const entries = [...words.prefixes, ...words.rows].flatMap((node) =>
          words.suffixes.map((suffix) => words.weight(node, suffix)),
        );
        const h = Math.max(0, ...entries.map(bits));
        const r = hypothesis.size;
        const most = r * (h + Math.log2(Math.max(1, r)) / 2);
        for (const weight of Array.from(hypothesis.arcWeight))
          expect(bits(weight)).toBeLessThanOrEqual(most + 1);
      }),
      { seed: 1404, numRuns: 60 },
    );
  });
});

describe("14.9: the linear W-method", () => {
  it.each(fields)("over $name finds every automaton of a rank up to one higher that differs", (setting) => {
    const small = wfsaDrafts({ maxStates: 3, maxLetters: 2, maxArcs: 8 });
    fc.assert(
      fc.property(small, small, (first, second) => {
        const [hypothesis, language] = [first, second].map((draft) => reduce(buildWfsa(setting, draft)));
        const { algebra } = setting;
        if (hypothesis.size === 0 || hypothesis.alphabet.size !== language.alphabet.size) return;
        const m = Math.max(0, language.size - hypothesis.size);
        const letters = hypothesis.alphabet.size;
        const all = [...wordsUpTo(letters, hypothesis.size - 1)];
        const prefixes = independent(algebra, all, all, (p, s) => hypothesis.weigh([...p, ...s]));
        const suffixes = independentColumns(algebra, prefixes, all, (p, s) => hypothesis.weigh([...p, ...s]));
        expect([prefixes.length, suffixes.length]).toEqual([hypothesis.size, hypothesis.size]);
        const agree = (word: Word) => algebra.equals(hypothesis.weigh(word), language.weigh(word));
        const middles = [...wordsUpTo(letters, m + 1)];
        const agreed = prefixes.every((p) =>
          middles.every((x) => suffixes.every((s) => agree([...p, ...x, ...s]))),
        );
        const equal = [...wordsUpTo(letters, hypothesis.size + language.size)].every(agree);
        expect(agreed).toBe(equal);
      }),
      { seed: 1405, numRuns: 60 },
    );
  });
});

/** The first words whose rows are independent of those before. */
function independent<W>(
  algebra: ExactSemifield<W>,
  words: readonly Word[],
  suffixes: readonly Word[],
  weigh: (p: Word, s: Word) => W,
): Word[] {
  const chosen: Word[] = [];
  for (const word of words) {
    const rows = [...chosen, word].map((p) => suffixes.map((s) => weigh(p, s)));
    if (rankOf(algebra, rows) > chosen.length) chosen.push(word);
  }
  return chosen;
}

/** The first suffixes whose columns, on some rows, lift the rank. */
function independentColumns<W>(
  algebra: ExactSemifield<W>,
  prefixes: readonly Word[],
  words: readonly Word[],
  weigh: (p: Word, s: Word) => W,
): Word[] {
  const chosen: Word[] = [];
  for (const word of words) {
    const rows = prefixes.map((p) => [...chosen, word].map((s) => weigh(p, s)));
    if (rankOf(algebra, rows) > chosen.length) chosen.push(word);
  }
  return chosen;
}

/** The rank of any matrix: padded with zeros to a square one. */
function rankOf<W>(algebra: ExactSemifield<W>, rows: readonly (readonly W[])[]): number {
  const size = Math.max(rows.length, rows[0]?.length ?? 0);
  const padded = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => rows[i]?.[j] ?? algebra.zero),
  );
  return rankOfRows(algebra, padded);
}
