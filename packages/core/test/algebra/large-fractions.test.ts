/** Rationals around 2^53, where numbers turn into bigints and back, and around the ends of the doubles. */

import { describe, expect, it } from "vitest";
import { formatRational, keyOfRational, logOfRational } from "../../src/algebra/fraction-text.ts";
import {
  addRationals,
  compareRationals,
  divideRationals,
  equalRationals,
  fraction,
  isRational,
  multiplyRationals,
  negateRational,
  parseRational,
  type Rational,
  rationalToNumber,
  reciprocal,
  subtractRationals,
} from "../../src/algebra/index.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const BIG = 2n ** 53n;
/** Two primes above 2^53. */
const P = 9007199254740997n;
const Q = 9007199254741033n;

/** The type of the parts tells which form was chosen: `n` for numbers, `b` for bigints. */
function shown(a: Rational): string {
  if (typeof a === "number") return `${a}`;
  return `${typeof a.n === "bigint" ? "b" : "n"} ${a.n}/${a.d}`;
}

describe("a sum", () => {
  it("of integers leaves the safe integers at 2^53, on both sides, and returns", () => {
    expect(shown(addRationals(MAX, 0))).toBe(`${MAX}`);
    expect(shown(addRationals(MAX, 1))).toBe(`b ${BIG}/1`);
    expect(shown(addRationals(-MAX, -1))).toBe(`b -${BIG}/1`);
    expect(shown(addRationals(addRationals(MAX, 1), -1))).toBe(`${MAX}`);
    expect(shown(addRationals(addRationals(-MAX, -1), 1))).toBe(`-${MAX}`);
  });

  it("of fractions is in lowest terms, in numbers as long as they are safe", () => {
    expect(shown(addRationals(fraction(1, 6), fraction(1, 3)))).toBe("n 1/2");
    expect(shown(addRationals(fraction(1, 6), fraction(-1, 6)))).toBe("0");
    expect(shown(addRationals(fraction(1, MAX), fraction(1, MAX - 1)))).toBe(
      `b ${2n * BIG - 3n}/${(BIG - 1n) * (BIG - 2n)}`,
    );
    expect(shown(subtractRationals(fraction(1, P), fraction(1, P)))).toBe("0");
    expect(shown(addRationals(fraction(1, P), fraction(1, Q)))).toBe(`b ${P + Q}/${P * Q}`);
    // Three thirds of 1/P are 1/P again.
    const third = fraction(1, 3n * P);
    expect(shown(addRationals(third, addRationals(third, third)))).toBe(`b 1/${P}`);
    expect(shown(addRationals(fraction(P - 1n, P), fraction(1, P)))).toBe("1");
  });
});

