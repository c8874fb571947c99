import { HankelError } from "../errors.ts";
import { readRational } from "./fraction-text.ts";
import { inverseModulo, isPrime, modularProduct, residuesModulo } from "./modular.ts";
import { type ExactField, notAWeight, zeroHasNoInverse } from "./semifield.ts";

/**
 * The integers modulo a prime below 2^53, as plain numbers from 0 to p - 1.
 *
 * @example
 * const seven = primeField(7);
 * console.log(seven.format(seven.parse("1/2"))); // 4
 */
export function primeField(p: number): ExactField<number> {
  if (!Number.isSafeInteger(p) || !isPrime(p)) {
    throw new HankelError("algebra", `a prime field needs a prime below 2^53, and ${p} is none`);
  }
  const name = `prime-field:${p}`;
  const times = modularProduct(p);
  const inverse = (a: number) => {
    if (a === 0) throw zeroHasNoInverse(name);
    return inverseModulo(a, p);
  };
  const residue = residuesModulo(p);
  return {
    name,
    exact: true,
    commutative: true,
    ...(p === 2 ? { trivial: true as const } : {}),
    zero: 0,
    one: 1,
    // a + b could exceed 2^53.
    plus(a, b) {
      const sum = a - (p - b);
      return sum < 0 ? sum + p : sum;
    },
    times,
    inverse,
    equals: (a, b) => a === b,
    isZero: (a) => a === 0,
    isWeight: (value): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) < p,
    key: (a) => a,
    /** Reads any rational whose denominator is not divisible by p: "-1", "1/2", "0.5". */
    parse(text) {
      const weight = residue(readRational(text, name, 'an integer such as "3" or "-1", or a ratio of two'));
      if (weight === undefined) throw notAWeight(name, text, `a denominator that ${p} does not divide`);
      return weight;
    },
    format: String,
    array: (length) => new Float64Array(length),
    // There is no convergence in a finite field: only a finite sum has a value.
    star: (a) => (a === 0 ? 1 : undefined),
    negate: (a) => (a === 0 ? 0 : p - a),
    kernel: { kind: "modular", prime: p, of: (weight) => weight, weight: (value) => value },
  };
}
