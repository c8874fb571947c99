/** Exact weights have a bounded number of digits, so that no product takes very long. */

import { describe, expect, test } from "vitest";
import { Alphabet, fraction, fromExpression, quaternion, quaternionOf, rational } from "../../src/index.ts";
import { MOST_DIGITS, MOST_QUATERNION_DIGITS } from "../../src/limits.ts";

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
});
