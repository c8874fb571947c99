/** The parts of the multiplicity learner by hand: its words, its coordinates and its primes. */

import {
  fieldTeacher,
  floatingField,
  fraction,
  learn,
  primeField,
  type Rational,
  rational,
  real,
  type Wfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { Observations } from "../../../src/answers/observations.ts";
import { BlockWords, TrialSuffixes } from "../../../src/learning/multiplicity/block-words.ts";
import { Coordinates, exactScalars } from "../../../src/learning/multiplicity/coordinates.ts";
import { floatScalars } from "../../../src/learning/multiplicity/real-arithmetic.ts";
import { automatonOf } from "../../support/wfsas.ts";

/** The value of a word as a binary number, a being 0 and b 1: of rank 2. */
const binary = automatonOf(rational, "> 0 1; 0 a 1 0; 0 b 1 0; 0 b 1 1; 1 a 2 1; 1 b 2 1; 1 1");

function blockOf<W>(language: Wfsa<W>) {
  const observations = new Observations<W>(language.algebra, language.alphabet.size);
  const words = new BlockWords(observations, language.alphabet);
  const answer = () => observations.record(observations.wanted().words.map((word) => language.weigh(word)));
  const text = (word: Word) => word.map((letter) => language.alphabet.symbols[letter]).join("") || "ε";
  return { observations, words, answer, text };
}

describe("suffixes to try", () => {
  it("are a letter before a suffix of the block, each once, shortest first", () => {
    const trials = new TrialSuffixes(2);
    expect(trials.next(100)).toEqual([]);
    trials.add([0]);
    trials.add([]);
    trials.goesOn(1, 1);
    trials.goesOn(1, 1);
    expect(trials.next(100)).toEqual([[1], [0, 0], [1, 0]]);
    expect(trials.next(100)).toEqual([]);
  });

  it("come one at first, twice as many after each success, up to an eighth of the basis and one", () => {
    const trials = new TrialSuffixes(9);
    trials.add([]);
    trials.add([8]);
    trials.add([7]);
    expect(trials.next(16)).toEqual([[0]]);
    expect(trials.goesOn(1, 1)).toBe(true);
    expect(trials.next(16)).toHaveLength(2);
    expect(trials.goesOn(2, 2)).toBe(true);
    expect(trials.next(16)).toHaveLength(3);
    expect(trials.goesOn(3, 2)).toBe(false);
    expect(trials.next(16)).toHaveLength(1);
    expect(trials.next(7)).toHaveLength(1);
  });
});

describe("the words of a block", () => {
  it("are a basis, as many suffixes, and the words that follow the basis", () => {
    const { words, text, observations } = blockOf(binary);
    words.grow(-1, [1]);
    words.grow(1, []);
    expect([words.size, words.prefix(0), words.prefix(1), words.suffixes]).toEqual([2, [], [1], [[1], []]]);
    expect(words.rows.map((node) => text(observations.word(node)))).toEqual(["a", "b", "ba", "bb"]);
    expect([0, 1, 2, 3].map((row) => words.basisOf(row))).toEqual([-1, 1, -1, -1]);
    expect([words.rowOf(0), words.rowOf(1), words.openRows()]).toEqual([-1, 1, [0, 2, 3]]);
  });

  it("are compared by length, then by the alphabet", () => {
    const { words, observations } = blockOf(binary);
    const node = (...word: number[]) => observations.node(0, word);
    const order = (a: number, b: number) => Math.sign(words.compare(a, b));
    expect([order(node(1), node(0, 0)), order(node(0, 0), node(1))]).toEqual([-1, 1]);
    expect([order(node(0, 1), node(1, 0)), order(node(1, 0), node(0, 1))]).toEqual([-1, 1]);
    expect(order(node(1), node(1))).toBe(0);
  });

  it("ask for whole columns and rows", () => {
    const { words, observations, text } = blockOf(binary);
    const wanted = () => {
      const list = observations.wanted().words;
      observations.record(list.map((word) => binary.weigh(word)));
      return list.map(text).join(" ");
    };
    words.wantColumn([1]);
    expect(wanted()).toBe("b");
    words.grow(-1, [1]);
    words.wantRows(0);
    expect(wanted()).toBe("ε ab bb");
    words.wantColumn([]);
    expect(wanted()).toBe("a");
    expect(words.weight(observations.node(0, [1]), [1])).toBe(3);
  });
});

describe("coordinates", () => {
  /** The block with the basis ε, b and the suffixes b, ε. */
  function grown() {
    const { words, answer } = blockOf(binary);
    const coordinates = new Coordinates<Rational, Rational>(
      words,
      exactScalars(rational, (weight) => weight),
    );
    words.wantColumn([1]);
    answer();
    expect(coordinates.extend([[1]])).toBe(1);
    words.wantRows(0);
    words.wantColumn([]);
    answer();
    coordinates.complete();
    expect(coordinates.extend([[]])).toBe(1);
    words.wantRows(1);
    answer();
    coordinates.complete();
    return { words, coordinates };
  }

  it("write the row of each word as a combination of the basis", () => {
    const { coordinates } = grown();
    const row = (at: number) => [coordinates.row(at)[0], coordinates.row(at)[1]];
    // L(ba·s) = 2 L(b·s) - … : the rows of ε are (1, 0), of b (3, 1), of a (1, 0), of ba (5, 2), of bb (7, 3).
    expect([0, 1, 2, 3].map(row)).toEqual([
      [1, 0],
      [0, 1],
      [-1, 2],
      [-2, 3],
    ]);
    expect([coordinates.size, coordinates.known]).toEqual([2, 4]);
  });

  it("are followed letter by letter, and weigh what follows", () => {
    const { coordinates } = grown();
    const start = coordinates.start();
    expect(Array.from(start)).toEqual([1, 0]);
    const after = coordinates.step(coordinates.step(start, 1), 1);
    expect(Array.from(after)).toEqual([-2, 3]);
    expect(coordinates.follow(after, [1])).toBe(7);
    expect(coordinates.futures([1, 0])).toEqual([2, 6]);
    expect(coordinates.futures([])).toEqual([0, 1]);
    expect(coordinates.column([1])).toEqual([1, 3]);
  });

  it("step to a basis word without rounding", () => {
    // 49 · (1/49) is not 1 in floating point, and so in the coordinates of a.
    const { words, answer } = blockOf(automatonOf(real, "> 0 1; 0 a 1 1; 1 a 49 0; 0 1"));
    const floating = floatingField(real);
    if (floating === undefined) throw new Error("real is a field of rounded numbers");
    const coordinates = new Coordinates(words, floatScalars(floating));
    for (const suffix of [[], [0]]) {
      words.wantColumn(suffix);
      answer();
      expect(coordinates.extend([suffix])).toBe(1);
      words.wantRows(words.size - 1);
      answer();
      coordinates.complete();
    }
    expect(coordinates.row(0)[1]).toBe(49 * (1 / 49));
    expect(Array.from(coordinates.step(coordinates.start(), 0))).toEqual([0, 1]);
  });

  it("are computed again in another field, unless the rank is lower there", () => {
    const { words, coordinates } = grown();
    const modulo = (p: number) => {
      const field = primeField(p);
      return new Coordinates<Rational, number>(
        words,
        exactScalars(field, (weight) => field.parse(String(weight))),
      );
    };
    const seven = modulo(7);
    expect(seven.rebuild(coordinates)).toBe(true);
    expect([0, 1, 2, 3].map((at) => [seven.row(at)[0], seven.row(at)[1]])).toEqual([
      [1, 0],
      [0, 1],
      [6, 2],
      [5, 3],
    ]);
    expect([seven.size, seven.known, seven.futures([1, 0])]).toEqual([2, 4, [2, 6]]);
    const zero = new Coordinates<Rational, number>(
      words,
      exactScalars(primeField(2), () => 0),
    );
    expect(zero.rebuild(coordinates)).toBe(false);
  });
});

describe("over the rationals", () => {
  /** The first primes that the learner computes with: the largest below 2^26. */
  const [P, Q] = [67_108_859, 67_108_837];

  it.each<[string, string]>([
    ["weights that the first prime divides", `> 0 1; 0 a ${P} 0; 0 b 1 1; 0 1; 1 ${P}`],
    ["weights that the first two primes divide", `> 0 1; 0 a ${P} 1; 1 a ${Q} 0; 0 ${P}; 1 ${Q}`],
    [
      "denominators that the first prime divides",
      `> 0 1; 0 a 1/${P} 0; 0 b -1/${P} 1; 1 a 2 0; 0 1; 1 1/${Q}`,
    ],
    ["negative and large weights", `> 0 1; 0 a -3/7 1; 1 a -${P}${Q} 0; 0 -1; 1 -5`],
  ])("learns %s", (_, lines) => {
    const target = automatonOf(rational, lines);
    for (const trials of [true, false]) {
      const { automaton, outcome } = learn(fieldTeacher(target), { learner: "multiplicity", trials });
      expect([outcome, automaton.size]).toEqual(["accepted", 2]);
      const letters = target.alphabet.size;
      for (let i = 0; i < 60; i++) {
        const word = Array.from({ length: i % 6 }, (__, at) => (i >> at) % letters);
        expect(automaton.weigh(word)).toEqual(target.weigh(word));
      }
    }
  });

  it("solves for exact weights, which residues would not be", () => {
    const half = automatonOf(rational, "> 0 1; 0 a 1/2 0; 0 1");
    const { automaton } = learn(fieldTeacher(half), { learner: "multiplicity" });
    expect([automaton.arcWeight[0], automaton.finalWeight[0]]).toEqual([fraction(1, 2), 1]);
  });
});
