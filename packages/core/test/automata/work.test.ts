/**
 * How much work operations count, and what is drawn by a seed: exact numbers, for automata that are written down. A change of
 * these is a change of what limits mean, or of what seeds mean.
 */

import {
  Alphabet,
  bestPaths,
  boolean,
  compare,
  determinize,
  formatExpression,
  freeGroup,
  freeWord,
  fromExpression,
  type GroupWithZero,
  HankelError,
  heaviestWords,
  intersect,
  machineOf,
  machineToWdfsa,
  primeField,
  push,
  type RandomOptions,
  randomAutomaton,
  rational,
  reduce,
  removeEpsilon,
  requireMachine,
  type Shape,
  sample,
  shortestDistance,
  toExpression,
  totalWeight,
  tropical,
  twins,
  union,
  Wdfsa,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

/** The least whole number of a budget that an operation keeps to. */
function least(operation: (limit: number) => unknown): number {
  const enough = (limit: number) => {
    try {
      operation(limit);
      return true;
    } catch (error) {
      if (error instanceof HankelError && error.code === "budget") return false;
      throw error;
    }
  };
  let [low, high] = [0, 1];
  while (!enough(high)) [low, high] = [high + 1, 2 * high];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (enough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Six states in two rings that meet, with two arcs on some letters. */
const RINGS =
  "> 0 1; > 3 1; 0 a 1 1; 1 a 1 2; 2 a 1 0; 0 b 1 3; 3 a 1 4; 4 b 1 5; 5 a 1 3; 3 b 1 3; 1 b 1 4; 2 b 1 2; 1 a 1 1; 2 1; 5 1";
const rings = <W>(algebra: GroupWithZero<W>) => automatonOf(algebra, RINGS);
/** The same rings with smaller weights, so that sums over all words exist. */
const fading = automatonOf(rational, RINGS.replaceAll(/ ([ab]) 1 /gu, " $1 1/4 "));
const silent = automatonOf(
  rational,
  "> 0 1; 0 - 1/2 1; 1 - 1/3 2; 2 - 1/5 0; 1 a 1 2; 2 b 1 1; 0 a 2 2; 2 1",
);

describe("the work of", () => {
  it.each<[string, (limit: number) => unknown, number]>([
    [
      "compare",
      (maxProducts) => compare(rings(rational), union(rings(rational), rings(rational)), { maxProducts }),
      8,
    ],
    ["compare of equals", (maxProducts) => compare(rings(rational), rings(rational), { maxProducts }), 152],
    [
      "compare modulo 7",
      (maxProducts) => compare(rings(primeField(7)), rings(primeField(7)), { maxProducts }),
      36,
    ],
    ["reduce", (maxProducts) => reduce(union(rings(rational), rings(rational)), { maxProducts }), 144],
    [
      "reduce modulo 7",
      (maxProducts) => reduce(union(rings(primeField(7)), rings(primeField(7))), { maxProducts }),
      63,
    ],
    ["determinize", (maxStates) => determinize(rings(boolean), { maxStates }), 20],
    ["toExpression", (maxSymbols) => toExpression(rings(boolean), { maxSymbols }), 28],
    ["intersect", (maxStates) => intersect(rings(rational), rings(rational), { maxStates }), 30],
    ["removeEpsilon", (maxProducts) => removeEpsilon(silent, { maxProducts }), 5],
    ["shortestDistance", (maxProducts) => shortestDistance(fading, { maxProducts }), 9],
    ["totalWeight", (maxProducts) => totalWeight(fading, { maxProducts }), 9],
    ["push", (maxProducts) => push(fading, { maxProducts }), 9],
    ["bestPaths", (maxNodes) => bestPaths(rings(tropical), 12, { maxNodes }), 28],
    ["heaviestWords", (maxNodes) => heaviestWords(rings(tropical), 12, { maxNodes }), 30],
    ["sample", (maxLetters) => sample(fading, { count: 20, maxLetters }), 56],
  ])("%s is counted", (_, operation, expected) => {
    expect(least(operation)).toBe(expected);
  });
});

describe("twins", () => {
  const judged = (maxPairs: number) => twins(rings(tropical), { maxPairs }).because;

  it("looks at this many pairs of states and of arcs", () => {
    expect([judged(78), judged(79)]).toEqual([
      "twins stopped at its budget of 78 pairs",
      "the automaton has the twins property and ⊕ chooses",
    ]);
  });
});

describe("an expression", () => {
  it("counts the pairs of positions that follow each other, besides the first arcs", () => {
    expect(refusal(() => fromExpression("(a|b)*(a|b)", boolean, { maxArcs: 3 }))).toBe(
      "budget: fromExpression stopped at its budget of 3 arcs",
    );
    expect(fromExpression("(a|b)*(a|b)", boolean).arcs).toBe(12);
    expect(least((maxArcs) => fromExpression("(a|b)*(a|b)", boolean, { maxArcs }))).toBe(8);
  });

  it("is written with the states that cost least taken out first", () => {
    expect(formatExpression(toExpression(rings(boolean)), boolean)).toBe(
      "b*ab(ab*ab)*|(aa*ab*a)*(aa*ab*|(aa*bb|bb*ab)(ab*ab)*)",
    );
    expect(formatExpression(toExpression(silent), rational)).toBe(
      "(<2>a|<1/2>(<1/3>|a))(b(<1/3>|a)|<1/5>(<2>a|<1/2>(<1/3>|a)))*",
    );
  });

  it("is nested a thousand deep at most", () => {
    // A product and a star for every step of a ladder, and a product around them: c(a(a(ab)*b)*b)*.
    const ladder = (steps: number) => {
      const arcs = Array.from({ length: steps }, (_, i) => `${i} a true ${i + 1}; ${i + 1} b true ${i}`);
      return automatonOf(boolean, `> ${steps + 1} true; ${steps + 1} c true 0; 0 true; ${arcs.join("; ")}`);
    };
    const written = (steps: number) => refusal(() => toExpression(ladder(steps), { maxSymbols: 1e6 }));
    expect(formatExpression(toExpression(ladder(3)), boolean)).toBe("c(a(a(ab)*b)*b)*");
    expect(written(499)).toBe("none");
    expect(written(500)).toBe("budget: toExpression: the expression is nested deeper than 1000");
  });
});

describe("the heaviest", () => {
  it("words come in shortlex order among equals, each once", () => {
    const automaton = rings(tropical);
    const found = heaviestWords(automaton, 8);
    expect(found.map(({ word, weight }) => `${automaton.alphabet.show(word)} ${weight}`)).toEqual([
      "aa 4",
      "ab 4",
      "aaa 5",
      "aab 5",
      "abb 5",
      "bab 5",
      "aaaa 6",
      "aaab 6",
    ]);
  });

  it("paths come shortest first among equals, with their states", () => {
    const found = bestPaths(rings(tropical), 6);
    expect(found.map(({ word, states, weight }) => `${word} ${states} ${weight}`)).toEqual([
      "0,0 0,1,2 4",
      "0,1 3,4,5 4",
      "0,0,1 0,1,2,2 5",
      "0,0,0 0,1,1,2 5",
      "0,1,1 0,1,4,5 5",
      "1,0,1 0,3,4,5 5",
    ]);
  });
});

describe("a seed", () => {
  const drawn = (shape: Shape, some: Partial<RandomOptions<unknown>> = {}) => {
    const automaton = randomAutomaton<unknown>({
      algebra: primeField(7),
      states: 5,
      letters: 2,
      shape,
      seed: 3,
      ...some,
    });
    const { target, arcWeight, finalWeight, initialWeight } = automaton;
    return [target, arcWeight, finalWeight, [initialWeight]]
      .map((all) => Array.from(all as ArrayLike<number>).join(" "))
      .join(" | ");
  };

  it.each<[Shape, string]>([
    ["dense", "1 2 2 2 3 4 4 1 2 2 | 4 4 1 1 2 2 1 6 2 2 | 0 6 0 4 4 | 3"],
    ["sparse", "1 2 -1 -1 3 -1 4 -1 -1 -1 | 3 2 0 0 3 0 3 0 0 0 | 4 6 0 1 2 | 1"],
    ["acyclic", "1 2 3 3 3 4 4 4 -1 -1 | 3 4 4 4 1 1 2 2 0 0 | 6 2 0 0 2 | 6"],
    ["few-final", "1 2 2 2 3 4 4 1 2 2 | 4 4 1 1 2 2 1 6 2 2 | 0 0 0 0 1 | 4"],
    ["chain", "1 -1 2 -1 -1 3 -1 4 -1 -1 | 4 0 3 0 0 4 0 3 0 0 | 0 0 0 0 3 | 3"],
  ])("draws this %s automaton", (shape, expected) => {
    expect(drawn(shape)).toBe(expected);
  });

  it("draws these words", () => {
    const words = sample(fading, { count: 12, seed: 5 }).map((word) => fading.alphabet.show(word));
    expect(words.join(" ")).toBe("bab ab aa aa aa aab aa abaab aaa aa aaa aa");
  });
});

describe("a machine", () => {
  const alphabet = new Alphabet("ab");
  const names = ["p", "q"];

  it("is refused at the arc that is missing, or writes too much", () => {
    const refused = (target: number[], ...weights: string[][]) =>
      refusal(() =>
        requireMachine(
          new Wdfsa({
            algebra: freeGroup,
            alphabet,
            target: Int32Array.from(target),
            arcWeight: weights.map((names) => (names.length === 0 ? freeGroup.zero : freeWord(...names))),
            initialWeight: freeGroup.one,
            finalWeight: [freeGroup.one, freeGroup.one],
          }),
        ),
      );
    const none = "automaton: no Mealy or Moore machine: ";
    expect(refused([1, 0, 0, -1], ["x"], ["x"], ["x"], [])).toBe(`${none}state 1 has no arc for "b"`);
    expect(refused([1, 0, -1, 0], ["x"], ["x"], [], ["x"])).toBe(`${none}state 1 has no arc for "a"`);
    expect(refused([1, 0, 0, 1], ["x"], ["x"], ["x"], ["x", "y"])).toBe(
      `${none}state 1 writes "x y" for "b", not a single output`,
    );
    expect(refused([1, 0, 0, 1], ["x"], ["x"], ["x"], ["x"])).toBe("none");
  });

  it("keeps the names of its states where each has one way in", () => {
    const mealy = machineToWdfsa({
      kind: "mealy",
      alphabet,
      target: [1, 0, 0, 1],
      output: ["x", "y", "x", "x"],
      names,
    });
    expect(machineOf(mealy)).toEqual({
      kind: "mealy",
      alphabet,
      target: Int32Array.of(1, 0, 0, 1),
      output: ["x", "y", "x", "x"],
      names,
    });
    const moore = machineToWdfsa({
      kind: "moore",
      alphabet,
      target: [1, 0, 0, 1],
      output: ["x", "y"],
      names,
    });
    expect(machineOf(moore)).toEqual({
      kind: "moore",
      alphabet,
      target: Int32Array.of(1, 0, 0, 1),
      output: ["x", "y"],
      names,
    });
    // State q is entered with x and with y: it becomes two.
    const two = machineToWdfsa({
      kind: "mealy",
      alphabet,
      target: [1, 1, 0, 0],
      output: ["x", "y", "s", "s"],
      names,
    });
    const { target, arcWeight, finalWeight, algebra } = two;
    const started = new Wdfsa({
      algebra,
      alphabet,
      names,
      target: Int32Array.from(target),
      arcWeight: Array.from(arcWeight),
      finalWeight: Array.from(finalWeight),
      initialWeight: freeWord("s"),
    });
    expect(machineOf(started)).toEqual({
      kind: "moore",
      alphabet,
      target: Int32Array.of(1, 2, 0, 0, 0, 0),
      output: ["s", "x", "y"],
    });
  });
});
