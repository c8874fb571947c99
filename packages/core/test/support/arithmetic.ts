/**
 * The arithmetic of the reference implementation: slow, obvious, and independent of the library. Weights are exchanged as
 * text in the algebra's notation.
 */

export interface Arithmetic<R> {
  readonly zero: R;
  readonly one: R;
  times(left: R, right: R): R;
  inverse(weight: R): R;
  equals(a: R, b: R): boolean;
  isZero(weight: R): boolean;
  read(text: string): R;
  /** The size of the matrices over a skew field that represent these weights faithfully, if it is not 1. */
  readonly dimension?: number;
}

/** With ⊕, for the algorithm as it was printed. */
export interface Summing<R> extends Arithmetic<R> {
  plus(left: R, right: R): R;
}

/** n / d, d > 0, in lowest terms. */
export interface Ratio {
  readonly n: bigint;
  readonly d: bigint;
}

export function ratio(n: bigint, d = 1n): Ratio {
  if (d === 0n) throw new Error("division by zero");
  let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (b !== 0n) [a, b] = [b, a % b];
  const divisor = d < 0n ? -a : a;
  return { n: n / divisor, d: d / divisor };
}

const add = (a: Ratio, b: Ratio) => ratio(a.n * b.d + b.n * a.d, a.d * b.d);
const subtract = (a: Ratio, b: Ratio) => ratio(a.n * b.d - b.n * a.d, a.d * b.d);
const multiply = (a: Ratio, b: Ratio) => ratio(a.n * b.n, a.d * b.d);
const same = (a: Ratio, b: Ratio) => a.n === b.n && a.d === b.d;

function readRatio(text: string): Ratio {
  const [n, d = "1"] = text.split("/");
  return ratio(BigInt(n), BigInt(d));
}

export const truths: Summing<boolean> = {
  zero: false,
  one: true,
  plus: (a, b) => a || b,
  times: (a, b) => a && b,
  inverse: (a) => a,
  equals: (a, b) => a === b,
  isZero: (a) => !a,
  read: (text) => text === "true",
};

/** ℚ. Also serves for its non-negative part under max, because nothing here needs ⊕. */
export const ratios: Summing<Ratio> = {
  zero: ratio(0n),
  one: ratio(1n),
  plus: add,
  times: multiply,
  inverse: (a) => ratio(a.d, a.n),
  equals: same,
  isZero: (a) => a.n === 0n,
  read: readRatio,
};

/** ℚ under addition, with a zero at infinity: tropical and arctic alike. */
export const exponents: Arithmetic<Ratio | "infinity"> = {
  zero: "infinity",
  one: ratio(0n),
  times: (a, b) => (a === "infinity" || b === "infinity" ? "infinity" : add(a, b)),
  inverse: (a) => (a === "infinity" ? a : ratio(-a.n, a.d)),
  equals: (a, b) => a === b || (a !== "infinity" && b !== "infinity" && same(a, b)),
  isZero: (a) => a === "infinity",
  read: (text) => (text.endsWith("Infinity") ? "infinity" : readRatio(text)),
};

/** The integers modulo p; a⁻¹ = aᵖ⁻². */
export function residues(p: bigint): Summing<bigint> {
  const power = (a: bigint, exponent: bigint): bigint => {
    if (exponent === 0n) return 1n;
    const half = power((a * a) % p, exponent / 2n);
    return exponent % 2n === 0n ? half : (a * half) % p;
  };
  return {
    zero: 0n,
    one: 1n,
    plus: (a, b) => (a + b) % p,
    times: (a, b) => (a * b) % p,
    inverse: (a) => power(a, p - 2n),
    equals: (a, b) => a === b,
    isZero: (a) => a === 0n,
    read: (text) => ((BigInt(text) % p) + p) % p,
  };
}

/** The coordinates of 1, i, j, k. */
export type Coordinates = readonly [Ratio, Ratio, Ratio, Ratio];

