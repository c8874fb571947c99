/** Greatest common divisors of safe integers; those of bigints are in `lehmer.ts`. */

const MAX_INT32 = 0x7fff_ffff;

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
