/** Greatest common divisors of safe integers; those of bigints are in `lehmer.ts`. */

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
