/** Graphs of states and of pairs of states, each part by itself, with the values written down. */

import { describe, expect, it } from "vitest";
import { PairGraph } from "../../src/automata/determinization/pairs.ts";
import { components } from "../../src/automata/distances/components.ts";
import { Heap } from "../../src/automata/distances/heap.ts";
import { columns } from "../../src/automata/distances/linear.ts";
import { compare } from "../../src/automata/equivalence/compare.ts";
import { JoinedPairs } from "../../src/automata/equivalence/compare-pairs.ts";
import { accessWords } from "../../src/automata/minimal/canonical.ts";
import { OperationBudget } from "../../src/automata/requirements.ts";
import {
  Alphabet,
  boolean,
  type GroupWithZero,
  rational,
  real,
  WdfsaBuilder,
  WfsaBuilder,
} from "../../src/index.ts";
import { refusal } from "../support/refusal.ts";
import * as wfsas from "../support/wfsas.ts";

const ab = new Alphabet("ab");

const automatonOf = <W>(algebra: GroupWithZero<W>, lines: string) => wfsas.automatonOf(algebra, lines);

describe("a budget", () => {
  it("is met by as much, and stops what goes beyond", () => {
    const budget = new OperationBudget("test", "steps", 3);
    budget.spend(2);
    budget.spend();
    expect(refusal(() => budget.spend(0.5))).toBe("budget: test stopped at its budget of 3 steps");
    expect(refusal(() => budget.spend(1, () => "at state 7"))).toBe(
      "budget: test stopped at its budget of 3 steps: at state 7",
    );
    expect(refusal(() => new OperationBudget("test", "steps", -1))).toBe(
      "usage: a budget of steps is a number from 0 on, not -1",
    );
    expect(refusal(() => new OperationBudget("test", "steps", Number.NaN))).toMatch(/not NaN$/u);
    expect(refusal(() => new OperationBudget("test", "steps", 0))).toBe("none");
  });
});

describe("the square of an automaton", () => {
  const square = (lines: string) =>
    new PairGraph(automatonOf(boolean, lines), new OperationBudget("test", "pairs", 1e6));

  it("has the pairs of states that one word reaches, with a shortest word for each", () => {
    const pairs = square("> 0 1; 0 a 1 0; 0 a 1 1; 1 b 1 2; 2 a 1 0; 2 1");
    const shown = Array.from(
      { length: pairs.size },
      (_, i) => `${pairs.left[i]}${pairs.right[i]} ${pairs.wordTo(i)}`,
    );
    expect(shown).toEqual(["00 ", "01 0", "10 0", "11 0", "22 0,1"]);
    expect(pairs.start).toEqual([0, 4, 4, 4, 5, 6]);
    expect(pairs.target).toEqual([0, 1, 2, 3, 4, 0]);
    expect(pairs.target.map((_, arcs) => pairs.letterOf(arcs))).toEqual([0, 0, 0, 0, 1, 0]);
  });

  it("has all pairs of initial states", () => {
    expect(square("> 0 1; > 1 1; 0 a 1 0; 1 b 1 1; 0 1; 1 1").size).toBe(4);
  });

  it("has shortest paths, through pairs that pass", () => {
    const pairs = square("> 0 1; 0 a 1 1; 1 a 1 2; 1 b 1 0; 2 a 1 2; 2 1");
    const path = (from: number, to: number, passes: (pair: number) => boolean = () => true) =>
      pairs.shortestPath(from, (pair) => pair === to, passes);
    expect([path(0, 0), path(0, 1), path(0, 2), path(1, 0)]).toEqual([[], [0], [0, 1], [2]]);
    // The arcs of the pair behind this one are not its own.
    expect(path(0, 2, (pair) => pair !== 1)).toBeUndefined();
    expect(path(2, 0)).toBeUndefined();
  });
});

describe("a heap", () => {
  it("gives its items in order, equal ones too", () => {
    for (const items of [
      [],
      [1],
      [2, 1],
      [3, 1, 2],
      [5, 3, 8, 1, 9, 2, 7, 3, 1, 6, 4],
      [1, 2, 3, 4, 5, 6, 7],
    ]) {
      const heap = new Heap<number>((a, b) => a < b);
      for (const item of items) heap.push(item);
      const sorted = [...items].sort((a, b) => a - b);
      expect(items.map(() => heap.pop())).toEqual(sorted);
      expect(heap.pop()).toBeUndefined();
    }
  });
});

describe("strongly connected components", () => {
  it("come with those that they lead to before them", () => {
    // 0 ⇄ 1 → 2 → 3 ⇄ 4, and 5 alone with a loop.
    const found = components(6, [0, 1, 3, 4, 5, 6, 7], [1, 0, 2, 3, 4, 3, 5]);
    expect(found.count).toBe(4);
    expect(Array.from(found.of)).toEqual([2, 2, 1, 0, 0, 3]);
    expect(Array.from(found.first)).toEqual([0, 2, 3, 5, 6]);
    const parts = [0, 1, 2, 3].map((part) =>
      Array.from(found.members.subarray(found.first[part], found.first[part + 1])).sort((a, b) => a - b),
    );
    expect(parts).toEqual([[3, 4], [2], [0, 1], [5]]);
  });

  it("of a cycle with a shortcut is one", () => {
    expect(Array.from(components(4, [0, 2, 3, 4, 5], [1, 3, 2, 3, 0]).of)).toEqual([0, 0, 0, 0]);
    expect(components(0, [0], []).count).toBe(0);
  });
});

