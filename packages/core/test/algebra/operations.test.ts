/** Every operation of the named semifields on weights that can be checked by hand. */

import { describe, expect, it } from "vitest";
import {
  type Addition,
  freeGroup,
  type GroupWithZero,
  isField,
  isSemifield,
  semifieldByName,
} from "../../src/index.ts";
import { refusal } from "../support/refusal.ts";

type Any = GroupWithZero<unknown> & Partial<Addition<unknown>>;

/** The algebra of a name; a new one where it has a tolerance, which is the default. */
function algebraOf(name: string): Any {
  return semifieldByName(/real|log|float64/u.test(name) ? `${name}:1e-9` : name);
}

/** Each semifield with what it says of itself. */
const all: readonly (readonly [string, string])[] = [
  ["boolean", "exact commutative uniqueRoots trivial"],
  ["rational", "exact commutative"],
  ["real", "commutative"],
  ["log", "commutative uniqueRoots"],
  ["tropical", "exact commutative uniqueRoots"],
  ["arctic", "exact commutative uniqueRoots"],
  ["viterbi", "exact commutative uniqueRoots"],
  ["tropical-float64", "commutative uniqueRoots"],
  ["arctic-float64", "commutative uniqueRoots"],
  ["viterbi-float64", "commutative uniqueRoots"],
  ["prime-field:2", "exact commutative trivial"],
  ["prime-field:7", "exact commutative"],
  ["quaternion", "exact"],
  ["free-group", "exact uniqueRoots"],
];

