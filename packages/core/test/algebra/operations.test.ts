/** Every operation of the named semifields on weights that can be checked by hand. */

import { describe, expect, it } from "vitest";
import {
  type Addition,
  arctic,
  arcticFloat64,
  boolean,
  freeGroup,
  type GroupWithZero,
  isField,
  isSemifield,
  log,
  primeField,
  quaternion,
  rational,
  real,
  tropical,
  tropicalFloat64,
  viterbi,
  viterbiFloat64,
} from "../../src/index.ts";
import { refusal } from "../support/refusal.ts";

type Any = GroupWithZero<unknown> & Partial<Addition<unknown>>;

/** Each semifield with what it says of itself. */
const all: readonly (readonly [string, Any, string])[] = [
  ["boolean", boolean as Any, "exact commutative uniqueRoots trivial"],
  ["rational", rational as Any, "exact commutative"],
  ["real", real as Any, "commutative"],
  ["log", log as Any, "commutative uniqueRoots"],
  ["tropical", tropical as Any, "exact commutative uniqueRoots"],
  ["arctic", arctic as Any, "exact commutative uniqueRoots"],
  ["viterbi", viterbi as Any, "exact commutative uniqueRoots"],
  ["tropical-float64", tropicalFloat64 as Any, "commutative uniqueRoots"],
  ["arctic-float64", arcticFloat64 as Any, "commutative uniqueRoots"],
  ["viterbi-float64", viterbiFloat64 as Any, "commutative uniqueRoots"],
  ["prime-field:2", primeField(2) as Any, "exact commutative trivial"],
  ["prime-field:7", primeField(7) as Any, "exact commutative"],
  ["quaternion", quaternion as Any, "exact"],
  ["free-group", freeGroup as Any, "exact uniqueRoots"],
];

describe.each(all)("%s", (name, algebra, claims) => {
  it("says what it is", () => {
    expect(algebra.name).toBe(name);
    const flags = ["exact", "commutative", "uniqueRoots", "trivial"] as const;
    expect(flags.filter((flag) => algebra[flag] === true).join(" ")).toBe(claims);
  });

  it("begins arrays with its zero", () => {
    const array = algebra.array(3);
    expect(Array.from(array)).toEqual([algebra.zero, algebra.zero, algebra.zero]);
    array[1] = algebra.one;
    expect(algebra.equals(array[1], algebra.one)).toBe(true);
    // Weights that are always doubles lie in a flat array.
    const flat = /float64|real|log|prime/u.test(name);
    expect(array instanceof Float64Array).toBe(flat);
  });

  it("refuses to invert its zero, by name", () => {
    expect(refusal(() => algebra.inverse(algebra.zero))).toMatch(`algebra: `);
    expect(refusal(() => algebra.inverse(algebra.zero))).toContain(name);
  });

  it("refuses what is no weight, by name", () => {
    expect(refusal(() => algebra.parse("^"))).toMatch(`is not a weight of ${name}: expected `);
    expect(algebra.isWeight(algebra.parse(algebra.format(algebra.one)))).toBe(true);
  });
});