it("the columns of an automaton are the arcs that enter each state", () => {
  const { start, target, weight, arc, size } = columns(
    automatonOf(rational, "> 0 1; 0 a 2 1; 0 b 3 2; 1 a 5 2; 2 a 7 0; 2 1"),
  );
  expect([size, ...Array.from(start)]).toEqual([3, 0, 1, 2, 4]);
  expect([Array.from(target), Array.from(weight), Array.from(arc)]).toEqual([
    [2, 0, 0, 1],
    [7, 2, 3, 5],
    [3, 0, 1, 2],
  ]);
});

describe("joined pairs", () => {
  it("have words and depths, and can be cleared for another comparison", () => {
    const pairs = new JoinedPairs(2);
    pairs.reserve(3);
    for (let round = 0; round < 2; round++) {
      expect(pairs.count).toBe(0);
      expect([pairs.join(0, 0, -1, -1), pairs.join(1, 1, 0, 5), pairs.join(1, 2, 1, 6)]).toEqual([
        true,
        true,
        true,
      ]);
      expect([pairs.join(1, 1, 2, 7), pairs.join(0, 0, 2, 7)]).toEqual([false, false]);
      expect([pairs.join(0, 2, 2, 8), pairs.join(1, 0, 3, 9)]).toEqual([true, false]);
      expect([0, 1, 2, 3].map((pair) => pairs.word(pair))).toEqual([[], [5], [5, 6], [5, 6, 8]]);
      expect([0, 1, 2, 3].map((pair) => [pairs.left[pair], pairs.right[pair], pairs.depth[pair]])).toEqual([
        [0, 0, 0],
        [1, 1, 1],
        [1, 2, 2],
        [0, 2, 3],
      ]);
      expect(pairs.count).toBe(4);
      pairs.clear();
      pairs.reserve(3 + 4 * round);
    }
    pairs.reserve(20);
    expect([pairs.join(1, 19, -1, -1), pairs.left[0], pairs.right[0]]).toEqual([true, 1, 19]);
  });
});

describe("access words", () => {
  it("are the least ones in shortlex order", () => {
    const builder = new WdfsaBuilder(rational, ab);
    for (let i = 0; i < 4; i++) builder.state(1);
    builder.arc(0, "a", 1, 0).arc(0, "b", 1, 2).arc(2, "a", 1, 1).arc(2, "b", 1, 0).arc(1, "a", 1, 2);
    expect(accessWords(builder.build())).toEqual([[], [1, 0], [1], undefined]);
    expect(accessWords(new WdfsaBuilder(rational, ab).build())).toEqual([]);
  });
});

describe("a builder", () => {
  it("refuses symbols and states that it does not have, and no more", () => {
    const builder = new WfsaBuilder(rational, ab);
    const state = builder.state(1);
    expect(refusal(() => builder.arc(state, "c", 1, state))).toBe('automaton: "c" is not in the alphabet');
    expect(refusal(() => builder.arc(state, null, 1, state))).toBe("none");
    for (const wrong of [-1, 1, 0.5]) {
      const said = `automaton: state ${wrong} is outside 0…0`;
      expect(refusal(() => builder.arc(state, "a", 1, wrong))).toBe(said);
      expect(refusal(() => builder.arc(wrong, "a", 1, state))).toBe(said);
      expect(refusal(() => builder.arcOn(wrong, 0, 1, state))).toBe(said);
      expect(refusal(() => builder.initial(wrong))).toBe(said);
      expect(refusal(() => builder.final(wrong))).toBe(said);
    }
    expect([builder.size, builder.build().epsilons]).toEqual([1, 1]);
  });

  it("names states by their numbers from the first name on", () => {
    const builder = new WfsaBuilder(rational, ab);
    builder.state();
    expect(builder.build().names).toBeUndefined();
    builder.state(1, "end");
    const early = builder.build();
    builder.state();
    expect([early.names, builder.build().names]).toEqual([
      ["0", "end"],
      ["0", "end", "2"],
    ]);
    builder.initial(1, 3).final(0, 5).final(1);
    const { initialWeight, finalWeight } = builder.build();
    expect([Array.from(initialWeight), Array.from(finalWeight)]).toEqual([
      [0, 3, 0],
      [5, 1, 0],
    ]);
  });
});

describe("compare", () => {
  it("over an exact field passes ε arcs, matches symbols, and shows both weights", () => {
    const left = automatonOf(rational, "> 0 1; 0 - 2 1; 0 a 1 1; 1 b 3 1; 1 1");
    const right = automatonOf(rational, "> 0 1; 0 - 2 1; 0 a 1 1; 1 b 4 1; 1 1");
    expect(compare(left, right)).toEqual({ word: [1], left: 6, right: 8, alphabet: left.alphabet });
    expect(compare(left, left)).toBeUndefined();
    const other = automatonOf(rational, "> 0 1; 0 - 2 1; 0 c 1 1; 1 b 3 1; 1 1");
    const found = compare(left, other);
    expect([found?.word, found?.alphabet.symbols]).toEqual([[0], ["a", "b", "c"]]);
  });

  it("over rounded numbers does the same", () => {
    const left = automatonOf(real, "> 0 1; 0 - 2 1; 0 a 1 1; 1 b 3 1; 1 1");
    const right = automatonOf(real, "> 0 1; 0 - 2 1; 0 a 1 1; 1 b 4 1; 1 1");
    const found = compare(left, right);
    expect([found?.word, found?.alphabet, compare(left, left)]).toEqual([[1], left.alphabet, undefined]);
    expect([found?.left, found?.right]).toEqual([expect.closeTo(6, 9), expect.closeTo(8, 9)]);
  });
});
