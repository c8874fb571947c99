/** What the answers of machines and language models tell about the prefixes of words. */

import {
  Alphabet,
  AnswerStore,
  freeGroup,
  RowAnswers,
  RunAnswers,
  rowsOver,
  runsOf,
  WeightAnswers,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { PrefixTree } from "../../../src/words/prefix-tree.ts";
import { refusal } from "../../support/refusal.ts";

describe("the memory of a Mealy machine's runs", () => {
  const tree = new PrefixTree(2);
  const [a, ab, abb, b] = [[0], [0, 1], [0, 1, 1], [1]].map((word) => tree.insert(word));
  const told = (...runs: [number, string][]) => {
    const memory = new RunAnswers(tree, "mealy");
    for (const [node, run] of runs) memory.tell(node, run);
    return memory;
  };

  it("knows ε from the start, and all prefixes of what was told", () => {
    expect([told().knows(0), told().knows(a), told().answer(0)]).toEqual([true, false, "1"]);
    const memory = told([abb, "x y z"]);
    expect([a, ab, abb, b].map((node) => memory.knows(node))).toEqual([true, true, true, false]);
    expect([0, a, ab, abb].map((node) => memory.answer(node))).toEqual(["1", "x", "x y", "x y z"]);
  });

  it("believes the first run", () => {
    const memory = told([ab, "x y"], [abb, "u v z"]);
    expect(memory.answer(abb)).toBe("x y z");
    expect(memory.kept(abb, "u v w")).toBe("x y z");
    expect(memory.kept(b, "w")).toBe("w");
    expect(memory.kept(0, "1")).toBe("1");
  });

  it("finds the shortest prefix where two runs differ, by name", () => {
    const memory = told([abb, '"x 1" y z']);
    expect(memory.clash(abb, '"x 1" y z')).toBeUndefined();
    expect(memory.clash(abb, '"x 1" u v')).toEqual({ prefix: ab, told: "y", other: "u" });
    expect(memory.clash(abb, '"x 2" u z')).toEqual({ prefix: a, told: "x 1", other: "x 2" });
    expect(memory.clash(b, "w")).toBeUndefined();
  });

  it("forgets all but ε", () => {
    const memory = told([ab, "x y"]);
    memory.keepOnly([]);
    expect([0, a, ab].map((node) => memory.knows(node))).toEqual([true, false, false]);
  });

  it.each([
    ["x", "of a Mealy machine on 2 inputs"],
    ["x y z", "of a Mealy machine on 2 inputs"],
    ["x y^-1", "of a Mealy machine on 2 inputs"],
    ["0", "of a Mealy machine on 2 inputs"],
  ])("refuses %s as a run on two letters", (run, message) => {
    expect(refusal(() => told([ab, run]))).toBe(`parse: "${run}" is no run ${message}`);
  });
});

describe("the memory of a Moore machine's runs", () => {
  it("has an output for ε, too", () => {
    const tree = new PrefixTree(2);
    const [a, b] = [tree.insert([0]), tree.insert([1])];
    const memory = new RunAnswers(tree, "moore");
    expect(memory.knows(0)).toBe(false);
    memory.tell(a, "s x");
    expect([memory.knows(0), memory.answer(0), memory.answer(a)]).toEqual([true, "s", "s x"]);
    expect(memory.clash(b, "t y")).toEqual({ prefix: 0, told: "s", other: "t" });
    expect(memory.kept(b, "t y")).toBe("s y");
    expect(refusal(() => memory.tell(a, "x"))).toBe('parse: "x" is no run of a Moore machine on 1 input');
  });
});

describe("the memory of rows", () => {
  const tree = new PrefixTree(1);
  const [a, aa] = [tree.insert([0]), tree.insert([0, 0])];
  const rows = (...numbers: number[]) => Float64Array.from(numbers);
  const told = (...answers: [number, Float64Array][]) => {
    const memory = new RowAnswers(tree, rowsOver(new Alphabet("a"), { prefixes: true }));
    for (const [node, answer] of answers) memory.tell(node, answer);
    return memory;
  };

  it("knows the rows of all prefixes of what was told", () => {
    expect(told().knows(0)).toBe(false);
    const memory = told([a, rows(0.5, 0.5, 0.25, 0.75)]);
    expect([0, a, aa].map((node) => memory.knows(node))).toEqual([true, true, false]);
    expect(memory.answer(0)).toEqual(rows(0.5, 0.5));
    expect(memory.answer(a)).toEqual(rows(0.5, 0.5, 0.25, 0.75));
  });

  it("believes the first answer, and puts its rows in the place of others", () => {
    const memory = told([0, rows(0.5, 0.5)], [a, rows(0.1, 0.9, 0.25, 0.75)]);
    expect(memory.answer(a)).toEqual(rows(0.5, 0.5, 0.25, 0.75));
    expect(memory.kept(aa, rows(0, 1, 0, 1, 0, 1))).toEqual(rows(0.5, 0.5, 0.25, 0.75, 0, 1));
  });

  it("finds the shortest prefix where two answers differ beyond rounding", () => {
    const memory = told([a, rows(0.5, 0.5, 0.25, 0.75)]);
    expect(memory.clash(aa, rows(0.5, 0.5, 0.25, 0.75, 0, 1))).toBeUndefined();
    expect(memory.clash(a, rows(0.5, 0.5, 0.25 + 1e-12, 0.75))).toBeUndefined();
    expect(memory.clash(a, rows(0.5, 0.5, 0, 1))?.prefix).toBe(a);
    const clash = memory.clash(a, rows(1, 0, 0, 1));
    expect(clash?.prefix).toBe(0);
    expect(clash?.told).not.toBe(clash?.other);
  });

  it("forgets", () => {
    const memory = told([0, rows(0.5, 0.5)]);
    memory.keepOnly([]);
    expect(memory.knows(0)).toBe(false);
  });

  it("counts the rows of an answer", () => {
    expect(refusal(() => told([a, rows(0.5, 0.5)]))).toBe(
      "parse: expected 2 rows of 2 probabilities for 1 letter, got 2 in all",
    );
    expect(refusal(() => told([0, rows(1, 0, 0)]))).toBe(
      "parse: expected 1 row of 2 probabilities for 0 letters, got 3 in all",
    );
  });
});

it("the memory of a kind tells prefixes where its answers do", () => {
  const alphabet = new Alphabet("ab");
  const tree = new PrefixTree(2);
  expect(weightsIn(freeGroup).answers(alphabet, tree)).toBeInstanceOf(WeightAnswers);
  expect(weightsIn(freeGroup).answers(alphabet, tree).tellsPrefixes).toBe(false);
  expect(runsOf("mealy").answers(alphabet, tree)).toBeInstanceOf(RunAnswers);
  expect(runsOf("moore").answers(alphabet, tree).tellsPrefixes).toBe(true);
  const rows = rowsOver(alphabet, { prefixes: true }).answers(alphabet, tree);
  expect(rows).toBeInstanceOf(RowAnswers);
  // Two letters and the end of the word.
  rows.tell(0, Float64Array.of(0.25, 0.25, 0.5));
  expect(rows.answer(0)).toEqual(Float64Array.of(0.25, 0.25, 0.5));
});

describe("a store of runs", () => {
  const make = () => {
    const store = new AnswerStore(runsOf("mealy"), new Alphabet("ab"));
    const nodes = [[0], [0, 1], [0, 1, 1], [1], [1, 0]].map((word) => store.tree.insert(word));
    return { store, nodes };
  };

  it("knows prefixes, but counts and lists only what was answered", () => {
    const { store, nodes } = make();
    const [a, ab, abb, b] = nodes;
    store.record(ab, { weight: "x y", answers: ["x y", "x y"] });
    expect(store.known(a)).toEqual({ weight: "x" });
    expect(store.known(ab)).toEqual({ weight: "x y", answers: ["x y", "x y"] });
    expect([store.known(abb), store.known(b)]).toEqual([undefined, undefined]);
    expect([store.isAnswered(a), store.isAnswered(ab), store.size, store.answered]).toEqual([
      false,
      true,
      1,
      2,
    ]);
    expect([...store.answers()]).toEqual([[[0, 1], "x y"]]);
  });

  it("asks the longest words first, without their prefixes and what is known", () => {
    const { store, nodes } = make();
    const [a, ab, abb, b, ba] = nodes;
    expect(store.memory.missing([a, b, ba, abb, abb, ab])).toEqual([abb, ba]);
    store.record(ba, { weight: "u v" });
    expect(store.memory.missing([a, b, ba, ab])).toEqual([ab]);
    expect(store.memory.missing([b, 0])).toEqual([]);
  });

  it("says which word told first what another answer contradicts", () => {
    const { store, nodes } = make();
    const [a, ab, abb, b, ba] = nodes;
    store.record(ba, { weight: "u v" });
    store.record(abb, { weight: "x y z" });
    store.record(ab, { weight: "x y" });
    expect(store.clash(ab, "x w")).toEqual({ prefix: [0, 1], word: [0, 1, 1], told: "y", other: "w" });
    expect(store.clash(b, "t")).toEqual({ prefix: [1], word: [1, 0], told: "u", other: "t" });
    expect(store.clash(a, "x")).toBeUndefined();
    expect(store.memory.kept(ab, "x w")).toBe("x y");
  });

  it("lets a correction win, the latest first, and an undo take back what it told", () => {
    const { store, nodes } = make();
    const [a, ab, abb, b] = nodes;
    store.record(abb, { weight: "x y z" });
    store.record(ab, { weight: "x y" });
    store.correct(ab, { weight: "u v" });
    expect([a, ab, abb].map((node) => store.known(node)?.weight)).toEqual(["u", "u v", "u v z"]);
    store.correct(abb, { weight: "r s t" });
    expect([a, ab, abb].map((node) => store.known(node)?.weight)).toEqual(["r", "r s", "r s t"]);
    store.correct(ab, { weight: "u v" });
    expect(store.known(abb)?.weight).toBe("u v t");
    store.record(b, { weight: "w" });
    expect(store.undo()).toBe(true);
    expect([store.known(b), store.known(abb)?.weight]).toEqual([undefined, "u v t"]);
    expect([...store.answers()].map(([, run]) => run)).toEqual(["u v t", "u v"]);
  });

  it("finds a reserved answer by its prefixes, too, and gives an early one out once", () => {
    const { store, nodes } = make();
    const [a, ab, , b] = nodes;
    store.reserve(ab, { weight: "x y", answers: ["x y"] }, true);
    store.reserve(b, { weight: "w" }, false);
    expect([store.early, store.reserved(a), store.known(a)]).toEqual([1, { weight: "x" }, undefined]);
    expect(store.takeReserved(a)).toEqual({ weight: "x" });
    expect(store.early).toBe(1);
    expect(store.takeReserved(ab)).toEqual({ weight: "x y", answers: ["x y"] });
    expect([store.early, store.takeReserved(b), store.early]).toEqual([0, { weight: "w" }, 0]);
  });
});