describe("a product", () => {
  it("of integers leaves the safe integers, on both sides", () => {
    expect(shown(multiplyRationals(2 ** 26, 2 ** 26))).toBe(`${2 ** 52}`);
    expect(shown(multiplyRationals(2 ** 26, 2 ** 27))).toBe(`b ${BIG}/1`);
    expect(shown(multiplyRationals(-(2 ** 26), 2 ** 27))).toBe(`b -${BIG}/1`);
    expect(Object.is(multiplyRationals(-3, 0), 0)).toBe(true);
  });

  it("divides crosswise, in numbers and in bigints", () => {
    expect(shown(multiplyRationals(fraction(2, 3), fraction(9, 4)))).toBe("n 3/2");
    expect(shown(multiplyRationals(fraction(-2, 3), fraction(3, 2)))).toBe("-1");
    expect(shown(multiplyRationals(fraction(P, Q), fraction(Q, P)))).toBe("1");
    expect(shown(multiplyRationals(fraction(P, Q), fraction(Q, 3)))).toBe(`b ${P}/3`);
    expect(shown(multiplyRationals(fraction(3, Q), fraction(P, 3)))).toBe(`b ${P}/${Q}`);
    expect(shown(multiplyRationals(fraction(-P), fraction(Q)))).toBe(`b -${P * Q}/1`);
    expect(shown(multiplyRationals(fraction(1, MAX), fraction(1, 2)))).toBe(`b 1/${2n * (BIG - 1n)}`);
    expect(shown(multiplyRationals(fraction(1, 2n * (BIG - 1n)), 2))).toBe(`n 1/${MAX}`);
  });

  it("with a reciprocal is a quotient", () => {
    expect(shown(reciprocal(-4))).toBe("n -1/4");
    expect(shown(reciprocal(fraction(-2, 3)))).toBe("n -3/2");
    expect(shown(reciprocal(fraction(-P, 2)))).toBe(`b -2/${P}`);
    expect(shown(reciprocal(fraction(2, P)))).toBe(`b ${P}/2`);
    expect(shown(reciprocal(fraction(1, -5)))).toBe("-5");
    expect(shown(divideRationals(fraction(P), fraction(P)))).toBe("1");
    expect(() => reciprocal(0)).toThrow("zero has no inverse");
    expect(() => fraction(1, 0n)).toThrow("the fraction 1/0 divides by zero");
    expect(() => fraction(0.5, 1)).toThrow("a fraction is made of safe integers or bigints, not of 0.5");
    expect(() => fraction(1, 2 ** 53)).toThrow("not of 9007199254740992");
  });
});

describe("the order", () => {
  it("is exact where doubles are not", () => {
    expect(compareRationals(fraction(P, 3), fraction(P, 2))).toBe(-1);
    expect(compareRationals(fraction(P, 2), fraction(P, 3))).toBe(1);
    expect(compareRationals(fraction(P, 2), fraction(P, 2))).toBe(0);
    // The products of these differ by 1, and round to the same double.
    const [low, high] = [fraction(MAX - 2, MAX - 1), fraction(MAX - 1, MAX)];
    expect([compareRationals(low, high), compareRationals(high, low)]).toEqual([-1, 1]);
    expect(compareRationals(high, fraction(MAX - 1, MAX))).toBe(0);
    expect([compareRationals(1, fraction(1, 2)), compareRationals(fraction(1, 2), 1)]).toEqual([1, -1]);
  });

  it("is that of equality", () => {
    expect(equalRationals(fraction(1, P), fraction(1, P))).toBe(true);
    expect(equalRationals(fraction(1, P), fraction(2, P))).toBe(false);
    expect(equalRationals(fraction(1, P), fraction(1, Q))).toBe(false);
    expect(equalRationals(fraction(1, 2), 2)).toBe(false);
    expect(equalRationals(2, fraction(1, 2))).toBe(false);
  });
});

describe("a value is a rational in its one form", () => {
  it.each<[unknown, boolean]>([
    [MAX, true],
    [2 ** 53, false],
    [0.5, false],
    [{ n: 1, d: 2 }, true],
    [{ n: -3, d: 2 }, true],
    [{ n: 2, d: 4 }, false],
    [{ n: 2, d: 1 }, false],
    [{ n: 1, d: -2 }, false],
    [{ n: 1, d: 2 ** 53 }, false],
    [{ n: 2 ** 53 + 2, d: 3 }, false],
    [{ n: 1, d: 2n }, false],
    [{ n: 1n, d: 2 }, false],
    [{ n: 1n, d: 2n }, false],
    [{ n: BIG, d: 1n }, true],
    [{ n: -BIG, d: 1n }, true],
    [{ n: BIG, d: 2n }, false],
    [{ n: BIG, d: 0n }, false],
    [{ n: BIG, d: -1n }, false],
    [{ n: 1n, d: BIG }, true],
    [{ n: 1n, d: BIG - 1n }, false],
    [{ n: BIG - 1n, d: 1n }, false],
    [null, false],
    ["1", false],
  ])("%s: %s", (value, is) => {
    expect(isRational(value)).toBe(is);
  });
});