describe("of the named semifields", () => {
  const named = (has: (algebra: Any) => boolean) =>
    all.filter(([, algebra]) => has(algebra)).map(([name]) => name);

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
const tasks: readonly (readonly [Any, string])[] = [
  [boolean as Any, "true ⊕ false = true; false ⊕ false = false; true ⊗ false = false; false * = true"],
  ...[rational as Any, real as Any].flatMap((algebra): [Any, string][] => [
    [algebra, "2 ⊕ -5 = -3; 2 ⊗ -5 = -10; -4 ⁻¹ = -1/4; 2 − = -2; -2 || = 2; 3 || = 3"],
    [algebra, "1/2 * = 2; -1/2 * = 2/3; 1 * = none; -1 * = none"],
    [algebra, "2 <=> 3 = -1; 3 <=> 2 = 1; 3 <=> 3 = 0; 1/2 number = 1/2; 1 log = 0"],
    [algebra, `4 log = ${Math.log(4)}`],
  ]),
  ...[tropical as Any, tropicalFloat64 as Any].flatMap((algebra): [Any, string][] => [
    [algebra, "2 ⊕ 3 = 2; 3 ⊕ 2 = 2; 1/2 ⊕ 3 = 1/2; 3 ⊕ 1/2 = 1/2; 1/3 ⊕ 1/2 = 1/3; 1/2 ⊕ 1/3 = 1/3"],
    [algebra, "Infinity ⊕ 3 = 3; 1/2 ⊕ Infinity = 1/2; Infinity ⊕ 1/2 = 1/2"],
    [algebra, "Infinity ⊗ 1/2 = Infinity; 1/2 ⊗ Infinity = Infinity; 3 ⊗ Infinity = Infinity"],
    [algebra, "2 ⊗ 1/2 = 5/2; 2 ⊗ 3 = 5; 2 ⁻¹ = -2; 0 * = 0; 2 * = 0; -2 * = none"],
  ]),
  ...[arctic as Any, arcticFloat64 as Any].flatMap((algebra): [Any, string][] => [
    [algebra, "2 ⊕ 3 = 3; 3 ⊕ 2 = 3; 3 ⊕ 1/2 = 3; -Infinity ⊕ -3 = -3; -3 ⊕ -Infinity = -3"],
    [algebra, "-Infinity ⊗ -3 = -Infinity; 2 ⊗ 3 = 5; 0 * = 0; 2 * = none; -2 * = 0"],
  ]),
  ...[viterbi as Any, viterbiFloat64 as Any].map((algebra): [Any, string] => [
    algebra,
    "2 ⊕ 3 = 3; 3 ⊕ 2 = 3; 3 ⊗ 1/2 = 3/2; 4 ⁻¹ = 1/4; 1 * = 1; 1/2 * = 1; 2 * = none; 1/4 number = 1/4",
  ]),
  // The exponent of a half is 0.693…, and two halves are one.
  [log as Any, `${Math.LN2} ⊕ ${Math.LN2} = 0; ${Math.LN2} * = ${-Math.LN2}`],
  [log as Any, "1 ⊕ 3 = 0.87307198895702; 3 ⊕ 1 = 0.87307198895702; 2 ⊗ 3 = 5; 2 ⁻¹ = -2"],
  [log as Any, "Infinity ⊕ 3 = 3; 3 ⊕ Infinity = 3; Infinity ⊕ Infinity = Infinity"],
  [log as Any, "0 * = none; -1 * = none; 2 * = -0.14541345786885906; Infinity * = 0"],
  // The lesser exponent is the heavier weight.
  [log as Any, "2 <=> 3 = 1; 3 <=> 2 = -1; 3 <=> 3 = 0; 2 number = 0.1353352832366127; 2 log = -2"],
  [primeField(7) as Any, "5 ⊕ 4 = 2; 3 ⊕ 4 = 0; 5 ⊗ 3 = 1; 5 ⁻¹ = 3; 0 * = 1; 1 * = none; 2 − = 5; 0 − = 0"],
  [quaternion as Any, "i ⊗ j = k; j ⊗ i = -k; j ⊗ k = i; k ⊗ j = -i; k ⊗ i = j; i ⊗ k = -j"],
  [quaternion as Any, "1+2i+3j+4k ⊗ 5+6i+7j+8k = -60+12i+30j+24k; 1+2i ⊕ 1/2-2i+k = 3/2+k"],
  [quaternion as Any, "1+i+j+k ⁻¹ = 1/4-1/4i-1/4j-1/4k; 1-2i+j-3k − = -1+2i-j+3k; 1-2i+j-3k || = 7"],
  [quaternion as Any, "1/2i * = 4/5+2/5i; i * = none; 1 * = none"],
  [freeGroup as Any, "x ⊗ y = x y; x y ⁻¹ = y^-1 x^-1"],
];

it.each(tasks.map(([algebra, line]) => [algebra.name, line, algebra] as const))(
  "%s: %s",
  (_, line, algebra) => {
    for (const task of line.split("; ")) {
      const [asked, expected] = task.split(" = ");
      const got = calculated(algebra, asked);
      // Floats print a quarter as 0.25, and the last digit of a logarithm may differ.
      if (Number.isFinite(rounded(got)) && (!algebra.exact || got !== expected)) {
        expect(rounded(got), task).toBeCloseTo(rounded(expected), 12);
      } else expect(got, task).toBe(expected);
    }
  },
);

function rounded(text: string): number {
  const [n, d = "1"] = text.split("/");
  return Number(n) / Number(d);
}
