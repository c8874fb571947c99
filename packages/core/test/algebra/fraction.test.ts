import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addRationals,
  compareRationals,
  divideRationals,
  equalRationals,
  formatRational,
  fraction,
  HankelError,
  isRational,
  multiplyRationals,
  negateRational,
  parseRational,
  type Rational,
  rational,
  rationalFromNumber,
  rationalToNumber,
  reciprocal,
  signOfRational,
  subtractRationals,
} from "../../src/index.ts";
import { integerPairs, rationals } from "../support/weights.ts";

const runs = { seed: 45, numRuns: 2000 };

/** The reference: pairs of bigints, reduced by Euclid. */
type Pair = [n: bigint, d: bigint];

function reduced(n: bigint, d: bigint): Pair {
  let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (b !== 0n) [a, b] = [b, a % b];
  return d < 0n ? [-n / a, -d / a] : [n / a, d / a];
}

function pair(r: Rational): Pair {
  return typeof r === "number" ? [BigInt(r), 1n] : [BigInt(r.n), BigInt(r.d)];
}

function safe(x: bigint): boolean {
  return x >= BigInt(Number.MIN_SAFE_INTEGER) && x <= BigInt(Number.MAX_SAFE_INTEGER);
}

/** Equal to the reference, and in normal form. */
function expectValue(actual: Rational, [n, d]: Pair) {
  expect(pair(actual)).toEqual([n, d]);
  if (d === 1n && safe(n)) expect(Object.is(actual, Number(n))).toBe(true);
  else expect(typeof (actual as { n: unknown }).n).toBe(safe(n) && safe(d) ? "number" : "bigint");
  expect(isRational(actual)).toBe(true);
}

describe("rational arithmetic agrees with pairs of bigints", () => {
  it("in its constructor", () => {
    fc.assert(
      fc.property(integerPairs, ([n, d]) => expectValue(fraction(n, d), reduced(BigInt(n), BigInt(d)))),
      runs,
    );
  });

  it("in +, -, ×, ÷ and comparison", () => {
    fc.assert(
      fc.property(rationals, rationals, (a, b) => {
        const [[an, ad], [bn, bd]] = [pair(a), pair(b)];
        expectValue(addRationals(a, b), reduced(an * bd + bn * ad, ad * bd));
        expectValue(subtractRationals(a, b), reduced(an * bd - bn * ad, ad * bd));
        expectValue(multiplyRationals(a, b), reduced(an * bn, ad * bd));
        if (bn !== 0n) expectValue(divideRationals(a, b), reduced(an * bd, ad * bn));
        const order = an * bd - bn * ad;
        expect(compareRationals(a, b)).toBe(order < 0n ? -1 : order > 0n ? 1 : 0);
        expect(equalRationals(a, b)).toBe(order === 0n);
      }),
      runs,
    );
  });

  it("in negation, reciprocal and sign", () => {
    fc.assert(
      fc.property(rationals, (a) => {
        const [n, d] = pair(a);
        expectValue(negateRational(a), [-n, d]);
        if (n !== 0n) expectValue(reciprocal(a), reduced(d, n));
        expect(signOfRational(a)).toBe(n < 0n ? -1 : n > 0n ? 1 : 0);
      }),
      runs,
    );
  });

  it("tells apart neighbours whose products round to the same double", () => {
    const big = Number.MAX_SAFE_INTEGER;
    expect(compareRationals(fraction(big, big - 1), fraction(big - 1, big - 2))).toBe(-1);
    expect(compareRationals(fraction(1 - big, big - 2), fraction(-big, big - 1))).toBe(-1);
  });
});

describe("a value that is not a rational", () => {
  it.each([
    ["half", 0.5],
    ["beyond the safe integers", 2 ** 53],
    ["infinity", Infinity],
    ["not in lowest terms", { n: 2, d: 4 }],
    ["negative below", { n: 1, d: -2 }],
    ["a whole number as a pair", { n: 3, d: 1 }],
    ["zero as a pair", { n: 0, d: 5 }],
    ["bigints that fit", { n: 1n, d: 2n }],
    ["mixed", { n: 1n, d: 2 }],
    ["big, not in lowest terms", { n: 2n ** 100n, d: 6n }],
    ["big, zero below", { n: 2n ** 100n, d: 0n }],
    ["empty", {}],
    ["text", "1/2"],
  ])("%s", (_, value) => expect(isRational(value)).toBe(false));

  it("treats -0 as 0", () => {
    expect(isRational(-0)).toBe(true);
    expect(rational.format(-0)).toBe("0");
  });

  it("is refused by the constructor", () => {
    expect(() => fraction(0.5)).toThrow(/safe integers or bigints, not of 0.5/);
    expect(() => fraction(2 ** 53, 3)).toThrow(HankelError);
    expect(() => fraction(1, 0)).toThrow(/divides by zero/);
    expect(() => divideRationals(1, 0)).toThrow(HankelError);
  });
});

