/**
 * The greatest common divisor of long numbers: Lehmer (1938), in the form of Knuth 4.5.2, Algorithm L. Euclid's algorithm
 * runs on the leading bits alone while its quotients are certain; those steps, about 24 bits' worth, are then applied to
 * the long numbers at once.
 *
 * Every bigint operation allocates. So the numbers are held as limbs of 28 bits (seven hexadecimal digits) in two arrays
 * that are reused. A limb times a cofactor is exact in a double.
 */

import { lookUp } from "../interruption.ts";

const LIMB_BITS = 28;
const LIMB = 2 ** LIMB_BITS;
const DIGITS = LIMB_BITS / 4;

/** The leading bits of a round: twice the bits of a cofactor, and a cofactor times a limb must stay below 2^52. */
const LEADING_BITS = 48;

/** The limbs of the larger and of the smaller number, lowest first. */
let large = new Float64Array(64);
let little = new Float64Array(64);

/** The cofactors of a round: large' = a·large + b·little, little' = c·large + d·little. */
const cofactors = new Float64Array(4);

/** The greatest common divisor of two non-negative bigints. */
export function gcdOfBigints(u: bigint, v: bigint): bigint {
  let size = u < v ? load(v, u) : load(u, v);
  while (size > 2 || top(large, size) > Number.MAX_SAFE_INTEGER) {
    // A limb takes as long as half a product of short fractions.
    lookUp(size / 2);
    if (round(size)) {
      apply(size);
      while (large[size - 1] === 0) size--;
    } else {
      // No quotient was certain: the lengths differ too much, and one division fixes that.
      const [dividend, divisor] = [store(large, size), store(little, size)];
      if (divisor === 0n) return dividend;
      size = load(divisor, dividend % divisor);
    }
  }
  return BigInt(gcd(top(large, size), top(little, size)));
}

/** The value of the two highest limbs. */
function top(limbs: Float64Array, size: number): number {
  const high = size > 1 ? limbs[size - 1] * LIMB : 0;
  return high + limbs[Math.max(0, size - 2)];
}

/**
 * Runs Euclid's algorithm on the leading bits x and y while the quotients are certain, and stores the cofactors.
 *
 * In units of the last leading bit, the true remainders differ from the computed ones by less than the cofactor of the
 * smaller number. So a quotient is right as long as the new remainder is at least its cofactor, and less than the old
 * remainder by at least both cofactors (Collins). This also bounds a cofactor by √x, that is, by 2^24.
 */
function round(size: number): boolean {
  const bits = 32 - Math.clz32(large[size - 1]);
  let x = leading(large, size, bits);
  let y = leading(little, size, bits);
  let [a, b, c, d] = [1, 0, 0, 1];
  while (y > 0) {
    const quotient = Math.floor(x / y);
    const rest = x - quotient * y;
    const next = b - quotient * d;
    if (rest < Math.abs(next) || y - rest < Math.abs(next) + Math.abs(d)) break;
    const first = a - quotient * c;
    x = y;
    y = rest;
    a = c;
    c = first;
    b = d;
    d = next;
  }
  cofactors[0] = a;
  cofactors[1] = b;
  cofactors[2] = c;
  cofactors[3] = d;
  return b !== 0;
}

/** POWERS[k + 64] is 2^k: a lookup is faster than `**`. */
const POWERS = Float64Array.from({ length: 128 }, (_, at) => 2 ** (at - 64));

/** The leading bits of a number, if the highest limb of the larger one has this many bits. */
function leading(limbs: Float64Array, size: number, bits: number): number {
  const place = LEADING_BITS - bits + 64;
  const third = size > 2 ? limbs[size - 3] : 0;
  return (
    limbs[size - 1] * POWERS[place] +
    Math.floor(limbs[size - 2] * POWERS[place - LIMB_BITS]) +
    Math.floor(third * POWERS[place - 2 * LIMB_BITS])
  );
}

/** Applies the cofactors to both numbers. */
function apply(size: number): void {
  const [u, v] = [large, little];
  const a = cofactors[0];
  const b = cofactors[1];
  const c = cofactors[2];
  const d = cofactors[3];
  let carryU = 0;
  let carryV = 0;
  for (let at = 0; at < size; at++) {
    const x = u[at];
    const y = v[at];
    const newU = a * x + b * y + carryU;
    const newV = c * x + d * y + carryV;
    carryU = Math.floor(newU / LIMB);
    carryV = Math.floor(newV / LIMB);
    u[at] = newU - carryU * LIMB;
    v[at] = newV - carryV * LIMB;
  }
}

/** Writes both numbers into the arrays, and returns the number of limbs of the larger. */
function load(u: bigint, v: bigint): number {
  const digits = u.toString(16);
  const size = Math.ceil(digits.length / DIGITS);
  if (size > large.length) {
    large = new Float64Array(2 * size);
    little = new Float64Array(2 * size);
  }
  writeLimbs(digits, large, size);
  writeLimbs(v.toString(16), little, size);
  return size;
}

function writeLimbs(digits: string, limbs: Float64Array, size: number): void {
  let end = digits.length;
  for (let at = 0; at < size; at++) {
    let limb = 0;
    for (let place = Math.max(0, end - DIGITS); place < end; place++) {
      const code = digits.charCodeAt(place);
      // "0" to "9", then "a" to "f".
      limb = (limb << 4) | (code < 58 ? code - 48 : code - 87);
    }
    limbs[at] = limb;
    end -= DIGITS;
  }
}

function store(limbs: Float64Array, size: number): bigint {
  let digits = "0x0";
  for (let at = size - 1; at >= 0; at--) digits += limbs[at].toString(16).padStart(DIGITS, "0");
  return BigInt(digits);
}

const MAX_INT32 = 0x7fff_ffff;

/** The greatest common divisor of two non-negative safe integers, by Euclid; `gcd(0, n)` is `n`. */
export function gcd(a: number, b: number): number {
  let x = a;
  let y = b;
  // For doubles, % is a call into C; below 2^31 it is one machine instruction.
  while (y > MAX_INT32) {
    const remainder = x % y;
    x = y;
    y = remainder;
  }
  if (x <= MAX_INT32) return gcdOfInt32(x, y);
  return y === 0 ? x : gcdOfInt32(y, x % y);
}

function gcdOfInt32(a: number, b: number): number {
  let x = a | 0;
  let y = b | 0;
  while (y !== 0) {
    const remainder = (x % y) | 0;
    x = y;
    y = remainder;
  }
  return x;
}
