/** Distributions over thousands of symbols: in 32 bits, in memory and in journals. */

import { Alphabet, AnswerStore, Random, readDistributions, rowsOver } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { isPacked, packNumbers, unpackNumbers } from "../../src/formats/packed-numbers.ts";

function randomRow(symbols: number, random: Random): Float64Array {
  const row = Float64Array.from({ length: symbols + 1 }, () => random.real() ** 8 + 1e-12);
  const sum = row.reduce((total, p) => total + p, 0);
  return row.map((p) => p / sum);
}

const variation = (p: Float64Array, q: Float64Array) =>
  p.reduce((sum, probability, i) => sum + Math.abs(probability - q[i]), 0) / 2;

describe("packed numbers", () => {
  test("are read as they were written, whatever their number", () => {
    const random = new Random(5);
    for (let length = 0; length < 20; length++) {
      const numbers = Float64Array.from({ length }, () =>
        Math.fround(random.real() * 10 ** -random.below(30)),
      );
      const text = packNumbers(numbers);
      expect(unpackNumbers(text)).toEqual(numbers);
      expect(text).toBe(`f32:${Buffer.from(Float32Array.from(numbers).buffer).toString("base64")}`);
    }
    const many = Float64Array.from({ length: 9001 }, (_, i) => Math.fround(1 / (i + 1)));
    expect(unpackNumbers(packNumbers(many))).toEqual(many);
  });

  test("nothing else is read", () => {
    for (const text of ["f32:AAA", "f32:AAAA", "f32:AA$AAA==", "f32:AAAAAAé=", "0.5 0.5", "f32:AAAA AAA"]) {
      expect(unpackNumbers(text)).toBeUndefined();
    }
    expect([isPacked("f32:"), isPacked("0.5")]).toEqual([true, false]);
  });
});

describe("rows over thousands of symbols", () => {
  const alphabet = Alphabet.letters(3000);
  const kind = rowsOver(alphabet);

  test("have 32 bits a number, and journals keep them in a quarter of the room", () => {
    const [row] = readDistributions(alphabet, [[]], [randomRow(3000, new Random(1))]);
    expect(row.every((p) => Math.fround(p) === p)).toBe(true);
    const text = kind.format(row);
    expect(kind.parse(text)).toEqual(row);
    expect(text.length).toBeLessThan(5.4 * 3001);
    expect(row.join(" ").length).toBeGreaterThan(4 * text.length * 0.8);
    // A journal of before, whose rows are written out, is read, too.
    expect(kind.parse(row.join(" "))).toEqual(row);
    expect(() => kind.parse(packNumbers([-1, 2]))).toThrow("expected probabilities separated by spaces");
    expect(() => kind.parse(packNumbers([0.5, 0.5]))).toThrow("expected 3001 probabilities in each row");
    const mean = kind.combine([row, row.map((p) => p * (1 + 1e-6))], "majority").answer;
    expect(kind.parse(kind.format(mean))).toEqual(mean);
  });

  test("that are equal up to rounding stay so, and those that differ stay different", () => {
    const random = new Random(2);
    for (let i = 0; i < 20; i++) {
      const row = randomRow(3000, random);
      const other = row.map((p) => p * (1 + (random.real() - 0.5) * 1e-15));
      const [a, b] = readDistributions(alphabet, [[], [0]], [row, other]);
      expect(variation(a, b)).toBeLessThan(1e-9);
      expect(variation(a, row)).toBeLessThanOrEqual(2 ** -24);
      const moved = row.slice();
      const step = row[0] / 2;
      moved[0] -= step;
      moved[1] += step;
      const [c] = readDistributions(alphabet, [[]], [moved]);
      expect(Math.abs(variation(a, c) - step)).toBeLessThanOrEqual(2 ** -23);
    }
  });

  test("over a thousand symbols or fewer, nothing is rounded", () => {
    const small = Alphabet.letters(1000);
    const row = randomRow(1000, new Random(3));
    const [read] = readDistributions(small, [[]], [row], { normalized: true });
    expect(read).toEqual(row);
    expect(rowsOver(small).format(row)).toBe(row.join(" "));
  });
});

describe("journals of models that tell prefixes", () => {
  const alphabet = new Alphabet("ab");
  const kind = rowsOver(alphabet, { prefixes: true });
  const rows = (...firsts: number[]) => Float64Array.from(firsts.flatMap((p) => [p, 0.9 - p, 0.1]));

  test("tell each row once, and a store that reads them knows all of them", () => {
    const store = new AnswerStore(kind, alphabet);
    const answers = [
      [[0, 1], rows(0.1, 0.2, 0.3)],
      [[0, 1, 1], rows(0.1, 0.2, 0.3, 0.4)],
      [[0, 0], rows(0.1, 0.2, 0.5)],
      [[1], rows(0.1, 0.6)],
    ] as const;
    const lines = answers.map(([word, weight]) => {
      const node = store.tree.insert(word);
      const line = store.line("answer", node, { weight }, true);
      store.record(node, { weight });
      return line;
    });
    const numbers = lines.map((line) => (line.kind === "answer" ? line.weight.split(" ").length / 3 : 0));
    expect(numbers).toEqual([3, 1, 1, 1]);
    const [read, resumed] = [new AnswerStore(kind, alphabet), new AnswerStore(kind, alphabet)];
    for (const line of lines) {
      read.apply(line);
      resumed.applyReserved(line, false);
    }
    for (const [word, weight] of answers) {
      expect(read.known(read.tree.insert(word))?.weight).toEqual(weight);
      expect(resumed.takeReserved(resumed.tree.insert(word))?.weight).toEqual(weight);
    }
    // Behind a prefix that no line told there is nothing to complete it with.
    expect(() => new AnswerStore(kind, alphabet).apply(lines[1])).toThrow(
      "expected 4 rows of 3 probabilities for 3 letters, got 3 in all",
    );
  });
});
