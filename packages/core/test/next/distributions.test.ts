/** Distributions as answers: what is read, what is refused, how they are compared and written. */

import { Alphabet, distributionOf, readDistributions, rowsOver, type Word } from "@hankel/core";
import { describe, expect, it } from "vitest";

const alphabet = new Alphabet("ab");
const AB: Word = [0, 1];

const read = (value: unknown, notation = {}) => readDistributions(alphabet, [AB], [value], notation)[0];

describe("readDistributions", () => {
  it("takes probabilities in the alphabet's order, the end last, and divides by their sum", () => {
    expect([...read([0.25, 0.5, 0.25])]).toEqual([0.25, 0.5, 0.25]);
    const off = read([0.2, 0.7, 0.1004]);
    expect(off[0] + off[1] + off[2]).toBeCloseTo(1, 12);
    expect(off[0]).toBeCloseTo(0.2 / 1.0004, 12);
    expect([...read(Float32Array.of(0.25, 0.75, 0))]).toEqual([0.25, 0.75, 0]);
  });

  it("takes natural logarithms, and null or text for that of zero", () => {
    for (const zero of [null, "-inf", "-Infinity", Number.NEGATIVE_INFINITY]) {
      const row = read([Math.log(0.25), Math.log(0.75), zero], { logs: true });
      expect(row[0]).toBeCloseTo(0.25, 12);
      expect(row[2]).toBe(0);
    }
  });

  it("takes a row for each prefix, ε first, also as one flat array", () => {
    const rows = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    expect([...read(rows, { prefixes: true })]).toEqual(rows.flat());
    expect([...read(Float64Array.from(rows.flat()), { prefixes: true })]).toEqual(rows.flat());
    expect([...distributionOf(read(rows, { prefixes: true }), 2)]).toEqual([0, 0, 1]);
  });

  it("keeps the symbols that are wanted, and divides by what they sum to", () => {
    const full = new Alphabet(["b", "x", "a"]);
    const row = readDistributions(alphabet, [AB], [[0.2, 0.5, 0.2, 0.1]], { full })[0];
    expect([...row]).toEqual([0.2 / 0.5, 0.2 / 0.5, 0.1 / 0.5]);
    const none = () => readDistributions(alphabet, [AB], [[0, 1, 0, 0]], { full });
    expect(none).toThrow("the answer for ab: the chosen symbols and the end have probability 0, all of them");
  });

  it.each([
    [
      [0.5, 0.6, -0.1],
      {},
      "the probability of the end is -0.1: a probability is a number from 0 to 1; logarithms",
    ],
    [[0.5, Number.NaN, 0.5], {}, 'the probability of "b" is NaN'],
    [[0.5, null, 0.5], {}, 'the probability of "b" is null'],
    [[0.5, "0.5", 0], {}, 'the probability of "b" is "0.5"'],
    [
      [0.5, 0.5],
      {},
      "expected 3 probabilities (one for each letter, and last that of the end), got 2: [0.5,0.5]",
    ],
    [0.5, {}, "expected 3 probabilities (one for each letter, and last that of the end), got 0.5"],
    [[0.5, 0.5, 0.4], {}, "the probabilities sum to 1.4, not to 1: [0.5,0.5,0.4]"],
    [[2, 3, -1], { logs: true }, "expected natural logarithms of them"],
    [[0, Number.NaN, null], { logs: true }, 'the logarithm for "b" is NaN'],
    [
      [0.2, 0.7, 0.1],
      { prefixes: true },
      "expected an array of 3 distributions (one for each prefix, ε first)",
    ],
    [
      [[1, 0, 0]],
      { prefixes: true },
      "expected an array of 3 distributions (one for each prefix, ε first), got 1",
    ],
    [
      [
        [1, 0, 0],
        [1, 1, 0],
        [1, 0, 0],
      ],
      { prefixes: true },
      "at the prefix a: the probabilities sum to 2, not to 1",
    ],
  ])("refuses %j and names the word", (value, notation, message) => {
    expect(() => read(value, notation)).toThrow(`the answer for ab: `);
    expect(() => read(value, notation)).toThrow(message);
  });

  it("refuses what is no list, or one of another length", () => {
    expect(() => readDistributions(alphabet, [AB], undefined)).toThrow(
      'the answer has no array "distributions"',
    );
    expect(() => readDistributions(alphabet, [AB, []], [[1, 0, 0]])).toThrow(
      "asked for 2 distributions, got 1",
    );
  });
});

describe("distributions as answers", () => {
  const type = rowsOver(alphabet);
  const row = Float64Array.of(0.1, 0.2, 0.7);

  it("are equal if no probability differs by more than the tolerance", () => {
    expect(type.equals(row, Float64Array.of(0.10009, 0.19991, 0.7))).toBe(true);
    expect(type.equals(row, Float64Array.of(0.1002, 0.1998, 0.7))).toBe(false);
    expect(type.equals(row, Float64Array.of(0.1, 0.2, 0.7, 0.1, 0.2, 0.7))).toBe(false);
  });

  it("are written so that every bit comes back", () => {
    const third = Float64Array.of(1 / 3, 1e-300, 2 / 3);
    expect(type.format(row)).toBe("0.1 0.2 0.7");
    expect([...type.parse(type.format(third))]).toEqual([...third]);
  });

  it("refuses text that is none", () => {
    for (const text of ["", "0.1 0.2", "0.1 -0.2 1.1", "0.1  0.2 0.7", "a b c", "NaN 0 1"]) {
      expect(() => type.parse(text)).toThrow(/^expected /u);
    }
  });

  it("are weights only if they are numbers from 0", () => {
    expect(type.isAnswer(row)).toBe(true);
    expect(type.isAnswer([0.1, 0.2, 0.7])).toBe(false);
    expect(type.isAnswer(Float64Array.of(0, Number.NaN))).toBe(false);
  });
});