function absolute(r: Rational): Rational {
  return signOfRational(r) < 0 ? negateRational(r) : r;
}

function bits(x: number): bigint {
  return new BigInt64Array(new Float64Array([x]).buffer)[0];
}

/** The next double above or below in magnitude. */
function neighbour(x: number, step: number): number {
  if (x === 0) return step * Number.MIN_VALUE;
  return new Float64Array(new BigInt64Array([bits(x) + BigInt(step)]).buffer)[0];
}

function isEven(x: number): boolean {
  return bits(x) % 2n === 0n;
}

describe("rationals and doubles", () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

  it("every double is a rational and comes back", () => {
    const edges = [
      0,
      Number.MIN_VALUE,
      2 ** -1022,
      2 ** -1023 * 1.5,
      Number.MAX_VALUE,
      0.1,
      -1 / 3,
      2 ** 53,
      2 ** 60,
    ];
    fc.assert(
      fc.property(fc.oneof(doubles, fc.constantFrom(...edges)), (x) => {
        expect(rationalToNumber(rationalFromNumber(x))).toBe(x + 0);
      }),
      runs,
    );
    expect(formatRational(rationalFromNumber(0.1))).toBe("3602879701896397/36028797018963968");
    expect(() => rationalFromNumber(Number.NaN)).toThrow(HankelError);
    expect(() => rationalFromNumber(-Infinity)).toThrow(HankelError);
  });

  it("rounds to the nearest double", () => {
    const spread = fc
      .tuple(rationals, fc.integer({ min: -1100, max: 1000 }))
      .map(([r, e]) =>
        multiplyRationals(r, e < 0 ? fraction(1, 2n ** BigInt(-e)) : fraction(2n ** BigInt(e))),
      );
    fc.assert(
      fc.property(spread, (r) => {
        const x = rationalToNumber(r);
        if (!Number.isFinite(x))
          return compareRationals(absolute(r), rationalFromNumber(Number.MAX_VALUE)) > 0;
        const error = absolute(subtractRationals(r, rationalFromNumber(x)));
        return [neighbour(x, 1), neighbour(x, -1)].filter(Number.isFinite).every((y) => {
          const order = compareRationals(error, absolute(subtractRationals(r, rationalFromNumber(y))));
          return order < 0 || (order === 0 && isEven(x));
        });
      }),
      runs,
    );
  });

  it("breaks ties to even, among the smallest doubles too", () => {
    const halves = [1, 3, 5, 7].map((n) => rationalToNumber(fraction(n, 2n ** 1075n)) / Number.MIN_VALUE);
    expect(halves).toEqual([0, 2, 2, 4]);
    expect(rationalToNumber(fraction(2n ** 53n + 1n))).toBe(2 ** 53);
    expect(rationalToNumber(fraction(2n ** 53n + 3n))).toBe(2 ** 53 + 4);
  });

  it("rounds to zero and to infinity", () => {
    expect(rationalToNumber(fraction(1, 10n ** 400n))).toBe(0);
    expect(rationalToNumber(fraction(10n ** 400n, 3))).toBe(Infinity);
    expect(rationalToNumber(fraction(-(10n ** 400n)))).toBe(-Infinity);
  });
});

describe("the notation of rationals", () => {
  it.each([
    ["3", 3],
    ["+2", 2],
    ["-0", 0],
    ["007", 7],
    ["-1/2", fraction(-1, 2)],
    ["2/4", fraction(1, 2)],
    ["0/5", 0],
    ["0.125", fraction(1, 8)],
    [".5", fraction(1, 2)],
    ["5.", 5],
    ["1e-3", fraction(1, 1000)],
    ["-1.5E+2", -150],
    ["2.50e0", fraction(5, 2)],
    ["0e10000", 0],
    ["9007199254740993", fraction(9007199254740993n)],
    ["0.1", fraction(1, 10)],
    ["18014398509481982/2", Number.MAX_SAFE_INTEGER],
  ])("reads %s", (text, value) => expect(parseRational(text)).toEqual(value));

  it("keeps keys in hexadecimal apart from keys in decimal", () => {
    const small = fraction(9007199254740991, 10);
    const big = fraction(0x9007199254740991n, 0x10n);
    expect(equalRationals(small, big)).toBe(false);
    expect(rational.key(small)).not.toBe(rational.key(big));
  });
});
