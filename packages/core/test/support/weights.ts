/** Random weights of every algebra, for properties that must hold over all of them. */

import * as fc from "fast-check";
import {
  arctic,
  arcticFloat64,
  boolean,
  defineSemifield,
  type FreeLetter,
  type FreeWord,
  fraction,
  freeGroup,
  freeWord,
  type GroupWithZero,
  log,
  primeField,
  type Quaternion,
  quaternion,
  quaternionOf,
  type Rational,
  rational,
  real,
  tropical,
  tropicalFloat64,
  viterbi,
  viterbiFloat64,
} from "../../src/index.ts";

export interface WeightCase<W> {
  readonly algebra: GroupWithZero<W>;
  /** Any weight: zero, one, small, huge. Every law must hold for these, up to the tolerance if there is one. */
  readonly weight: fc.Arbitrary<W>;
  readonly nonZero: fc.Arbitrary<W>;
  /** Non-zero weights simple enough to be multiplied many times over. */
  readonly small: fc.Arbitrary<W>;
}

const MAX = Number.MAX_SAFE_INTEGER;
const HUGE = 2n ** 200n;

/** Safe integers, often near the limit. */
export const safeIntegers = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 20 }) },
  fc.maxSafeInteger(),
  fc.integer({ min: MAX - 3, max: MAX }),
  fc.integer({ min: -MAX, max: -MAX + 3 }),
  fc.integer({ min: 94_906_260, max: 94_906_270 }),
);

export const hugeIntegers = fc.oneof(
  fc.bigInt({ min: -HUGE, max: HUGE }),
  fc.bigInt({ min: BigInt(MAX) - 3n, max: BigInt(MAX) + 3n }),
);

/** Numerators and denominators, not yet in lowest terms. */
export const integerPairs: fc.Arbitrary<readonly [number | bigint, number | bigint]> = fc
  .tuple(fc.oneof(safeIntegers, hugeIntegers), fc.oneof(safeIntegers, hugeIntegers))
  .filter(([, d]) => d !== 0 && d !== 0n);

export const rationals: fc.Arbitrary<Rational> = fc.oneof(
  safeIntegers,
  fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 1, max: 30 }))
    .map(([n, d]) => fraction(n, d)),
  integerPairs.map(([n, d]) => fraction(n, d)),
);

const positiveRationals = integerPairs
  .filter(([n]) => n !== 0 && n !== 0n)
  .map(([n, d]) => fraction(magnitude(n), magnitude(d)));

const digits = fc.integer({ min: 1, max: 9 });
const smallRatios = fc.tuple(digits, digits).map(([n, d]) => fraction(n, d));

function magnitude(n: number | bigint): number | bigint {
  return n < 0 ? -n : n;
}

/**
 * m/1024 for |m| ≤ 2^20. Sums and products of three of these are exact in float64, so that sums may cancel and ⊕
 * is associative all the same; with weights of arbitrary sizes and signs it is not, within no tolerance.
 */
const exactDoubles = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((m) => m / 1024);

/** Positive numbers over 160 orders of magnitude: nothing cancels, and a product of five is still in range. */
export const positiveDoubles = fc
  .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -50, max: 50 }))
  .map(([m, e]) => m * 10 ** e);

/** Exponents up to 10^4: the rounding error when large ones cancel (10^-12) is well within the tolerance of 10^-9. */
const exponents = fc.oneof(fc.double({ min: -1e4, max: 1e4, noNaN: true }), fc.integer({ min: -9, max: 9 }));

const plainDigits = digits.map((n) => n / 2);

/** Names that are hard for a notation. */
export const trickyNames: readonly string[] = [
  "",
  " ",
  "0",
  "1",
  "^",
  "^-1",
  "x^-1",
  'x"',
  '"',
  '"x"',
  "\\",
  '\\"',
  "x\\",
  "new york",
  ' "',
  '" "',
  "\n",
  "\u0000",
  "\u2028",
  "\u00a0",
  "\ufeff",
  "\ud800",
  "\udc00x",
  "😀",
  "👩‍👩‍👧",
  "é",
  "e\u0301",
  "__proto__",
  "constructor",
  "-1",
  "<script>",
  "0x",
  "10",
  "null",
];

