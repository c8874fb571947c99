import { Alphabet, minimize, type Rational, rational, tropical, Wdfsa } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { refineByMoore } from "../../src/automata/minimal/moore.ts";
import { bytes } from "../support/drafts.ts";

/** One long word, with two copies of every state after the first: each round splits off one state. */
function twoChains(length: number): Wdfsa<Rational> {
  const size = 2 * length;
  const target = new Int32Array(2 * size).fill(-1);
  const arcWeight = tropical.array(2 * size);
  const finalWeight = tropical.array(size);
  for (let state = 0; state < size; state++) {
    const depth = state % length;
    if (depth === length - 1) finalWeight[state] = 0;
    else {
      // Both letters lead on, to one copy or the other.
      for (const letter of [0, 1]) {
        target[2 * state + letter] = depth + 1 + ((state + letter + depth) % 2) * length;
        arcWeight[2 * state + letter] = 1;
      }
    }
  }
  return new Wdfsa({
    algebra: tropical,
    alphabet: new Alphabet("ab"),
    target,
    arcWeight,
    initialWeight: 0,
    finalWeight,
  });
}

describe("Moore's rounds", () => {
  test("stop along chains, and Valmari's loop finishes", () => {
    const automaton = twoChains(60);
    const { target } = automaton;
    const label = Int32Array.from(target as ArrayLike<number>, (to) => (to < 0 ? 0 : 1));
    const finals = Int32Array.from({ length: 120 }, (_, state) => (state % 60 === 59 ? 1 : 0));
    const { count, done } = refineByMoore({ width: 2, target, label }, finals, 2);
    expect(done).toBe(false);
    expect(count).toBeLessThan(60);
    const minimal = minimize(automaton);
    expect(minimal.size).toBe(60);
    expect(minimal.weigh(Array.from({ length: 59 }, (_, i) => i % 2))).toBe(59);
    expect(bytes(minimize(minimal))).toBe(bytes(minimal));
  });

  test("end at once if all weights differ", () => {
    const arcWeight = rational.array(100);
    for (let state = 0; state < 100; state++) arcWeight[state] = state + 1;
    const target = Int32Array.from({ length: 100 }, (_, state) => (state + 1) % 100);
    const label = Int32Array.from(arcWeight as ArrayLike<number>);
    const found = refineByMoore({ width: 1, target, label }, new Int32Array(100), 1);
    expect(found).toMatchObject({ count: 100, done: true });
  });

  test("change nothing if all states are alike", () => {
    const target = Int32Array.from({ length: 10 }, (_, state) => (state + 1) % 10);
    const start = new Int32Array(10);
    const found = refineByMoore({ width: 1, target, label: new Int32Array(10) }, start, 1);
    expect(found).toEqual({ of: start, count: 1, done: true });
  });
});
