/** Lattices of vectors over the rational numbers, in Hermite form, with whole numbers over one denominator. */

import { fraction, type Rational } from "../algebra/fraction.ts";
import { gcdOfBigints } from "../algebra/lehmer.ts";
import type { Meter, Sparse } from "./exact.ts";
import { bitsOf, commonDenominator, numerator } from "./reconstruction.ts";

/** Numbers of up to so many bits count as one product. */
const SHORT = 512;

/**
 * A growing lattice: all sums of whole multiples of the vectors that were added. Its basis has at most one vector for each
 * place, the last one where that vector is not zero, its *pivot*. Pivots are positive, and a vector that is reduced is at least 0
 * and less than the pivot at all pivots of other vectors. When all vectors of the basis are, it is the Hermite form, which
 * depends on the lattice alone.
 *
 * Vectors are reduced by the others as soon as they change. So no number is longer than the pivots, apart from the vectors
 * that are added; where the lattice holds all whole vectors, a pivot is at most 1.
 */
export class Lattice {
  readonly #meter: Meter | undefined;
  /** What all numbers are to be divided by. */
  #denominator = 1n;
  /** The basis by the places of the pivots. */
  readonly #rows = new Map<number, Sparse<bigint>>();

  constructor(meter?: Meter) {
    this.#meter = meter;
  }

  /** What the lattice leaves of a vector: another one with the same difference to the lattice, empty if it is inside. */
  rest(vector: Sparse<Rational>): Sparse<Rational> {
    const whole = this.#whole(vector);
    this.#reduce(whole);
    return this.#ratios(whole);
  }

  /** Adds a vector. */
  add(vector: Sparse<Rational>): void {
    let rest = this.#whole(vector);
    this.#reduce(rest);
    for (let place = lastPlace(rest); place >= 0; place = lastPlace(rest)) {
      const row = this.#rows.get(place);
      if (row === undefined) {
        this.#put(place, rest);
        return;
      }
      const [pivot, entry] = [row.get(place) as bigint, rest.get(place) as bigint];
      // Both pairs span the same: the new one is (left, right; -entry/divisor, pivot/divisor) times the old, of determinant 1.
      const { divisor, left, right } = bezout(pivot, entry);
      const combined: Sparse<bigint> = new Map();
      this.#addMultiple(combined, left, row);
      this.#addMultiple(combined, right, rest);
      const other: Sparse<bigint> = new Map();
      this.#addMultiple(other, pivot / divisor, rest);
      this.#addMultiple(other, -entry / divisor, row);
      this.#put(place, combined);
      this.#reduce(other);
      rest = other;
    }
  }

  /** The Hermite form: the vectors of the basis by increasing pivots. */
  basis(): Sparse<Rational>[] {
    const places = [...this.#rows.keys()].sort((a, b) => a - b);
    for (const place of places) this.#reduce(this.#rows.get(place) as Sparse<bigint>, place);
    return places.map((place) => this.#ratios(this.#rows.get(place) as Sparse<bigint>));
  }

  /** The coordinates of a vector of the lattice in its basis, by the places of the pivots. */
  coordinates(vector: Sparse<Rational>): Sparse<Rational> {
    const found: Sparse<Rational> = new Map();
    this.#reduce(this.#whole(vector), Number.POSITIVE_INFINITY, (place, times) =>
      found.set(place, fraction(times)),
    );
    return found;
  }

  #put(place: number, row: Sparse<bigint>): void {
    if ((row.get(place) as bigint) < 0n) for (const [at, entry] of row) row.set(at, -entry);
    this.#reduce(row, place);
    this.#rows.set(place, row);
  }

  /** Subtracts multiples of the basis until the entries at all pivots before a place are at least 0 and less than the pivots. */
  #reduce(
    vector: Sparse<bigint>,
    before = Number.POSITIVE_INFINITY,
    subtracted?: (place: number, times: bigint) => void,
  ): void {
    for (let place = lastPlace(vector, before); place >= 0; place = lastPlace(vector, place)) {
      const row = this.#rows.get(place);
      if (row === undefined) continue;
      const times = floor(vector.get(place) as bigint, row.get(place) as bigint);
      if (times === 0n) continue;
      this.#addMultiple(vector, -times, row);
      subtracted?.(place, times);
    }
  }

  #addMultiple(vector: Sparse<bigint>, factor: bigint, row: Sparse<bigint>): void {
    if (factor === 0n) return;
    this.#meter?.spend(row.size * (1 + bitsOf(factor) / SHORT));
    for (const [at, entry] of row) {
      const sum = (vector.get(at) ?? 0n) + factor * entry;
      if (sum === 0n) vector.delete(at);
      else vector.set(at, sum);
    }
  }

  /** A vector over the common denominator, which may have to grow for it. */
  #whole(vector: Sparse<Rational>): Sparse<bigint> {
    const own = commonDenominator(vector.values());
    const factor = own / gcdOfBigints(own, this.#denominator);
    if (factor !== 1n) {
      this.#denominator *= factor;
      for (const row of this.#rows.values()) for (const [at, entry] of row) row.set(at, entry * factor);
    }
    return new Map(Array.from(vector, ([at, entry]) => [at, numerator(entry, this.#denominator)]));
  }

  #ratios(vector: Sparse<bigint>): Sparse<Rational> {
    return new Map(Array.from(vector, ([at, entry]) => [at, fraction(entry, this.#denominator)]));
  }
}

/** The last place before another one where a vector is not zero; -1 if there is none. */
function lastPlace(vector: Sparse<bigint>, before = Number.POSITIVE_INFINITY): number {
  let last = -1;
  for (const place of vector.keys()) if (place > last && place < before) last = place;
  return last;
}

/** The quotient, rounded down. */
function floor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** The greatest common divisor of two numbers that are not zero, and left · a + right · b = divisor: Euclid's algorithm. */
function bezout(a: bigint, b: bigint): { divisor: bigint; left: bigint; right: bigint } {
  let [r, rest, s, next] = [a, b, 1n, 0n];
  while (rest !== 0n) {
    const quotient = r / rest;
    [r, rest] = [rest, r - quotient * rest];
    [s, next] = [next, s - quotient * next];
  }
  if (r < 0n) [r, s] = [-r, -s];
  return { divisor: r, left: s, right: (r - s * a) / b };
}
