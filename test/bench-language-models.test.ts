import { fileURLToPath } from "node:url";
import { Alphabet, compare, minimize, nextTeacherOf, real, Wdfsa } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { findNetworks } from "../bench/language-models/networks.ts";
import { automatonOfRows } from "../bench/language-models/peer-automaton.ts";
import { plateau } from "../bench/language-models/plateau.ts";
import { Asker, prototype } from "../bench/language-models/prototype.ts";
import { arcsOf, countingTeacher, randomPdfa } from "../bench/language-models/random-pdfa.ts";
import { agreement, arcShares } from "../bench/language-models/same-machine.ts";

/** Two states: a leads to the other one, b stays; the rows differ. */
const flip = {
  states: 2,
  letters: 2,
  target: [1, 0, 0, 1],
  rows: [0.6, 0.2, 0.2, 0.1, 0.4, 0.5],
};
const alphabet = Alphabet.letters(2);
const flipped = automatonOfRows(flip, alphabet);

describe("agreement with the automaton that taught a network", () => {
  test("names of states do not matter, but for the initial one", () => {
    const three = { states: 3, letters: 1, target: [1, 2, 1], rows: [0.5, 0.5, 0.9, 0.1, 0.3, 0.7] };
    const renamed = { states: 3, letters: 1, target: [2, 2, 1], rows: [0.5, 0.5, 0.3, 0.7, 0.9, 0.1] };
    const one = Alphabet.letters(1);
    const found = agreement(automatonOfRows(three, one), automatonOfRows(renamed, one));
    expect(found).toEqual({ arcs: 3, wrong: 0, same: true });
  });

  test("an arc that leads elsewhere is wrong", () => {
    const other = automatonOfRows({ ...flip, target: [1, 0, 0, 0] }, alphabet);
    expect(agreement(flipped, other)).toEqual({ arcs: 4, wrong: 1, same: false });
  });

  test("two states of the teacher are not one of the other", () => {
    const merged = automatonOfRows(
      { states: 1, letters: 2, target: [0, 0], rows: [0.4, 0.3, 0.3] },
      alphabet,
    );
    expect(agreement(flipped, merged).same).toBe(false);
  });

  test("more states are not the same machine", () => {
    const rows = [...flip.rows, 0.1, 0.1, 0.8];
    const larger = automatonOfRows({ ...flip, states: 3, target: [1, 0, 0, 1, 0, 0], rows }, alphabet);
    expect(agreement(flipped, larger)).toEqual({ arcs: 4, wrong: 0, same: false });
  });

  test("rare arcs do not count", () => {
    const rare = { ...flip, rows: [0.6, 0.2, 0.2, 0.1, 1e-5, 0.9 - 1e-5] };
    const other = { ...rare, target: [1, 0, 0, 0] };
    const found = agreement(automatonOfRows(rare, alphabet), automatonOfRows(other, alphabet));
    expect(found).toEqual({ arcs: 3, wrong: 0, same: true });
  });

  test("the shares of arcs and ends sum to 1", () => {
    const shares = arcShares(flipped);
    // The state behind words of even length in a is visited v times and the other one w: v = 1 + 0.2v + 0.1w, w = 0.6v + 0.4w.
    const [v, w] = [1 / 0.7, 1 / 0.7];
    expect(shares[0]).toBeCloseTo((0.6 * v) / (v + w));
    expect(shares[3]).toBeCloseTo((0.4 * w) / (v + w));
  });
});

describe("the prototype", () => {
  test.each([0.02, 0.05])("finds an automaton again at tolerance %d", async (tolerance) => {
    const found = await prototype(new Asker(nextTeacherOf(flipped)), tolerance, 10);
    expect(found).toBeDefined();
    if (found !== undefined) expect(compare(automatonOfRows(found, alphabet), flipped)).toBeUndefined();
  });

  test("gives up when it has more states than wanted", async () => {
    const { alphabet: symbols, next } = countingTeacher(randomPdfa({ states: 20, letters: 2, zeros: 0 }, 1));
    const asker = new Asker({ alphabet: symbols, next });
    expect(await prototype(asker, 0.001, 5)).toBeUndefined();
  });

  test("asks for no word twice, and counts the words that begin no other", async () => {
    const counting = countingTeacher(flip);
    const asker = new Asker(counting);
    await asker.ask([[], [0], [0, 1, 1], [1]]);
    await asker.ask([[0], [1, 0], [1, 0]]);
    expect(counting.asked).toBe(5);
    expect(asker.distributions).toBe(5);
    expect(asker.words).toBe(2);
  });
});

test("a plateau is the longest run of equal sizes, the finer one of two; one state is none", () => {
  expect(plateau([1, 1, 1, 1, 4, 4, 4])).toBe(4);
  expect(plateau([2, 2, 5, 5, 7, undefined])).toBe(2);
  expect(plateau([1, 1, undefined, undefined])).toBeUndefined();
});

describe("random probabilistic automata", () => {
  test.each([
    { states: 50, letters: 2, zeros: 0 },
    { states: 60, letters: 10, zeros: 0.9 },
  ])("$states states, $letters letters, $zeros zeros: half of the states are reached, seed 3", (shape) => {
    const found = randomPdfa(shape, 3);
    expect(found.states).toBeGreaterThanOrEqual(shape.states / 2);
    const automaton = automatonOfRows(found, Alphabet.letters(shape.letters));
    expect(minimize(automaton).size).toBe(found.states);
    const kept = Array.from(automaton.target).filter((to) => to >= 0).length;
    expect(arcsOf(found)).toBe(kept);
    for (let state = 0; state < found.states; state++) {
      const row = found.rows.slice(state * (shape.letters + 1), (state + 1) * (shape.letters + 1));
      expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1);
      expect(row.filter((p) => p > 0).length).toBeGreaterThanOrEqual(2);
    }
  });

  test("a teacher answers as the automaton does, and counts", () => {
    const counting = countingTeacher(flip);
    const [empty, a, ab] = counting.next([[], [0], [0, 1]]);
    expect([...empty]).toEqual([0.6, 0.2, 0.2]);
    expect([...a]).toEqual([0.1, 0.4, 0.5]);
    expect([...ab]).toEqual([0.1, 0.4, 0.5]);
    expect(counting.asked).toBe(3);
  });
});

test("rows are divided by their sum, and an arc of probability 0 is none", () => {
  const found = automatonOfRows({ states: 1, letters: 2, target: [0, 0], rows: [1, 0, 1] }, alphabet);
  const expected = new Wdfsa({
    algebra: real,
    alphabet,
    target: Int32Array.of(0, -1),
    arcWeight: Float64Array.of(0.5, 0),
    initialWeight: 1,
    finalWeight: Float64Array.of(0.5),
  });
  expect(Array.from(found.target)).toEqual([0, -1]);
  expect(compare(found, expected)).toBeUndefined();
});

test("the networks of examples/models are its language models, with the automata that taught them", () => {
  const networks = findNetworks(fileURLToPath(new URL("../examples/models", import.meta.url)));
  const names = networks.map(({ name }) => name);
  expect(names).toContain("uhl1");
  expect(names.filter((name) => name.startsWith("tomita"))).toEqual([]);
  expect(networks.find(({ name }) => name === "random-5")?.taughtBy?.size).toBe(5);
});
