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

  /** Adds a multiple of the entries of an array of residues before a place to another. `sums` says when to reduce. */
  addMultiple(to: Float64Array, factor: number, array: Float64Array, end: number, from = 0): void {
    if (this.room > 0) {
      for (let i = from; i < end; i++) to[i] += factor * array[i];
      return;
    }
    const { plus, times } = this.field;
    for (let i = from; i < end; i++) if (array[i] !== 0) to[i] = plus(to[i], times(factor, array[i]));
  }
}

/** A growing basis of a space of row vectors modulo a prime, in echelon form. */
export class ModularRows {
  readonly #modulus: Modulus;
  readonly #width: number;
  readonly #meter: Meter | undefined;
  /** Are the vectors that were added remembered as combinations? Only then are there coordinates. */
  readonly #combined: boolean;
  /** Each is 1 at its pivot, and later ones are 0 there. */
  readonly #rows: Float64Array[] = [];
  readonly #pivots: number[] = [];
  /** The rows as combinations of the vectors that were added. */
  readonly #combinations: Float64Array[] = [];

  constructor(modulus: Modulus, width: number, meter?: Meter, combined = false) {
    this.#modulus = modulus;
    this.#width = width;
    this.#meter = meter;
    this.#combined = combined;
  }

  get size(): number {
    return this.#rows.length;
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
    const size = this.#rows.length;
    const rest = Float64Array.from(vector);
    const combination = new Float64Array(this.#combined ? size + 1 : 0);
    this.#eliminate(rest, combination);
    const pivot = rest.findIndex((entry) => entry !== 0);
    const { field } = this.#modulus;
    if (pivot < 0) return combination.subarray(0, -1).map((entry) => field.negate(entry));
    if (this.#combined) combination[size] = 1;
    const inverted = field.inverse(rest[pivot]);
    const scaled = (entry: number) => (entry === 0 ? 0 : field.times(inverted, entry));
    this.#rows.push(rest.map(scaled));
    this.#combinations.push(combination.map(scaled));
    this.#pivots.push(pivot);
    return undefined;
  }

  /** Subtracts multiples of the rows from a vector until it is 0 at all pivots; the combinations follow. */
  #eliminate(rest: Float64Array, combination: Float64Array): void {
    const modulus = this.#modulus;
    let left = modulus.sums;
    for (let i = 0; i < this.#rows.length; i++) {
      const factor = modulus.residue(rest[this.#pivots[i]]);
      if (factor === 0) continue;
      lookUp(this.#width * TYPED_PRODUCT);
      this.#meter?.spend(this.#width * TYPED_PRODUCT);
      const combined = this.#combined ? i + 1 : 0;
      modulus.addMultiple(rest, modulus.p - factor, this.#rows[i], this.#width);
      modulus.addMultiple(combination, modulus.p - factor, this.#combinations[i], combined);
      if (--left > 0) continue;
      modulus.reduce(rest, this.#width);
      modulus.reduce(combination, combined);
      left = modulus.sums;
    }
    modulus.reduce(rest, this.#width);
    modulus.reduce(combination, combination.length);
  }
}
