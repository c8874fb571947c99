/**
 * The Chinese remainder theorem for many numbers modulo the same primes. The primes are the leaves of a binary tree; a
 * number is put together from the leaves up, without a division before the root.
 */
export class ChineseRemainder {
  /** The product of the primes. */
  readonly modulus: bigint;
  /** The products of the primes below each node, level by level from the leaves up. */
  readonly #levels: bigint[][];
  /** For each prime, the inverse of the product of all others. */
  readonly #factors: bigint[];
  readonly #primes: readonly bigint[];

  constructor(primes: readonly number[]) {
    this.#primes = primes.map(BigInt);
    this.#levels = [[...this.#primes]];
    for (let level = this.#levels[0]; level.length > 1; ) {
      const above: bigint[] = [];
      for (let i = 0; i < level.length; i += 2)
        above.push(i + 1 < level.length ? level[i] * level[i + 1] : level[i]);
      this.#levels.push((level = above));
    }
    this.modulus = this.#levels[this.#levels.length - 1][0] ?? 1n;
    this.#factors = this.#primes.map((p) => inverse((this.modulus / p) % p, p));
  }

  /** The number between -m/2 and m/2 with these residues. */
  number(residues: ArrayLike<number>): bigint {
    let level = this.#primes.map((p, i) => (BigInt(residues[i]) * this.#factors[i]) % p);
    for (const products of this.#levels.slice(0, -1)) {
      const above: bigint[] = [];
      for (let i = 0; i < level.length; i += 2) {
        above.push(i + 1 < level.length ? level[i] * products[i + 1] + level[i + 1] * products[i] : level[i]);
      }
      level = above;
    }
    return centred(level[0] % this.modulus, this.modulus);
  }
}

/** The residue of the least absolute value. */
export function centred(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  if (2n * rest > modulus) return rest - modulus;
  return 2n * rest < -modulus ? rest + modulus : rest;
}

function inverse(a: bigint, p: bigint): bigint {
  let [r, rest, t, next] = [p, a, 0n, 1n];
  while (rest !== 0n) {
    const quotient = r / rest;
    [r, rest] = [rest, r - quotient * rest];
    [t, next] = [next, t - quotient * next];
  }
  return t < 0n ? t + p : t;
}

/**
 * The fraction n/d ≡ value modulo m with |n| and d up to about the root of m, if there is one (Wang 1981): Euclid's
 * algorithm, stopped half-way.
 */
export function ratioModulo(
  value: bigint,
  modulus: bigint,
  most: bigint,
): { n: bigint; d: bigint } | undefined {
  let [r, rest, t, next] = [modulus, value < 0n ? value + modulus : value, 0n, 1n];
  while (rest > most) {
    const quotient = r / rest;
    [r, rest] = [rest, r - quotient * rest];
    [t, next] = [next, t - quotient * next];
  }
  if (next < 0n) [rest, next] = [-rest, -next];
  return next <= most ? { n: rest, d: next } : undefined;
}
