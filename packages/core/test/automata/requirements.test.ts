/** What operations need of an algebra, each by its name, and the limits that they keep to. */

import {
  type Automaton,
  basisOf,
  boolean,
  closure,
  compare,
  entropy,
  expectedLength,
  freeGroup,
  type GroupWithZero,
  heaviestWords,
  intersect,
  klDivergence,
  push,
  quaternion,
  rational,
  real,
  reduce,
  reduceNumerically,
  reverse,
  sample,
  shortestDistance,
  toExpression,
  totalWeight,
  tropical,
  type Wfsa,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import {
  requireCommutative,
  requireExactField,
  requireField,
  requireNumbers,
  requireSemifield,
  semifieldOnDemand,
  starOfEmpty,
} from "../../src/automata/requirements.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

/** One state with a loop: every word has one path. */
const loop = <W>(algebra: GroupWithZero<W>, weight: string): Wfsa<W> =>
  automatonOf(
    algebra,
    `> 0 ${algebra.format(algebra.one)}; 0 a ${weight} 0; 0 ${algebra.format(algebra.one)}`,
  );

const words = loop(freeGroup, "x") as Automaton<unknown>;
const units = loop(quaternion, "i") as Automaton<unknown>;
const truths = loop(boolean, "true") as Automaton<unknown>;
const costs = loop(tropical, "1") as Automaton<unknown>;
const floats = loop(real, "0.5") as Automaton<unknown>;
const ratios = loop(rational, "1/2") as Automaton<unknown>;

describe("an operation says by its name what it needs", () => {
  it.each<[string, (automaton: Automaton<unknown>) => unknown]>([
    ["total", (automaton) => totalWeight(automaton)],
    ["shortestDistance", (automaton) => shortestDistance(automaton)],
    ["push", (automaton) => push(automaton as Wfsa<unknown>)],
    ["total --length", (automaton) => expectedLength(automaton)],
    ["best", (automaton) => heaviestWords(automaton, 1)],
    ["regex --of", (automaton) => toExpression(automaton)],
    ["closure", (automaton) => closure(automaton)],
  ])("%s: sums, which machines have not", (name, operation) => {
    expect(refusal(() => operation(words))).toBe(
      `unsupported: ${name} needs sums of weights, and a machine has outputs, not weights`,
    );
  });

  it.each<[string, string, (automaton: Automaton<unknown>) => unknown]>([
    ["total --entropy", "probabilities", (automaton) => entropy(automaton)],
    ["sample", "probabilities", (automaton) => sample(automaton)],
    ["klDivergence", "probabilities", (automaton) => klDivergence(automaton, automaton)],
    ["reverse", "weights that are multiplied in any order", (automaton) => reverse(automaton)],
    ["intersect", "weights that are multiplied in any order", (automaton) => intersect(automaton, automaton)],
    ["reduce", "a field of weights", (automaton) => reduce(automaton)],
  ])("%s: %s, which machines have not", (name, needed, operation) => {
    expect(refusal(() => operation(words))).toBe(
      `unsupported: ${name} needs ${needed}, and a machine has outputs, not weights`,
    );
  });

  it.each<[string, (automaton: Automaton<unknown>) => unknown]>([
    ["reverse", (automaton) => reverse(automaton)],
    ["intersect", (automaton) => intersect(automaton, automaton)],
    ["expectedLength", (automaton) => expectedLength(automaton)],
  ])("%s: a commutative ⊗", (name, operation) => {
    expect(refusal(() => operation(units))).toBe(
      `unsupported: ${name} needs a commutative ⊗, and that of quaternion is not`,
    );
  });

  it.each<[string, (automaton: Automaton<unknown>) => unknown]>([
    ["entropy", (automaton) => entropy(automaton)],
    ["sample", (automaton) => sample(automaton)],
    ["klDivergence", (automaton) => klDivergence(automaton, automaton)],
  ])("%s: probabilities", (name, operation) => {
    expect(refusal(() => operation(truths))).toBe(
      `unsupported: ${name} needs probabilities, such as rational, real or log weights, and boolean has none`,
    );
  });

  it.each<[string, (automaton: Automaton<unknown>) => unknown]>([
    ["reduce", (automaton) => reduce(automaton)],
    ["basisOf", (automaton) => basisOf(automaton)],
  ])("%s: a field", (name, operation) => {
    expect(refusal(() => operation(costs))).toBe(
      `unsupported: ${name} needs a field, and tropical has no additive inverses`,
    );
  });

  it("reduce: exact weights; reduceNumerically: rounded ones", () => {
    expect(refusal(() => reduce(floats))).toBe(
      "unsupported: reduce needs exact weights, and those of real are rounded; over rational they are not",
    );
    expect(refusal(() => reduceNumerically(ratios))).toMatch(
      /^unsupported: reduceNumerically needs a field of floats, such as real, and rational/u,
    );
  });

  it("closure: a sum of the powers of the weight of ε", () => {
    expect(refusal(() => closure(ratios))).toBe(
      "unsupported: closure: ε has the weight 1, whose powers have no sum in rational",
    );
    expect(refusal(() => closure(costs))).toBe("none");
  });

  it("expectedLength: sums that are no choices", () => {
    expect(refusal(() => expectedLength(costs))).toContain("expectedLength means nothing over tropical");
  });
});

describe("an algebra that has what is needed", () => {
  it("is returned as it is", () => {
    expect(requireSemifield(rational, "x")).toBe(rational);
    expect(requireField(real, "x")).toBe(real);
    expect(requireExactField(rational, "x")).toBe(rational);
    expect(refusal(() => requireCommutative(tropical, "x"))).toBe("none");
    const { compare: order, toNumber, log } = requireNumbers(rational, "x");
    expect([order(1, 2), toNumber(2), log(1)]).toEqual([-1, 2, 0]);
    expect(semifieldOnDemand(tropical, "x")).toBe(tropical);
  });

  it("may lack ⊕ as long as no two weights are added", () => {
    const sums = semifieldOnDemand(freeGroup, "x");
    expect([sums.plus("0", "x"), sums.plus("x", "0"), sums.plus("0", "0")]).toEqual(["x", "x", "0"]);
    expect(refusal(() => sums.plus("x", "y"))).toBe("unsupported: x needs ⊕, and free-group has none");
  });

  it("has a star of zero, always, and of others if their powers have a sum", () => {
    expect([starOfEmpty(freeGroup, "0", "x"), starOfEmpty(rational, 0, "x")]).toEqual(["1", 1]);
    expect(starOfEmpty(tropical, 3, "x")).toBe(0);
    expect(refusal(() => starOfEmpty(freeGroup, "y", "x"))).toBe(
      "unsupported: x: ε has the weight y, whose powers have no sum in free-group",
    );
    expect(refusal(() => starOfEmpty(rational, 2, "x"))).toContain("x: ε has the weight 2");
  });
});

it("numbers of words are whole", () => {
  for (const count of [-1, 0.5]) {
    expect(refusal(() => sample(ratios, { count }))).toBe(
      `usage: a number of words is 0 or more, not ${count}`,
    );
    expect(refusal(() => heaviestWords(ratios, count))).toBe(
      `usage: a number of words is 0 or more, not ${count}`,
    );
  }
  expect([sample(ratios, { count: 0 }), heaviestWords(costs, 0)]).toEqual([[], []]);
});

it("two automata over a field are compared word by word", () => {
  expect(compare(ratios as Wfsa<unknown>, ratios as Wfsa<unknown>)).toBeUndefined();
  expect(compare(ratios as Wfsa<unknown>, loop(rational, "1/3") as Wfsa<unknown>)?.word).toEqual([0]);
});
