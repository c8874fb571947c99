/** Theorems 2.2 and 4.5: the smallest automaton, of a language and of a matrix, is unique. */

import { minimize, primeField, TableLearner, type Wdfsa } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages } from "../support/all-languages.ts";
import type { Arithmetic } from "../support/arithmetic.ts";
import { exactCases } from "../support/cases.ts";
import { bytes } from "../support/drafts.ts";
import { interview, type Subject } from "../support/interview.ts";
import { type Plain, plain } from "../support/reference.ts";
import { automatonOf, targets, windingTeacher } from "../support/targets.ts";

const table: Subject = {
  name: "table",
  make: (algebra, alphabet) => new TableLearner(algebra, alphabet),
};

/** Every order of 0 … n - 1 that begins with 0. */
function* orders(n: number, chosen: readonly number[] = [0]): Generator<readonly number[]> {
  if (chosen.length >= n) {
    yield chosen.slice(0, n);
    return;
  }
  for (let next = 0; next < n; next++) if (!chosen.includes(next)) yield* orders(n, [...chosen, next]);
}

/** The gauge that carries A to B if q becomes `to[q]`; `undefined` if there is none. */
function gauge<R>(k: Arithmetic<R>, a: Plain<R>, b: Plain<R>, to: readonly number[]): R[] | undefined {
  // λ' = λ g(ι), and along each arc ω' = g(p)⁻¹ ω g(q): every value is forced, in the order in which states are reached.
  const g = new Map<number, R>([[0, k.times(k.inverse(a.initial), b.initial)]]);
  for (const state of g.keys()) {
    const [leaving, image] = [a.arcs.get(state), b.arcs.get(to[state])];
    if (leaving?.size !== image?.size) return undefined;
    for (const [letter, arc] of leaving ?? []) {
      const other = image?.get(letter);
      if (other === undefined || other.to !== to[arc.to]) return undefined;
      const forced = k.times(k.inverse(arc.weight), k.times(g.get(state) as R, other.weight));
      const known = g.get(arc.to);
      if (known === undefined) g.set(arc.to, forced);
      else if (!k.equals(known, forced)) return undefined;
    }
    const [final, image2] = [a.finals.get(state), b.finals.get(to[state])];
    if ((final === undefined) !== (image2 === undefined)) return undefined;
    if (final === undefined || image2 === undefined) continue;
    if (!k.equals(image2, k.times(k.inverse(g.get(state) as R), final))) return undefined;
  }
  return g.size === a.states ? [...g.values()] : undefined;
}

describe.each(exactCases)("2.2: two smallest automata of one language over $name", (setting) => {
  it("are carried to each other by one bijection, with one gauge", () => {
    let compared = 0;
    fc.assert(
      fc.property(targets(5), (drawn) => {
        const target = automatonOf(setting, drawn);
        const { conjectures } = interview(table, windingTeacher(target, drawn.seed));
        // That of the table, in the gauge of its rows, and the canonical one.
        const [one, two] = [conjectures.at(-1)?.hypothesis as Wdfsa<unknown>, minimize(target)];
        expect(one.size).toBe(two.size);
        if (two.size === 0) return;
        const [a, b] = [plain(one, setting.arithmetic), plain(two, setting.arithmetic)];
        const found = [...orders(two.size)].filter(
          (order) => gauge(setting.arithmetic, a, b, order) !== undefined,
        );
        expect(found.length).toBe(1);
        if (two.size > 2) compared++;
      }),
      { seed: 220, numRuns: 25 },
    );
    expect(compared).toBeGreaterThan(0);
  });
});

describe("4.5: what contains the matrix of a conjecture", () => {
  const field = primeField(3);

  it("has as many states at least, and with no more it is the conjecture", () => {
    const small = languages(field, [1, 2], 2, 1);
    const all = languages(field, [1], 3, 1);
    let [looked, equal] = [0, 0];
    for (const target of all) {
      const { conjectures, answers } = interview(table, windingTeacher(target, looked));
      for (const { hypothesis, table: matrix } of conjectures) {
        const rows = matrix?.rows ?? [];
        const words = rows.flatMap((row) => (matrix?.suffixes ?? []).map((suffix) => [...row, ...suffix]));
        for (const other of small) {
          if (!words.every((word) => other.weigh(word) === answers.get(word.join()))) continue;
          looked++;
          expect(other.size).toBeGreaterThanOrEqual(hypothesis.size);
          if (other.size > hypothesis.size) continue;
          equal++;
          expect(bytes(minimize(hypothesis))).toBe(bytes(other));
        }
      }
    }
    expect(equal).toBeGreaterThan(20);
    expect(looked).toBeGreaterThan(equal);
  });
});
