/** Elimination modulo a prime, on typed arrays: sums of products are reduced only when they would leave the safe integers. */

import { primeField } from "../algebra/prime-field.ts";
import type { ExactField } from "../algebra/semifield.ts";
import { lookUp } from "../interruption.ts";
import type { Meter } from "./exact.ts";

/** What a product on typed arrays counts in a budget, where one of weights that are records counts 1. */
export const TYPED_PRODUCT = 1 / 16;

/** Arithmetic modulo a prime on arrays of numbers from 0 to p - 1. */
export class Modulus {
  readonly p: number;
  readonly field: ExactField<number>;
  /** How many products of two residues may be added to a residue before the sum leaves the safe integers. */
  readonly room: number;
  /** After so many products a sum has to be reduced; never, if there is no room and each product is reduced by itself. */
  readonly sums: number;
  readonly #inverse: number;

  constructor(p: number) {
    this.p = p;
    this.field = primeField(p);
    this.room = Math.floor((Number.MAX_SAFE_INTEGER - p) / ((p - 1) * (p - 1)));
    this.sums = this.room || Number.POSITIVE_INFINITY;
    this.#inverse = 1 / p;
  }

  /** The residue of a safe integer. */
  residue(value: number): number {
    // The rounded quotient is off by at most 1.
    const rest = value - Math.floor(value * this.#inverse) * this.p;
    return rest < 0 ? rest + this.p : rest >= this.p ? rest - this.p : rest;
  }

  /** Reduces the entries of an array before a place. */
  reduce(array: Float64Array, end: number, from = 0): void {
    const { p } = this;
    const inverse = this.#inverse;
    for (let i = from; i < end; i++) {
      const rest = array[i] - Math.floor(array[i] * inverse) * p;
      array[i] = rest < 0 ? rest + p : rest >= p ? rest - p : rest;
    }
  }
}

/** Adding and subtracting this rounds a number below 2^51 to an integer, and there is no instruction that is faster. */
export const ROUND = 1.5 * 2 ** 52;

/** The residue of the least absolute value, of a safe integer that is not too large: p times 2^50 at most. */
export function balancedResidue(value: number, p: number): number {
  return value - (value * (1 / p) + ROUND - ROUND) * p;
}

/** Rows are kept and subtracted in fours: a pass over a vector then serves four products. */
const FOUR = 4;

/** A factor is split into two numbers of 16 bits, and up to here products with these can be added up. */
const LARGEST_SPLIT = 2 ** 32;
const HALF = 2 ** 16;

/** Four rows of balanced residues, one behind the other, each with so many places. */
interface FourRows {
  readonly data: Float64Array;
  readonly stride: number;
}

/**
 * Subtracts multiples of four rows from a vector of balanced residues. There are three ways, by the size of the prime: sums of four
 * products that are reduced at once; products with the upper and the lower half of a factor; and one product after the other.
 */
function subtractFour(
  { p, field }: Modulus,
  to: Float64Array,
  { data, stride }: FourRows,
  factors: Float64Array,
  end: number,
): void {
  const inverse = 1 / p;
  const f0 = factors[0];
  const f1 = factors[1];
  const f2 = factors[2];
  const f3 = factors[3];
  const b = stride;
  const c = 2 * stride;
  const d = 3 * stride;
  if (fourFit(p)) {
    for (let j = 0; j < end; j++) {
      const sum = to[j] - f0 * data[j] - f1 * data[b + j] - f2 * data[c + j] - f3 * data[d + j];
      to[j] = sum - (sum * inverse + ROUND - ROUND) * p;
    }
  } else if (p < LARGEST_SPLIT) {
    const h0 = Math.round(f0 / HALF);
    const h1 = Math.round(f1 / HALF);
    const h2 = Math.round(f2 / HALF);
    const h3 = Math.round(f3 / HALF);
    const l0 = f0 - h0 * HALF;
    const l1 = f1 - h1 * HALF;
    const l2 = f2 - h2 * HALF;
    const l3 = f3 - h3 * HALF;
    for (let j = 0; j < end; j++) {
      const x0 = data[j];
      const x1 = data[b + j];
      const x2 = data[c + j];
      const x3 = data[d + j];
      const upper = h0 * x0 + h1 * x1 + h2 * x2 + h3 * x3;
      const rest = upper - (upper * inverse + ROUND - ROUND) * p;
      const sum = to[j] - rest * HALF - (l0 * x0 + l1 * x1 + l2 * x2 + l3 * x3);
      to[j] = sum - (sum * inverse + ROUND - ROUND) * p;
    }
  } else {
    const { plus, times, negate } = field;
    for (let j = 0; j < end; j++) {
      let sum = positive(to[j], p);
      for (let i = 0; i < FOUR; i++) {
        if (factors[i] === 0) continue;
        sum = plus(sum, times(negate(positive(factors[i], p)), positive(data[i * stride + j], p)));
      }
      to[j] = sum;
    }
  }
}

/** Are four products of balanced residues, and another residue, safe integers together? */
function fourFit(p: number): boolean {
  return FOUR * ((p + 1) / 2) ** 2 + p < Number.MAX_SAFE_INTEGER;
}

/** The residue from 0 to p - 1 of one between -p and p. */
function positive(value: number, p: number): number {
  return value < 0 ? value + p : value + 0;
}

/** A growing basis of a space of row vectors modulo a prime, in echelon form. */
export class ModularRows {
  readonly #modulus: Modulus;
  readonly #width: number;
  readonly #meter: Meter | undefined;
  /** Are the vectors that were added remembered as combinations? Only then are there coordinates. */
  readonly #combined: boolean;
  /** The rows, in fours. Each is 1 at its pivot, and later ones are 0 there. */
  readonly #rows: FourRows[] = [];
  readonly #pivots: number[] = [];
  /** The rows as combinations of the vectors that were added. */
  readonly #combinations: FourRows[] = [];

