/** Numbers from their remainders: the Chinese remainder theorem, and ratios from their residues. */

import { inverseModulo, residue } from "./exact-modular.ts";

interface Node {
  readonly modulus: bigint;
  readonly from: number;
  readonly left?: Node;
  readonly right?: Node;
  /** The inverse of the left modulus modulo the right one. */
  readonly inverse?: bigint;
}

/** Finds the number below the product of some primes that has given residues. The primes form a balanced tree. */
export class ChineseRemainder {
  readonly #primes: readonly number[];
  /** Of every second prime, the inverse of the one before. */
  readonly #inverses: Float64Array;
  readonly #root: Node;

  /** Primes below 2^26, so that the product of two is exact in a double. */
  constructor(primes: readonly number[]) {
    this.#primes = primes;
    this.#inverses = Float64Array.from(primes, (p, i) =>
      i % 2 === 1 ? inverseModulo(residue(primes[i - 1], p), p) : 0,
    );
    this.#root = this.#build(0, primes.length);
  }

  /** The product of the primes. */
  get modulus(): bigint {
    return this.#root.modulus;
  }

  /** The number from 0 up to the modulus with this residue for the i-th prime. */
  value(residueOf: (i: number) => number): bigint {
    return this.#value(this.#root, residueOf);
  }

  #build(from: number, to: number): Node {
    const primes = this.#primes;
    if (to - from <= 2) {
      const modulus = primes.slice(from, to).reduce((product, p) => product * BigInt(p), 1n);
      return { modulus, from };
    }
    // An even number of primes stands on the left, so that pairs stay together.
    const middle = from + 2 * Math.ceil((to - from) / 4);
    const [left, right] = [this.#build(from, middle), this.#build(middle, to)];
    const inverse = inverseOf(left.modulus % right.modulus, right.modulus);
    return { modulus: left.modulus * right.modulus, from, left, right, inverse };
  }

  #value({ left, right, inverse, from }: Node, residueOf: (i: number) => number): bigint {
    if (left === undefined || right === undefined || inverse === undefined) {
      return BigInt(this.#pair(from, residueOf));
    }
    const low = this.#value(left, residueOf);
    const high = this.#value(right, residueOf);
    const digit = ((high - low) * inverse) % right.modulus;
    return low + left.modulus * (digit < 0n ? digit + right.modulus : digit);
  }

  #pair(at: number, residueOf: (i: number) => number): number {
    const first = residueOf(at);
    if (at + 1 >= this.#primes.length) return first;
    const p = this.#primes[at + 1];
    return (
      first + this.#primes[at] * residue(residue(residueOf(at + 1) - first, p) * this.#inverses[at + 1], p)
    );
  }
}

/** The inverse modulo a number that has no factor in common with it. */
function inverseOf(a: bigint, modulus: bigint): bigint {
  let [r, rest, t, next] = [modulus, a, 0n, 1n];
  while (rest !== 0n) {
    const quotient = r / rest;
    [t, next] = [next, t - quotient * next];
    [r, rest] = [rest, r - quotient * rest];
  }
  return t < 0n ? t + modulus : t;
}

/**
 * The least d > 0 for which d·x is small modulo M: the denominator of the ratio n/d ≡ x with n² and d² at most about M / 2, if
 * there is one (Wang 1981); `undefined` otherwise.
 */
export function denominatorOf(x: bigint, modulus: bigint): bigint | undefined {
  const limit = 1n << BigInt(Math.max(0, (bitLength(modulus) - 2) >> 1));
  let [r, rest, t, next] = [modulus, x, 0n, 1n];
  while (rest > limit) {
    const quotient = r / rest;
    [t, next] = [next, t - quotient * next];
    [r, rest] = [rest, r - quotient * rest];
  }
  const d = next < 0n ? -next : next;
  return d > 0n && d <= limit ? d : undefined;
}

/** How many bits the magnitude of a number has. */
export function bitLength(value: bigint): number {
  const text = (value < 0n ? -value : value).toString(16);
  return value === 0n ? 0 : 4 * text.length - Math.clz32(Number.parseInt(text[0], 16)) + 28;
}
