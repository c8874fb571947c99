/** The residues of many long numbers modulo many primes, without a division of long numbers. */

import { lookUp } from "../interruption.ts";
import { balancedResidue, TYPED_PRODUCT } from "./modular.ts";

const LIMB_BITS = 24;
const DIGITS = LIMB_BITS / 4;

/** So many products of a limb and a residue of 24 bits, with a sign, are added up before the sum is reduced. */
const TERMS = 24;

/** An entry of an array that is a long number; all other entries are zero. */
export interface LongEntry {
  readonly at: number;
  readonly value: bigint;
}

/**
 * Long numbers as limbs of 24 bits, each with the sign of its number. Modulo a prime, a number is the sum of its limbs times the residues of
 * the powers of 2^24, which are the same for all numbers.
 */
export class LongResidues {
  readonly #places: Int32Array;
  /** The limbs of an entry are those from `start` of its number on, lowest first. */
  readonly #start: Int32Array;
  readonly #limbs: Int32Array;
  readonly #longest: number;

  constructor(entries: readonly LongEntry[]) {
    this.#places = Int32Array.from(entries, ({ at }) => at);
    this.#start = new Int32Array(entries.length + 1);
    const limbs: number[] = [];
    let longest = 0;
    entries.forEach(({ value }, i) => {
      lookUp(2);
      pushLimbs(limbs, value);
      this.#start[i + 1] = limbs.length;
      longest = Math.max(longest, limbs.length - this.#start[i]);
    });
    this.#limbs = Int32Array.from(limbs);
    this.#longest = longest;
  }

  /** Writes the balanced residues to their places in an array; p < 2^25. */
  write(p: number, into: Float64Array): void {
    const [places, start, limbs] = [this.#places, this.#start, this.#limbs];
    const powers = new Float64Array(this.#longest);
    for (let i = 0, power = 1; i < powers.length; i++) {
      powers[i] = power;
      power = balancedResidue(power * 2 ** LIMB_BITS, p);
    }
    lookUp(limbs.length * TYPED_PRODUCT);
    for (let entry = 0; entry < places.length; entry++) {
      const [from, end] = [start[entry], start[entry + 1]];
      let sum = 0;
      for (let i = from; i < end; i++) {
        sum += limbs[i] * powers[i - from];
        if ((i - from) % TERMS === TERMS - 1) sum = balancedResidue(sum, p);
      }
      into[places[entry]] = balancedResidue(sum, p);
    }
  }

  /** The balanced residue of the only number, whose place is 0. */
  only(p: number): number {
    const into = new Float64Array(1);
    this.write(p, into);
    return into[0];
  }
}

function pushLimbs(limbs: number[], value: bigint): void {
  const sign = value < 0n ? -1 : 1;
  const digits = (value < 0n ? -value : value).toString(16);
  for (let end = digits.length; end > 0; end -= DIGITS) {
    limbs.push(sign * Number.parseInt(digits.slice(Math.max(0, end - DIGITS), end), 16));
  }
}