  constructor(modulus: Modulus, width: number, meter?: Meter, combined = false) {
    this.#modulus = modulus;
    this.#width = width;
    this.#meter = meter;
    this.#combined = combined;
  }

  get size(): number {
    return this.#pivots.length;
  }

  /** A place for each of the vectors that were added: on these places alone, they are independent already. */
  get pivots(): readonly number[] {
    return this.#pivots;
  }

  /**
   * The coordinates of a vector in those that were added, or an empty array if they are not kept; `undefined` if it is
   * outside their space, and then it is added.
   */
  add(vector: Float64Array): Float64Array | undefined {
    const { size } = this;
    const { field, p } = this.#modulus;
    // From half of p on, the balanced residue is negative.
    const rest = vector.map((entry) => (2 * entry > p ? entry - p : entry));
    const combination = new Float64Array(this.#combined ? size + 1 : 0);
    this.#eliminate(rest, combination);
    const pivot = rest.findIndex((entry) => entry !== 0);
    if (pivot < 0) {
      return combination.subarray(0, -1).map((entry) => (entry === 0 ? 0 : positive(-entry, p)));
    }
    if (this.#combined) combination[size] = 1;
    const inverted = field.inverse(positive(rest[pivot], p));
    const scaled = (entry: number) => {
      const value = entry === 0 ? 0 : field.times(inverted, positive(entry, p));
      return 2 * value > p ? value - p : value;
    };
    keep(this.#rows, size, rest.map(scaled), this.#width);
    // The four rows are combinations of as many vectors as there are with the last of them.
    if (this.#combined) keep(this.#combinations, size, combination.map(scaled), size + FOUR);
    this.#pivots.push(pivot);
    return undefined;
  }

  /** Subtracts multiples of the rows from a vector until it is 0 at all pivots; the combinations follow. */
  #eliminate(rest: Float64Array, combination: Float64Array): void {
    const factors = new Float64Array(FOUR);
    const { size } = this;
    for (let first = 0; first < size; first += FOUR) {
      const rows = this.#rows[first / FOUR];
      if (!this.#factors(rest, rows, first, factors)) continue;
      lookUp(FOUR * this.#width * TYPED_PRODUCT);
      this.#meter?.spend(FOUR * this.#width * TYPED_PRODUCT);
      subtractFour(this.#modulus, rest, rows, factors, this.#width);
      if (!this.#combined) continue;
      const end = Math.min(first + FOUR, size);
      subtractFour(this.#modulus, combination, this.#combinations[first / FOUR], factors, end);
    }
  }

  /** By how much four rows are to be subtracted, one after the other; false if not at all. */
  #factors(rest: Float64Array, { data, stride }: FourRows, first: number, factors: Float64Array): boolean {
    const { p, field } = this.#modulus;
    let some = false;
    for (let i = 0; i < FOUR; i++) {
      factors[i] = 0;
      const pivot = this.#pivots[first + i];
      if (pivot === undefined) continue;
      let value = positive(rest[pivot], p);
      for (let k = 0; k < i; k++) {
        if (factors[k] === 0) continue;
        const product = field.times(positive(factors[k], p), positive(data[k * stride + pivot], p));
        value = field.plus(value, field.negate(product));
      }
      if (value === 0) continue;
      factors[i] = 2 * value > p ? value - p : value;
      some = true;
    }
    return some;
  }
}

/** Keeps a row behind the others. */
function keep(fours: FourRows[], size: number, row: Float64Array, stride: number): void {
  if (size % FOUR === 0) fours.push({ data: new Float64Array(FOUR * stride), stride });
  const last = fours[fours.length - 1];
  last.data.set(row, (size % FOUR) * last.stride);
}