export const names: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("x", "y") },
  fc.constantFrom(...trickyNames),
  fc.string({ maxLength: 5 }),
  fc.string({ unit: "binary", maxLength: 3 }),
);

export const freeLetterLists: fc.Arbitrary<FreeLetter[]> = fc.array(
  fc.record({ name: names, inverse: fc.boolean() }, { noNullPrototype: true }),
  { maxLength: 6 },
);

const freeWords: fc.Arbitrary<FreeWord> = freeLetterLists.map((letters) => freeWord(...letters));

const quaternions: fc.Arbitrary<Quaternion> = fc.oneof(
  fc.tuple(rationals, rationals, rationals, rationals).map((parts) => quaternionOf(...parts)),
  fc
    .array(fc.integer({ min: -1, max: 1 }), { minLength: 4, maxLength: 4 })
    .map(([re = 0, i, j, k]) => quaternionOf(re, i, j, k)),
);

/** A user-defined algebra: the field with four elements, 0, 1, ω and ω + 1, as pairs of bits. */
export const fieldOfFour = defineSemifield<number>({
  name: "field-of-four",
  zero: 0,
  one: 1,
  commutative: true,
  plus: (a, b) => a ^ b,
  times: (a, b) => (a === 0 || b === 0 ? 0 : ((a + b - 2) % 3) + 1),
  inverse: (a) => [0, 1, 3, 2][a],
  isWeight: (value) => [0, 1, 2, 3].includes(value as number),
});

function weightCase<W>(
  algebra: GroupWithZero<W>,
  values: fc.Arbitrary<W>,
  small: fc.Arbitrary<W>,
): WeightCase<unknown> {
  const weight = fc.oneof(
    { weight: 8, arbitrary: values },
    { weight: 1, arbitrary: fc.constantFrom(algebra.zero, algebra.one) },
  );
  const nonZero = weight.filter((w) => !algebra.isZero(w));
  return { algebra, weight, nonZero, small };
}

function primeFieldCase(p: number): WeightCase<unknown> {
  const values = fc.oneof(
    fc.integer({ min: 0, max: p - 1 }),
    fc.integer({ min: Math.max(0, p - 3), max: p - 1 }),
  );
  return weightCase(primeField(p), values, fc.integer({ min: 1, max: Math.min(9, p - 1) }));
}

/** Every algebra of Hankel, prime fields for each method of computation, and a user-defined algebra. */
export const weightCases: readonly WeightCase<unknown>[] = [
  weightCase(boolean, fc.boolean(), fc.constant(true)),
  weightCase(
    rational,
    rationals,
    fc.tuple(smallRatios, fc.boolean()).map(([r, minus]) => (minus ? rational.times(-1, r) : r)),
  ),
  weightCase(real, exactDoubles, plainDigits),
  weightCase(log, exponents, plainDigits),
  weightCase(tropical, rationals, digits),
  weightCase(arctic, rationals, digits),
  weightCase(tropicalFloat64, exponents, plainDigits),
  weightCase(arcticFloat64, exponents, plainDigits),
  weightCase(viterbi, positiveRationals, smallRatios),
  weightCase(viterbiFloat64, positiveDoubles, plainDigits),
  primeFieldCase(2),
  primeFieldCase(7),
  primeFieldCase(94_906_249),
  primeFieldCase(1_000_000_007),
  primeFieldCase(2 ** 51 - 129),
  primeFieldCase(2 ** 53 - 111),
  weightCase(
    quaternion,
    quaternions,
    fc.constantFrom(..."1+i 1-j 2+k i j 1+2i".split(" ")).map((text) => quaternion.parse(text)),
  ),
  weightCase(freeGroup, freeWords, fc.constantFrom("x", "y", "x y", "y x", "x^-1", "z")),
  weightCase(fieldOfFour, fc.constantFrom(0, 1, 2, 3), fc.constantFrom(1, 2, 3)),
];

export const exactCases = weightCases.filter(({ algebra }) => algebra.exact);
