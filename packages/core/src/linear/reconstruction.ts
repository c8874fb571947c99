/** Rational numbers from their residues, and over common denominators. */

import type { Rational } from "../algebra/fraction.ts";
import { gcdOfBigints } from "../algebra/lehmer.ts";
import { lookUp, lookUpAtOnce } from "../interruption.ts";
import { centred } from "./chinese-remainder.ts";

/** The least common denominator. */
export function commonDenominator(weights: Iterable<Rational>): bigint {
  let common = 1n;
  for (const weight of weights) {
    lookUp(8);
    if (typeof weight === "number") continue;
    const d = BigInt(weight.d);
    if (common % d !== 0n) common *= d / gcdOfBigints(common, d);
  }
  return common;
}

/** The numerator of a weight over a multiple of its denominator. */
export function numerator(weight: Rational, denominator: bigint): bigint {
  return typeof weight === "number"
    ? BigInt(weight) * denominator
    : BigInt(weight.n) * (denominator / BigInt(weight.d));
}

/** The number of bits of a number's magnitude, rounded up to hexadecimal digits. */
export function bitsOf(value: bigint): number {
  return value === 0n ? 0 : 4 * (value < 0n ? -value : value).toString(16).length;
}

/**
 * The fraction n/d ≡ value modulo m with |n| and d up to two bounds, if there is one (Wang 1981): Euclid's algorithm, stopped
 * half-way. There is at most one if twice the product of the bounds is less than m.
 */
export function ratioModulo(
  value: bigint,
  modulus: bigint,
  numerators: bigint,
  denominators = numerators,
): { n: bigint; d: bigint } | undefined {
  let [r, rest, t, next] = [modulus, value < 0n ? value + modulus : value, 0n, 1n];
  while (rest > numerators) {
    lookUp(8);
    const quotient = r / rest;
    [r, rest] = [rest, r - quotient * rest];
    [t, next] = [next, t - quotient * next];
  }
  if (next < 0n) [rest, next] = [-rest, -next];
  return next <= denominators ? { n: rest, d: next } : undefined;
}

/** Rational numbers with one denominator. */
export interface CommonDenominator {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

/** What is believed of numbers that are known modulo m. */
export interface Beliefs {
  /** A number that is at most this over the denominator so far is taken to have it. */
  readonly whole: bigint;
  /** Otherwise its numerator, and its own part of the denominator, are at most these. */
  readonly numerators: bigint;
  readonly denominators: bigint;
}

/** Numbers between -m/2 and m/2, known modulo m, over a common denominator; `undefined` if one of them is no ratio as short as is believed. */
export function overCommonDenominator(
  values: Iterable<bigint>,
  modulus: bigint,
  { whole, numerators: most, denominators }: Beliefs,
): CommonDenominator | undefined {
  let denominator = 1n;
  const numerators: bigint[] = [];
  for (const value of values) {
    let top = denominator === 1n ? value : centred(value * denominator, modulus);
    if (top > whole || top < -whole) {
      lookUpAtOnce();
      const ratio = ratioModulo(top, modulus, most, denominators);
      if (ratio === undefined) return undefined;
      denominator *= ratio.d;
      if (ratio.d !== 1n) for (let i = 0; i < numerators.length; i++) numerators[i] *= ratio.d;
      top = ratio.n;
    }
    numerators.push(top);
  }
  return { numerators, denominator };
}
