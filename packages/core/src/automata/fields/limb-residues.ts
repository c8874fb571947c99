import { residue } from "./modular-solve.ts";

/** Bits of a limb: five hexadecimal digits. A limb times a residue below 2^22 is below 2^42. */
const LIMB_BITS = 20;
const DIGITS = LIMB_BITS / 4;
const LIMB = 2 ** LIMB_BITS;
/** So many products can be added up before the sum has to be reduced. */
const SUMS = 1000;

/** Whole numbers of any length as limbs, lowest first, so that their residues modulo many primes are fast: no bigints. */
export class LimbResidues {
  /** Where the limbs of each number begin; one entry more than there are numbers. */
  readonly #start: Int32Array;
  readonly #limbs: Float64Array;
  readonly #longest: number;

  constructor(numbers: readonly bigint[]) {
    const start = new Int32Array(numbers.length + 1);
    const limbs: number[] = [];
    let longest = 0;
    for (const [i, value] of numbers.entries()) {
      appendLimbs(limbs, value);
      start[i + 1] = limbs.length;
      longest = Math.max(longest, start[i + 1] - start[i]);
    }
    this.#start = start;
    this.#limbs = Float64Array.from(limbs);
    this.#longest = longest;
  }

  /** The residues of all numbers modulo a prime below 2^22. */
  modulo(p: number, into: Float64Array): void {
    const powers = new Float64Array(this.#longest);
    for (let k = 0, power = 1 % p; k < powers.length; k++, power = residue(power * LIMB, p))
      powers[k] = power;
    const [start, limbs] = [this.#start, this.#limbs];
    for (let i = 0; i + 1 < start.length; i++) {
      let sum = 0;
      for (let at = start[i], k = 0; at < start[i + 1]; at++, k++) {
        sum += limbs[at] * powers[k];
        if (k % SUMS === SUMS - 1) sum = residue(sum, p);
      }
      into[i] = residue(sum, p);
    }
  }
}

function appendLimbs(limbs: number[], value: bigint): void {
  const sign = value < 0n ? -1 : 1;
  if (value < BigInt(LIMB) && value > -BigInt(LIMB)) {
    if (value !== 0n) limbs.push(Number(value));
    return;
  }
  const text = (value < 0n ? -value : value).toString(16);
  for (let end = text.length; end > 0; end -= DIGITS) {
    limbs.push(sign * Number.parseInt(text.slice(Math.max(0, end - DIGITS), end), 16));
  }
}
