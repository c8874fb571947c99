/** Exact weights have a bounded number of digits, so that no product takes very long. */

import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_DIGITS, mostQuaternionDigits, setMostDigits } from "../../src/algebra/digits.ts";
import { Alphabet, fraction, fromExpression, quaternion, quaternionOf, rational } from "../../src/index.ts";

const MOST_DIGITS = DEFAULT_DIGITS;
const MOST_QUATERNION_DIGITS = mostQuaternionDigits();
afterEach(() => setMostDigits(DEFAULT_DIGITS));

describe("exact weights", () => {
  const half = fraction(10n ** BigInt(MOST_DIGITS / 2));

  test("may have so many digits, and no more", () => {
    const whole = rational.times(half, half);
    expect(rational.format(whole)).toHaveLength(MOST_DIGITS + 1);
    for (const weight of [whole, rational.inverse(whole), rational.negate(whole)]) {
      const ten = rational.equals(weight, rational.inverse(whole)) ? fraction(1, 10) : 10;
      expect(() => rational.times(weight, ten)).toThrow(
        `an exact weight has more than ${MOST_DIGITS} digits above or below its bar`,
      );
    }
  });

  test("have fewer in a quaternion", () => {
    const part = fraction(10n ** BigInt(MOST_QUATERNION_DIGITS - 1) + 1n);
    const q = quaternionOf(part, 1, fraction(1, 3));
    expect(() => quaternion.times(q, q)).toThrow(`more than ${MOST_QUATERNION_DIGITS} digits`);
    expect(() => quaternion.inverse(q)).toThrow(`more than ${MOST_QUATERNION_DIGITS} digits`);
    expect(() => quaternion.parse("1".repeat(100_000))).toThrow("a quaternion of at most 80100 characters");
  });

  test("end a short expression for a very long number", () => {
    const text = `${"<1e9999>(".repeat(900)}a${")".repeat(900)}`;
    expect(() => fromExpression(text, rational, { alphabet: new Alphabet("a") })).toThrow(
      `more than ${MOST_DIGITS} digits`,
    );
  });

  test("can be read again as they are written, with so many digits above and below the bar", () => {
    setMostDigits(50_000);
    const ratio = fraction(2n ** 166_000n, 3n ** 104_700n);
    const text = rational.format(ratio);
    expect(text.length).toBeGreaterThan(1.99 * 50_000);
    expect(rational.equals(rational.parse(text), ratio)).toBe(true);
    expect(() => rational.parse("-".padEnd(50_002, "7"))).toThrow(
      "a number of at most 50000 digits above and below its bar, not of 50001",
    );
  });

  test("have as many digits as the program allows", () => {
    const whole = rational.times(half, half);
    expect(() => rational.times(whole, whole)).toThrow("more than 200000 digits");
    setMostDigits(400_000);
    const square = rational.times(whole, whole);
    setMostDigits(400_001);
    expect(rational.equals(rational.parse(rational.format(square)), square)).toBe(true);
    setMostDigits(1000);
    expect(() => rational.times(half, 3)).toThrow("more than 1000 digits");
    expect(() => rational.parse("1".repeat(1001))).toThrow("at most 1000 digits");
    expect(() =>
      quaternion.times(quaternionOf(fraction(10n ** 40n)), quaternionOf(fraction(10n ** 20n))),
    ).toThrow("more than 50 digits");
    for (const wrong of [0, 1.5, 1e9]) {
      expect(() => setMostDigits(wrong)).toThrow(`1 to 10000000 digits, not ${wrong}`);
    }
  });
});