describe.each(all)("%s", (name, claims) => {
  it("says what it is", () => {
    const algebra = algebraOf(name);
    expect(algebra.name).toBe(name);
    const flags = ["exact", "commutative", "uniqueRoots", "trivial"] as const;
    expect(flags.filter((flag) => algebra[flag] === true).join(" ")).toBe(claims);
  });

  it("begins arrays with its zero", () => {
    const algebra = algebraOf(name);
    const array = algebra.array(3);
    expect(Array.from(array)).toEqual([algebra.zero, algebra.zero, algebra.zero]);
    array[1] = algebra.one;
    expect(algebra.equals(array[1], algebra.one)).toBe(true);
    // Weights that are always doubles lie in a flat array.
    const flat = /float64|real|log|prime/u.test(name);
    expect(array instanceof Float64Array).toBe(flat);
  });

  it("has a key for each weight if it is exact", () => {
    const algebra = algebraOf(name);
    if (!algebra.exact) return expect("key" in algebra).toBe(false);
    const [zero, one] = [algebra.zero, algebra.one].map((weight) => algebra.key(weight));
    expect(zero).not.toBe(one);
    expect(algebra.key(algebra.inverse(algebra.one))).toBe(one);
  });

  it("refuses to invert its zero, by name", () => {
    const algebra = algebraOf(name);
    expect(refusal(() => algebra.inverse(algebra.zero))).toMatch("algebra: ");
    expect(refusal(() => algebra.inverse(algebra.zero))).toContain(name);
  });

  it("refuses what is no weight, by name", () => {
    const algebra = algebraOf(name);
    expect(refusal(() => algebra.parse("^"))).toMatch(`is not a weight of ${name}: expected `);
    expect([algebra.zero, algebra.one, Number.NaN].map((value) => algebra.isWeight(value))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("of the named semifields", () => {
  const named = (has: (algebra: Any) => boolean) =>
    all.map(([name]) => name).filter((name) => has(algebraOf(name)));

  it("one has no sums, and five are fields", () => {
    expect(named((algebra) => !isSemifield(algebra))).toEqual(["free-group"]);
    expect(named(isField)).toEqual(["rational", "real", "prime-field:2", "prime-field:7", "quaternion"]);
    expect(isField({ ...freeGroup, negate: (a: string) => a } as typeof freeGroup)).toBe(false);
  });

  it("some have an order, numbers, logarithms and magnitudes", () => {
    expect(named(({ compare }) => compare !== undefined)).toEqual(["rational", "real", "log"]);
    expect(named(({ log: logarithm }) => logarithm !== undefined)).toEqual(["rational", "real", "log"]);
    expect(named(({ toNumber }) => toNumber !== undefined)).toEqual([
      "rational",
      "real",
      "log",
      "viterbi",
      "viterbi-float64",
    ]);
    expect(named(({ magnitude }) => magnitude !== undefined)).toEqual(["rational", "real", "quaternion"]);
    expect(named(({ star }) => star === undefined)).toEqual(["free-group"]);
  });
});

/** `2 ⊕ 3` and the like, as text. */
function calculated(algebra: Any, task: string): string {
  const [, left, sign, right] = /^(.*?) (⊕|⊗|\*|⁻¹|−|\|\||<=>|number|log) ?(.*)$/u.exec(task) ?? [];
  const [a, b] = [left, right || "1"].map((text) => algebra.parse(text));
  const shown = (weight: unknown) => (weight === undefined ? "none" : algebra.format(weight));
  switch (sign) {
    case "⊕":
      return shown(algebra.plus?.(a, b));
    case "⊗":
      return shown(algebra.times(a, b));
    case "*":
      return shown(algebra.star?.(a));
    case "⁻¹":
      return shown(algebra.inverse(a));
    case "−":
      return shown(algebra.negate?.(a));
    case "||":
      return shown(algebra.magnitude?.(a));
    case "<=>":
      return String(Math.sign(algebra.compare?.(a, b) ?? Number.NaN));
    case "number":
      return String(algebra.toNumber?.(a));
    case "log":
      return String(algebra.log?.(a));
    default:
      throw new Error(`there is no operation ${sign}`);
  }
}

/** Tasks and their results: `2 ⊕ 3 = 5; 2 ⁻¹ = 1/2`. */
const tasks: readonly (readonly [string, string])[] = [
  ["boolean", "true ⊕ false = true; false ⊕ false = false; true ⊗ false = false; false * = true"],
  ...["rational", "real"].flatMap((name): [string, string][] => [
    [name, "2 ⊕ -5 = -3; 2 ⊗ -5 = -10; -4 ⁻¹ = -1/4; 2 − = -2; -2 || = 2; 3 || = 3"],
    [name, "1/2 * = 2; -1/2 * = 2/3; 1 * = none; -1 * = none"],
    [name, "2 <=> 3 = -1; 3 <=> 2 = 1; 3 <=> 3 = 0; 1/2 number = 1/2; 1 log = 0"],
    [name, `4 log = ${Math.log(4)}`],
  ]),
  ...["tropical", "tropical-float64"].flatMap((name): [string, string][] => [
    [name, "2 ⊕ 3 = 2; 3 ⊕ 2 = 2; 1/2 ⊕ 3 = 1/2; 3 ⊕ 1/2 = 1/2; 1/3 ⊕ 1/2 = 1/3; 1/2 ⊕ 1/3 = 1/3"],
    [name, "Infinity ⊕ 3 = 3; 1/2 ⊕ Infinity = 1/2; Infinity ⊕ 1/2 = 1/2"],
    [name, "Infinity ⊗ 1/2 = Infinity; 1/2 ⊗ Infinity = Infinity; 3 ⊗ Infinity = Infinity"],
    [name, "2 ⊗ 1/2 = 5/2; 2 ⊗ 3 = 5; 2 ⁻¹ = -2; 0 * = 0; 2 * = 0; -2 * = none"],
  ]),
  ...["arctic", "arctic-float64"].flatMap((name): [string, string][] => [
    [name, "2 ⊕ 3 = 3; 3 ⊕ 2 = 3; 3 ⊕ 1/2 = 3; -Infinity ⊕ -3 = -3; -3 ⊕ -Infinity = -3"],
    [name, "-Infinity ⊗ -3 = -Infinity; 2 ⊗ 3 = 5; 0 * = 0; 2 * = none; -2 * = 0"],
  ]),
  ...["viterbi", "viterbi-float64"].map((name): [string, string] => [
    name,
    "2 ⊕ 3 = 3; 3 ⊕ 2 = 3; 3 ⊗ 1/2 = 3/2; 4 ⁻¹ = 1/4; 1 * = 1; 1/2 * = 1; 2 * = none; 1/4 number = 1/4",
  ]),
  // The exponent of a half is 0.693…, and two halves are one.
  ["log", `${Math.LN2} ⊕ ${Math.LN2} = 0; ${Math.LN2} * = ${-Math.LN2}`],
  ["log", "1 ⊕ 3 = 0.87307198895702; 3 ⊕ 1 = 0.87307198895702; 2 ⊗ 3 = 5; 2 ⁻¹ = -2"],
  ["log", "Infinity ⊕ 3 = 3; 3 ⊕ Infinity = 3; Infinity ⊕ Infinity = Infinity"],
  ["log", "0 * = none; -1 * = none; 2 * = -0.14541345786885906; Infinity * = 0"],
  // The lesser exponent is the heavier weight.
  ["log", "2 <=> 3 = 1; 3 <=> 2 = -1; 3 <=> 3 = 0; 2 number = 0.1353352832366127; 2 log = -2"],
  ["prime-field:7", "5 ⊕ 4 = 2; 3 ⊕ 4 = 0; 5 ⊗ 3 = 1; 5 ⁻¹ = 3; 0 * = 1; 1 * = none; 2 − = 5; 0 − = 0"],
  ["quaternion", "i ⊗ j = k; j ⊗ i = -k; j ⊗ k = i; k ⊗ j = -i; k ⊗ i = j; i ⊗ k = -j"],
  ["quaternion", "1+2i+3j+4k ⊗ 5+6i+7j+8k = -60+12i+30j+24k; 1+2i ⊕ 1/2-2i+k = 3/2+k"],
  ["quaternion", "1+i+j+k ⁻¹ = 1/4-1/4i-1/4j-1/4k; 1-2i+j-3k − = -1+2i-j+3k; 1-2i+j-3k || = 7"],
  ["quaternion", "1/2i * = 4/5+2/5i; i * = none; 1 * = none"],
  ["free-group", "x ⊗ y = x y; x y ⁻¹ = y^-1 x^-1"],
];

it.each(tasks)("%s: %s", (name, line) => {
  const algebra = algebraOf(name);
  for (const task of line.split("; ")) {
    const [asked, expected] = task.split(" = ");
    const got = calculated(algebra, asked);
    // Floats print a quarter as 0.25, and the last digit of a logarithm may differ.
    if (Number.isFinite(rounded(got)) && (!algebra.exact || got !== expected)) {
      expect(rounded(got), task).toBeCloseTo(rounded(expected), 12);
    } else expect(got, task).toBe(expected);
  }
});

function rounded(text: string): number {
  const [n, d = "1"] = text.split("/");
  return Number(n) / Number(d);
}
