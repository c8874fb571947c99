/** Greatest common divisors, of safe integers and of bigints. */

const MAX_INT32 = 0x7fff_ffff;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Of two non-negative safe integers, by Euclid; `gcd(0, n)` is `n`. */
export function gcd(a: number, b: number): number {
  let x = a;
  let y = b;
  // The remainder of doubles is a call into C; below 2^31 it is one machine instruction.
  while (y > MAX_INT32) {
    const remainder = x % y;
    x = y;
    y = remainder;
  }
  if (y === 0) return x;
  let small = y | 0;
  let rest = (x % y) | 0;
  while (rest !== 0) {
    const remainder = (small % rest) | 0;
    small = rest;
    rest = remainder;
  }
  return small;
}

/** Of two non-negative bigints, by Lehmer's method once they are long. */
export function gcdOfBigints(a: bigint, b: bigint): bigint {
  let u = a;
  let v = b;
  if (u < v) [u, v] = [v, u];
  while (v > MAX_SAFE) {
    const step = lehmerStep(u, v);
    if (step === undefined) {
      const remainder = u % v;
      u = v;
      v = remainder;
    } else {
      [u, v] = step;
    }
  }
  if (v === 0n) return u;
  return BigInt(gcd(Number(v), Number(u % v)));
}

/** Leading bits that a step looks at: few enough that a rounded quotient of doubles has the right floor. */
const LEADING_BITS = 50;

/**
 * Lehmer (1938), in the form of Knuth 4.5.2, Algorithm L: Euclid is run on the leading bits alone while the
 * quotients are certain, and its steps, some 25 bits' worth, are then applied to the long numbers at once.
 * Undefined when not one quotient is certain.
 */
function lehmerStep(u: bigint, v: bigint): [bigint, bigint] | undefined {
  const shift = BigInt(bitLength(u) - LEADING_BITS);
  let x = Number(u >> shift);
  let y = Number(v >> shift);
  // The long numbers stand for a·u + b·v and c·u + d·v.
  let a = 1;
  let b = 0;
  let c = 0;
  let d = 1;
  while (y + c !== 0 && y + d !== 0) {
    const quotient = Math.floor((x + a) / (y + c));
    if (quotient !== Math.floor((x + b) / (y + d))) break;
    [a, c] = [c, a - quotient * c];
    [b, d] = [d, b - quotient * d];
    [x, y] = [y, x - quotient * y];
  }
  if (b === 0) return undefined;
  return [BigInt(a) * u + BigInt(b) * v, BigInt(c) * u + BigInt(d) * v];
}

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const HIGH_WORD = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** The number of bits of a positive bigint; one too many for some that round up to a power of two. */
export function bitLength(value: bigint): number {
  const rounded = Number(value);
  if (rounded === Infinity) {
    const digits = value.toString(16);
    return digits.length * 4 - Math.clz32(Number.parseInt(digits.charAt(0), 16)) + 28;
  }
  // The exponent field of the double: bit lengths without a loop or a string.
  float[0] = rounded;
  return ((words[HIGH_WORD] as number) >>> 20) - 1022;
}
