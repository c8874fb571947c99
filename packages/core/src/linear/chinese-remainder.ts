import { inverseModulo, modularProduct } from "../algebra/modular.ts";
import { lookUp } from "../interruption.ts";

/** The product of two primes below this, and the sum of two such products, are safe integers. */
const LARGEST_IN_PAIRS = 2 ** 26;

/** A leaf of the tree: one prime, or two whose products with residues are safe integers. */
interface Leaf {
  readonly first: number;
  readonly second: number;
  readonly product: bigint;
}

/**
 * The Chinese remainder theorem for many numbers modulo the same primes. The primes are the leaves of a binary tree, small ones in
 * pairs; a number is put together from the leaves up, without a division before the root.
 */
export class ChineseRemainder {
  /** The product of the primes. */
  readonly modulus: bigint;
  readonly #leaves: Leaf[] = [];
  /** The products of the primes below each node, level by level from the leaves up. */
  readonly #levels: bigint[][];
  /** The values at the nodes of a level, from the left. */
  readonly #values: bigint[] = [];
  /** Multiplies a residue by the inverse of the product of all other primes. */
  readonly #scaled: ((residue: number) => number)[];

  constructor(primes: readonly number[]) {
    const paired = primes.every((p) => p < LARGEST_IN_PAIRS);
    for (let i = 0; i < primes.length; i += paired ? 2 : 1) {
      const [first, second] = [primes[i], (paired ? primes[i + 1] : undefined) ?? 1];
      this.#leaves.push({ first, second, product: BigInt(first) * BigInt(second) });
    }
    this.#levels = [this.#leaves.map(({ product }) => product)];
    for (let level = this.#levels[0]; level.length > 1; ) {
      const above: bigint[] = [];
      for (let i = 0; i < level.length; i += 2)
        above.push(i + 1 < level.length ? level[i] * level[i + 1] : level[i]);
      this.#levels.push((level = above));
    }
    const modulus = this.#levels[this.#levels.length - 1][0] ?? 1n;
    this.modulus = modulus;
    this.#scaled = primes.map((p) => {
      lookUp(primes.length);
      const prime = BigInt(p);
      // The product of the others, from one division: (modulus mod p²) / p.
      const inverse = inverseModulo(Number((modulus % (prime * prime)) / prime), p);
      const times = modularProduct(p);
      return (residue) => times(residue, inverse);
    });
  }

  /** The number between -m/2 and m/2 with these residues, from 0 to p - 1. */
  number(residues: ArrayLike<number>): bigint {
    const [scaled, leaves, values] = [this.#scaled, this.#leaves, this.#values];
    for (let i = 0, at = 0; i < leaves.length; i++) {
      const { first, second } = leaves[i];
      const one = scaled[at](residues[at++]);
      values[i] = BigInt(second === 1 ? one : one * second + scaled[at](residues[at++]) * first);
    }
    for (const products of this.#levels.slice(0, -1)) {
      const last = products.length - 1;
      for (let i = 0; i < last; i += 2) {
        values[i >> 1] = values[i] * products[i + 1] + values[i + 1] * products[i];
      }
      if (last % 2 === 0) values[last >> 1] = values[last];
    }
    return centred(values[0] ?? 0n, this.modulus);
  }

  /** The numbers at some places of arrays of residues, one array per prime. */
  *numbers(residues: readonly ArrayLike<number>[], places: Iterable<number>): Generator<bigint> {
    const own = new Float64Array(this.#scaled.length);
    for (const at of places) {
      // The products of a number take as long as that of its primes, squared.
      lookUp(own.length + own.length ** 2 / 64);
      for (let i = 0; i < own.length; i++) own[i] = residues[i][at];
      yield this.number(own);
    }
  }
}

/** The residue of the least absolute value. */
export function centred(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  const half = modulus >> 1n;
  if (rest > half) return rest - modulus;
  return rest < -half ? rest + modulus : rest;
}
