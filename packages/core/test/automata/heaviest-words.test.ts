/** The best paths and the heaviest words, against enumeration. */

import {
  bestPath,
  bestPaths,
  boolean,
  compareRationals,
  heaviestWords,
  log,
  rationalToNumber,
  shortlex,
  tropical,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { over, shortLived } from "../support/stochastic-automata.ts";
import { automatonOf, buildWfsa, paths, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const seed = fc.nat(1e6);

const runs = (numRuns: number) => ({ seed: 81, numRuns });

describe.each(wfsaCases.filter(({ algebra }) => algebra.negate === undefined))("over $name", (setting) => {
  const { algebra } = setting;
  const acyclic = wfsaDrafts({ maxStates: 5, maxLetters: 2, maxArcs: 10 }).map((draft) => ({
    ...draft,
    arcs: draft.arcs.filter(({ from, to }) => from < to),
  }));
  const heavier = (a: unknown, b: unknown) =>
    algebra.equals(a, b) ? 0 : algebra.equals(algebra.plus(a, b), a) ? 1 : -1;
  const shown = (weights: readonly unknown[]) => weights.map((weight) => algebra.format(weight));

  it("bestPaths are the first of all paths", () => {
    fc.assert(
      fc.property(acyclic, fc.nat(12), (draft, n) => {
        const automaton = buildWfsa(setting, draft);
        const all = [...wordsUpTo(draft.letters, 4)].flatMap((word) => paths(automaton, word));
        all.sort((a, b) => heavier(b, a));
        const found = bestPaths(automaton, n);
        expect(shown(found.map(({ weight }) => weight))).toEqual(shown(all.slice(0, n)));
        expect(
          new Set(found.map((path) => JSON.stringify([path.states, path.word]))).size <= found.length,
        ).toBe(true);
        for (const { word, weight } of found) {
          expect(paths(automaton, [...word]).some((one) => algebra.equals(one, weight))).toBe(true);
        }
      }),
      runs(60),
    );
  });

  it("heaviestWords are the first of all words, in shortlex order among equals", () => {
    fc.assert(
      fc.property(acyclic, fc.nat(12), (draft, k) => {
        const automaton = buildWfsa(setting, draft);
        const all = [...wordsUpTo(draft.letters, 4)]
          .map((word) => ({ word, weight: automaton.weigh(word) }))
          .filter(({ weight }) => !algebra.isZero(weight))
          .sort((a, b) => heavier(b.weight, a.weight) || shortlex(a.word, b.word));
        const found = heaviestWords(automaton, k);
        expect(found.map(({ word }) => word)).toEqual(all.slice(0, k).map(({ word }) => word));
        expect(shown(found.map(({ weight }) => weight))).toEqual(
          shown(all.slice(0, k).map(({ weight }) => weight)),
        );
      }),
      runs(60),
    );
  });

  it("heaviestWords ends, or refuses cycles that improve words for ever", () => {
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8 }), (draft) => {
        const automaton = buildWfsa(setting, draft);
        const said = refusal(() => heaviestWords(automaton, 5));
        if (said !== "none") {
          expect(said).toMatch(/^unsupported: heaviestWords: .* improve for ever/u);
          return;
        }
        const found = heaviestWords(automaton, 5);
        const short = [...wordsUpTo(draft.letters, 5)]
          .map((word) => ({ word, weight: automaton.weigh(word) }))
          .filter(({ weight }) => !algebra.isZero(weight))
          .sort((a, b) => heavier(b.weight, a.weight) || shortlex(a.word, b.word));
        // No omitted word is heavier than a found one.
        const last = found.at(-1);
        for (const { word, weight } of short) {
          if (found.some((one) => shortlex(one.word, word) === 0)) continue;
          expect(found.length).toBe(5);
          expect(
            heavier(weight, last?.weight) || shortlex((last?.word ?? []) as number[], word),
          ).toBeLessThan(0);
        }
        expect(bestPath(automaton) === undefined).toBe(found.length === 0);
      }),
      runs(60),
    );
  });
});

describe("the heaviest words", () => {
  it("of a stochastic automaton are the most probable ones", () => {
    fc.assert(
      fc.property(seed, (seed) => {
        const automaton = shortLived(seed);
        const all = [...wordsUpTo(2, 6)]
          .map((word) => ({ word, weight: automaton.weigh(word) }))
          .filter(({ weight }) => weight !== 0)
          .sort((a, b) => compareRationals(b.weight, a.weight) || shortlex(a.word, b.word));
        expect(heaviestWords(automaton, 6)).toEqual(all.slice(0, 6));
        const logs = heaviestWords(
          over(log, automaton, (p) => -Math.log(p)),
          6,
        );
        logs.forEach(({ weight }, i) =>
          expect(Math.exp(-weight)).toBeCloseTo(rationalToNumber(all[i].weight), 9),
        );
      }),
      runs(20),
    );
  });

  it("of an unweighted language are its first", () => {
    const evenAs = automatonOf(boolean, "> 0 1; 0 a 1 1; 1 a 1 0; 0 b 1 0; 1 b 1 1; 0 1");
    const words = heaviestWords(evenAs, 7).map(({ word }) => evenAs.alphabet.show(word));
    expect(words).toEqual(["ε", "b", "aa", "bb", "aab", "aba", "baa"]);
  });

  it("are found quickly, however many words weigh the same", () => {
    // 2³⁰ words of weight 0, all of length 30.
    const lines = Array.from({ length: 30 }, (_, i) => `${i} a 0 ${i + 1}; ${i} b 0 ${i + 1}`);
    const many = automatonOf(tropical, `> 0 0; ${lines.join("; ")}; 30 0`);
    expect(heaviestWords(many, 3, { maxNodes: 200 }).map(({ word }) => word.join(""))).toEqual([
      "0".repeat(30),
      `${"0".repeat(29)}1`,
      `${"0".repeat(28)}10`,
    ]);
    expect(refusal(() => heaviestWords(many, 100, { maxNodes: 50 }))).toMatch(
      /^budget: .* 50 prefixes of words: 8 of 100/u,
    );
    expect(bestPaths(many, 4, { maxNodes: 2000 })).toHaveLength(4);
    expect(refusal(() => bestPaths(many, 100, { maxNodes: 50 }))).toMatch(
      /^budget: .* 50 prefixes of paths/u,
    );
  });
});
