/** What all algebras share: their errors, and arrays of equal weights. */

import { HankelError, quote } from "../errors.ts";

/** A text that is no weight: what was found, and what was expected. */
export function notAWeight(algebra: string, text: string, expected: string): HankelError {
  return new HankelError("parse", `${quote(text)} is not a weight of ${algebra}: expected ${expected}`);
}

export function zeroHasNoInverse(algebra: string): HankelError {
  return new HankelError("algebra", `the zero of ${algebra} has no inverse`);
}

/** A result that float64 cannot hold, and that would silently become zero or infinity. */
export function outOfRange(algebra: string, operation: string, advice: string): HankelError {
  return new HankelError("algebra", `${operation} leaves the range of ${algebra}: ${advice}`);
}

/** An array of equal weights. Built with `push`, so that V8 keeps it as an array without holes. */
export function filled<W>(length: number, weight: W): W[] {
  const array: W[] = [];
  for (let at = 0; at < length; at++) array.push(weight);
  return array;
}
