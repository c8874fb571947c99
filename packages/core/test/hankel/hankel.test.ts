/** The matrix: its normalised rows (Lemma 1.4), its defects, and its automaton (Lemma 4.1, Theorems 4.2 and 4.4). */

import {
  Alphabet,
  Hankel,
  HankelError,
  minimize,
  Observations,
  type Rational,
  rational,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { bytes } from "../support/drafts.ts";
import { sketched, sketches } from "../support/languages.ts";

/** A matrix over ℚ and letters a, b, and a way to fill it from a function. */
function matrix(weigh: (word: Word) => Rational, symbols = "ab") {
  const alphabet = new Alphabet(symbols);
  const observations = new Observations(rational, alphabet.size);
  const hankel = new Hankel(rational, alphabet, observations);
  const fill = () => {
    hankel.want();
    const words = observations.wanted().words;
    observations.record(words.map(weigh));
    hankel.fill();
    return words.map((word) => hankel.alphabet.show(word));
  };
  return { hankel, fill };
}

const row = (hankel: Hankel<Rational>, text: string) => {
  const word = [...text].map((symbol) => hankel.alphabet.letter(symbol));
  const rows = Array.from({ length: hankel.rows }, (_, row) => row);
  return rows.find((row) => String(hankel.word(row)) === String(word)) ?? -1;
};

describe("Hankel", () => {
  it("is prefix-closed and suffix-closed, and reports what is new", () => {
    const { hankel } = matrix(() => 1);
    expect(hankel.addPrefix([0, 1])).toBe(true);
    expect(hankel.addPrefix([0])).toBe(false);
    expect(hankel.addPrefix([0, 1])).toBe(false);
    expect(hankel.prefixes.map((p) => hankel.alphabet.show(hankel.word(p)))).toEqual(["ε", "a", "ab"]);
    expect(hankel.addSuffix([1, 0])).toBe(true);
    expect(hankel.addSuffix([0])).toBe(false);
    expect(hankel.addSuffix([0, 0])).toBe(true);
    expect(hankel.suffixes.map((s) => hankel.alphabet.show(s))).toEqual(["ε", "a", "ba", "aa"]);
  });

  it("asks each word once, however it is split, and no known word", () => {
    const { hankel, fill } = matrix(() => 1);
    hankel.addPrefix([]);
    hankel.addSuffix([]);
    expect(fill()).toEqual(["ε", "a", "b"]);
    expect(fill()).toEqual([]);
    hankel.addSuffix([0]);
    expect(fill().sort()).toEqual(["aa", "ba"]);
    hankel.addPrefix([0]);
    expect(fill().sort()).toEqual(["aaa", "ab", "aba"]);
  });

  it("divides rows from the left by their first non-zero entry", () => {
    const { hankel, fill } = matrix((word) => (word.length === 0 ? 0 : 2 ** word.length));
    hankel.addPrefix([]);
    hankel.addSuffix([0]);
    fill();
    expect(hankel.scale(row(hankel, ""))).toBe(2);
    expect(hankel.normalised(row(hankel, ""), 0)).toBe(0);
    expect(hankel.normalised(row(hankel, "b"), 1)).toBe(2);
    expect(hankel.at(row(hankel, "b"), 1)).toBe(4);
    expect(hankel.isPrefix(row(hankel, "b"))).toBe(false);
    expect(hankel.successor(row(hankel, ""), 1)).toBe(row(hankel, "b"));
    expect(hankel.successor(row(hankel, "b"), 1)).toBe(-1);
    expect(hankel.classOf(row(hankel, "a"))).toBe(hankel.classOf(row(hankel, "b")));
    expect(hankel.classOf(row(hankel, "a"))).not.toBe(hankel.classOf(row(hankel, "")));
  });

  it("finds a row that is not closed", () => {
    const { hankel, fill } = matrix((word) => (word.length === 1 ? 1 : 0));
    hankel.addPrefix([]);
    hankel.addSuffix([]);
    fill();
    expect(hankel.findUnclosed()).toEqual({ prefix: row(hankel, ""), letter: 0 });
  });

  it("finds a null row with a live successor", () => {
    const { hankel, fill } = matrix((word) => (word.length === 1 ? 1 : 0));
    hankel.addPrefix([0]);
    hankel.addSuffix([]);
    fill();
    expect(hankel.findInconsistency()).toEqual({ prefixes: [row(hankel, "")], letter: 0, suffix: [] });
  });

  it("finds homothetic rows whose successors differ only in scale", () => {
    // 1, ½, ⅛, ¹⁄₃₂, …: on {ε} all rows are homothetic.
    const { hankel, fill } = matrix(
      (word) => (word.length === 0 ? 1 : rational.parse(`1/${2 ** (2 * word.length - 1)}`)),
      "a",
    );
    hankel.addPrefix([0]);
    hankel.addSuffix([]);
    fill();
    expect(hankel.findInconsistency()).toEqual({
      prefixes: [row(hankel, ""), row(hankel, "a")],
      letter: 0,
      suffix: [],
    });
  });

  it("finds nothing where homothetic rows have successors that differ by the same factor", () => {
    const { hankel, fill } = matrix((word) => 2 ** word.length, "a");
    hankel.addPrefix([0, 0]);
    hankel.addSuffix([]);
    fill();
    expect([hankel.findUnclosed(), hankel.findInconsistency()]).toEqual([undefined, undefined]);
  });

  it("finds nothing in a matrix of zeros", () => {
    const { hankel, fill } = matrix(() => 0);
    hankel.addPrefix([0]);
    hankel.addSuffix([1]);
    fill();
    expect([hankel.findUnclosed(), hankel.findInconsistency()]).toEqual([undefined, undefined]);
    expect(hankel.representatives().size).toBe(0);
    expect(hankel.scale(0)).toBeUndefined();
    expect(hankel.normalised(0, 1)).toBe(0);
  });

  it("names the column in which successors differ, not the first that is not zero", () => {
    // The rows of ε and a are (1 1) on {ε, b}; those of their successors on a are (1 1) and (1 3).
    const weights = new Map([["0,0,1", 3]]);
    const { hankel, fill } = matrix((word) => weights.get(word.join()) ?? 1);
    hankel.addPrefix([0]);
    hankel.addSuffix([1]);
    fill();
    expect(hankel.findInconsistency()).toEqual({
      prefixes: [row(hankel, ""), row(hankel, "a")],
      letter: 0,
      suffix: [1],
    });
  });

  it("names the column in which the successor of a null row is not zero", () => {
    const { hankel, fill } = matrix((word) => (word.join() === "1,0" ? 5 : 0));
    hankel.addPrefix([]);
    hankel.addSuffix([0]);
    fill();
    expect(hankel.findInconsistency()).toEqual({ prefixes: [row(hankel, "")], letter: 1, suffix: [0] });
  });

  it("has an automaton at any time: before and while it is filled, and before it is closed", () => {
    const { hankel, fill } = matrix(
      (word) => 2 ** word.length * (1 + (word.filter((a) => a === 1).length % 2)),
    );
    expect(hankel.automaton().size).toBe(0);
    hankel.addPrefix([]);
    expect(hankel.automaton().size).toBe(0);
    hankel.addSuffix([]);
    expect(hankel.automaton().size).toBe(0);
    fill();
    expect(hankel.automaton().size).toBe(1);
    hankel.addPrefix([1, 1]);
    expect(hankel.automaton().size).toBe(1);
    fill();
    expect(hankel.automaton().size).toBe(1);
    hankel.addSuffix([1]);
    expect(hankel.automaton().size).toBe(1);
    fill();
    const automaton = hankel.automaton();
    expect(automaton.size).toBe(2);
    for (const word of [[], [0], [1], [1, 1], [1, 0, 1, 0]]) {
      expect(automaton.weigh(word)).toBe(2 ** word.length * (1 + (word.filter((a) => a === 1).length % 2)));
    }
  });

  it("omits arcs to classes that are not in P", () => {
    const { hankel, fill } = matrix((word) => [1, 3, 0][word.length] ?? 0, "a");
    hankel.addPrefix([]);
    hankel.addSuffix([0]);
    fill();
    expect(hankel.findUnclosed()).toEqual({ prefix: 0, letter: 0 });
    const automaton = hankel.automaton();
    expect([automaton.size, automaton.arcs]).toEqual([1, 0]);
    expect(automaton.weigh([])).toBe(1);
  });

  it("takes words of any length", () => {
    const { hankel } = matrix(() => 1);
    const word = Array.from({ length: 20_000 }, (_, i) => i % 2);
    expect(hankel.addPrefix(word)).toBe(true);
    expect(hankel.prefixes).toHaveLength(20_001);
    expect(hankel.addPrefix(word.slice(0, 19_999))).toBe(false);
  });

  it("gives the minimal automaton at once from the access words and all suffixes up to a sufficient length", () => {
    for (const setting of exactCases) {
      for (const sketch of sketches) {
        const target = sketched(setting, sketch);
        const observations = new Observations(setting.algebra, target.alphabet.size);
        const hankel = new Hankel(setting.algebra, target.alphabet, observations);
        const words: number[][] = [[]];
        for (const word of words) {
          if (word.length < 4) words.push(...Array.from(target.alphabet.symbols, (_, a) => [...word, a]));
          hankel.addPrefix(word);
          hankel.addSuffix(word);
        }
        hankel.want();
        observations.record(observations.wanted().words.map((word) => target.weigh(word)));
        hankel.fill();
        expect(hankel.findUnclosed()).toBeUndefined();
        expect(hankel.findInconsistency()).toBeUndefined();
        expect(bytes(minimize(hankel.automaton()))).toBe(bytes(minimize(target)));
      }
    }
  });
});

describe("Observations", () => {
  it("keep one answer per word, and want a word once", () => {
    const observations = new Observations(rational, 2);
    const node = observations.node(observations.node(0, [0]), [1]);
    expect(observations.node(0, [0, 1])).toBe(node);
    expect(observations.knows(node)).toBe(false);
    expect(() => observations.weight(node)).toThrow(HankelError);
    observations.want(node);
    observations.want(node);
    expect(observations.wanted().words).toEqual([[0, 1]]);
    expect(() => observations.weight(node)).toThrow(HankelError);
    observations.record([0]);
    expect(observations.knows(node)).toBe(true);
    expect(observations.weight(node)).toBe(0);
    observations.want(node);
    expect(observations.wanted().words).toEqual([]);
    expect(observations.count).toBe(1);
  });

  it("hold many answers", () => {
    const observations = new Observations(rational, 1000);
    for (let i = 0; i < 1000; i++) observations.want(observations.node(0, [i, i]));
    observations.record(Array.from({ length: 1000 }, (_, i) => i));
    expect(observations.count).toBe(1000);
    for (let i = 0; i < 1000; i++) expect(observations.weight(observations.node(0, [i, i]))).toBe(i);
    expect(observations.knows(observations.node(0, [1]))).toBe(false);
  });

  it("know whether two non-zero answers differ", () => {
    const observations = new Observations(rational, 1);
    const answer = (length: number, weight: Rational) => {
      observations.want(observations.node(0, new Array(length).fill(0)));
      observations.record([weight]);
      return observations.weightsDiffer;
    };
    expect([answer(0, 0), answer(1, 3), answer(2, 3), answer(3, 0), answer(4, 2), answer(5, 3)]).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});