const NOTHING = ratio(0n);
const UNITS = ["", "i", "j", "k"];

/** Hamilton's table, row times column: the sign, and which of 1, i, j, k. */
const HAMILTON: readonly (readonly (readonly [1n | -1n, number])[])[] = [
  [
    [1n, 0],
    [1n, 1],
    [1n, 2],
    [1n, 3],
  ],
  [
    [1n, 1],
    [-1n, 0],
    [1n, 3],
    [-1n, 2],
  ],
  [
    [1n, 2],
    [-1n, 3],
    [-1n, 0],
    [1n, 1],
  ],
  [
    [1n, 3],
    [1n, 2],
    [-1n, 1],
    [-1n, 0],
  ],
];

export const quaternions: Summing<Coordinates> = {
  zero: [NOTHING, NOTHING, NOTHING, NOTHING],
  one: [ratio(1n), NOTHING, NOTHING, NOTHING],
  plus: (p, q) => [add(p[0], q[0]), add(p[1], q[1]), add(p[2], q[2]), add(p[3], q[3])],
  times(p, q) {
    const product: [Ratio, Ratio, Ratio, Ratio] = [NOTHING, NOTHING, NOTHING, NOTHING];
    HAMILTON.forEach((row, i) => {
      row.forEach(([sign, unit], j) => {
        product[unit] = add(product[unit], multiply(ratio(sign), multiply(p[i], q[j])));
      });
    });
    return product;
  },
  inverse(q) {
    const norm = q.map((part) => multiply(part, part)).reduce(add);
    const over = (part: Ratio) => multiply(part, ratio(norm.d, norm.n));
    const minus = (part: Ratio) => subtract(NOTHING, over(part));
    return [over(q[0]), minus(q[1]), minus(q[2]), minus(q[3])];
  },
  equals: (p, q) => p.every((part, i) => same(part, q[i])),
  isZero: (q) => q.every((part) => part.n === 0n),
  read(text) {
    const parts: [Ratio, Ratio, Ratio, Ratio] = [NOTHING, NOTHING, NOTHING, NOTHING];
    for (const [, sign, number, unit] of text.matchAll(/([+-]?)(\d+(?:\/\d+)?)?([ijk]?)/gu)) {
      if (number === undefined && unit === "") continue;
      parts[UNITS.indexOf(unit)] = multiply(ratio(sign === "-" ? -1n : 1n), readRatio(number ?? "1"));
    }
    return parts;
  },
};

/** Reduced words over generators and their inverses, as lists of letters such as `x` and `x^-1`; null is the zero. */
export const freeWords: Arithmetic<readonly string[] | null> = {
  zero: null,
  one: [],
  times(a, b) {
    if (a === null || b === null) return null;
    const word = [...a];
    for (const letter of b) {
      if (word.at(-1) === opposite(letter)) word.pop();
      else word.push(letter);
    }
    return word;
  },
  inverse: (a) => a && a.map(opposite).toReversed(),
  equals: (a, b) => a?.join(" ") === b?.join(" "),
  isZero: (a) => a === null,
  read: (text) => (text === "0" ? null : text === "1" ? [] : text.split(" ")),
};

function opposite(letter: string): string {
  return letter.endsWith("^-1") ? letter.slice(0, -3) : `${letter}^-1`;
}

/** The permutations of 0, 1, 2 as lists of images; null is the zero. They act on the plane as a triangle's symmetries. */
export const permutations: Arithmetic<readonly number[] | null> = {
  zero: null,
  one: [0, 1, 2],
  times: (a, b) => a && b && a.map((i) => b[i]),
  inverse: (a) => a && [0, 1, 2].map((i) => a.indexOf(i)),
  equals: (a, b) => a?.join() === b?.join(),
  isZero: (a) => a === null,
  read: (text) => (text === "0" ? null : Array.from(text, Number)),
  dimension: 2,
};