describe("as text", () => {
  it("a large rational is read and written exactly", () => {
    for (const text of [`${P}`, `-${P}/2`, `${MAX}`, `-${MAX}`, `1/${MAX}`, "0", "-7/3"]) {
      expect(formatRational(parseRational(text))).toBe(text);
    }
    expect(shown(parseRational(`+${P}/1`))).toBe(`b ${P}/1`);
    expect(shown(parseRational("999999999999999"))).toBe("999999999999999");
    expect(shown(parseRational("-0"))).toBe("0");
    expect(shown(parseRational("2.50e1"))).toBe("25");
    expect(shown(parseRational("-.5E-1"))).toBe("n -1/20");
    expect(() => parseRational("1/00")).toThrow("a denominator that is not zero");
    expect(() => parseRational(".")).toThrow("expected a rational number");
  });

  it("keys of numbers, of small fractions and of large ones never meet", () => {
    expect([5, fraction(1, 2), fraction(-1, 16n * P)].map((a) => keyOfRational(a))).toEqual([
      5,
      "1/2",
      `-1:${(16n * P).toString(16)}`,
    ]);
  });
});

describe("as a double", () => {
  it("a rational is rounded to the nearest, ties to even", () => {
    expect(rationalToNumber(fraction(BIG + 1n))).toBe(2 ** 53);
    expect(rationalToNumber(fraction(BIG + 3n))).toBe(2 ** 53 + 4);
    expect(rationalToNumber(fraction(2n * BIG + 5n, 2n))).toBe(2 ** 53 + 2);
    expect(rationalToNumber(negateRational(fraction(BIG + 3n)))).toBe(-(2 ** 53) - 4);
    expect(rationalToNumber(fraction(1, 3n ** 40n))).toBe(1 / 3 ** 40 - 0);
    expect(rationalToNumber(fraction(P, Q))).toBe(0.999999999999996);
  });

  it("the ends of the range are met", () => {
    const least = fraction(1, 2n ** 1074n);
    expect(rationalToNumber(least)).toBe(Number.MIN_VALUE);
    expect(rationalToNumber(divideRationals(least, 2))).toBe(0);
    expect(rationalToNumber(multiplyRationals(least, fraction(3, 4)))).toBe(Number.MIN_VALUE);
    expect(rationalToNumber(multiplyRationals(least, fraction(3, 2)))).toBe(2 * Number.MIN_VALUE);
    expect(rationalToNumber(multiplyRationals(least, fraction(5, 2)))).toBe(2 * Number.MIN_VALUE);
    expect(rationalToNumber(fraction(2n ** 1024n - 2n ** 970n - 1n))).toBe(Number.MAX_VALUE);
    expect(rationalToNumber(fraction(2n ** 1024n))).toBe(Infinity);
    expect(rationalToNumber(fraction(-(2n ** 1024n)))).toBe(-Infinity);
  });

  it("logarithms are near, however large or small or near 1 the number is", () => {
    expect(logOfRational(fraction(2n ** 5000n))).toBeCloseTo(5000 * Math.LN2, 9);
    expect(logOfRational(fraction(1, 2n ** 5000n))).toBeCloseTo(-5000 * Math.LN2, 9);
    expect(logOfRational(fraction(3n ** 2000n, 2n ** 100n))).toBeCloseTo(
      2000 * Math.log(3) - 100 * Math.LN2,
      9,
    );
    expect(logOfRational(fraction(2n ** 100n, 3n ** 2000n))).toBeCloseTo(
      100 * Math.LN2 - 2000 * Math.log(3),
      9,
    );
    expect(logOfRational(fraction(10n ** 20n + 1n, 10n ** 20n))).toBe(1e-20);
    expect(logOfRational(fraction(10n ** 20n - 1n, 10n ** 20n))).toBe(-1e-20);
    expect(logOfRational(fraction(1, 4))).toBe(Math.log(0.25));
    expect(logOfRational(8)).toBe(Math.log(8));
    expect([logOfRational(0), logOfRational(-1), logOfRational(fraction(-1, P))]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });
});
