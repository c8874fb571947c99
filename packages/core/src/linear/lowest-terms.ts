import { fraction, fractionInLowestTerms, type Rational } from "../algebra/fraction.ts";
import { gcdOfBigints } from "../algebra/lehmer.ts";
import { lookUp, lookUpAtOnce } from "../interruption.ts";
import { bitsOf, type CommonDenominator } from "./reconstruction.ts";

/** With shorter denominators, Euclid's algorithm for each number is as fast. */
const SHORT = 512;

/** Common divisors of a row or a column and the denominator that are longer than this are left to Euclid's algorithm. */
const LONG_DIVISOR = 256;

/**
 * The entries of X = N / D in lowest terms, where no divisor of D > 0 divides all of N. N is given row by row.
 *
 * X solves a system whose determinant is the denominator times a cofactor, if that is known. Let R be the part of D that has no factor
 * with the cofactor in common. Then N has rank 1 modulo R: N(i, j) N(0, 0) ≡ N(i, 0) N(0, j). So where a row and a column have
 * entries in one pivot's column and row that are coprime to R, so is their entry, and its common divisor with D divides D / R,
 * which is short (docs/theory/fields.md, 14.18). If the cofactor is not known, the entries of a row are coprime to R if their product
 * is: two divisions for each entry, where Euclid's algorithm has thousands of steps.
 */
export function inLowestTerms(
  { numerators, denominator }: CommonDenominator,
  columns: number,
  cofactor: bigint | undefined,
): Rational[] {
  if (bitsOf(denominator) < SHORT) return numerators.map((n) => fraction(n, denominator));
  const coprime =
    cofactor === undefined
      ? coprimeRows(numerators, columns, denominator)
      : coprimeEntries(numerators, columns, coprimePart(denominator, cofactor));
  if (coprime === undefined) return numerators.map((n) => fraction(n, denominator));
  const rest = denominator / coprime.part;
  const denominators = new Map<bigint, bigint>([[1n, denominator]]);
  return numerators.map((n, at) => {
    if (n === 0n) return 0;
    if (!coprime.rows[Math.floor(at / columns)] || !coprime.columns[at % columns]) {
      return fraction(n, denominator);
    }
    lookUp(64);
    const divisor = rest === 1n ? 1n : gcdOfBigints(magnitude(n % rest), rest);
    let over = denominators.get(divisor);
    if (over === undefined) denominators.set(divisor, (over = denominator / divisor));
    return fractionInLowestTerms(divisor === 1n ? n : n / divisor, over);
  });
}

/** A divisor of the denominator, and the rows and columns whose common entries are coprime to it. */
interface Coprime {
  readonly part: bigint;
  readonly rows: readonly boolean[];
  readonly columns: readonly boolean[];
}

/** Looks at the last row and the last column, and leaves out what they share with the denominator as long as it is short. */
function coprimeEntries(numerators: readonly bigint[], width: number, whole: bigint): Coprime | undefined {
  const height = numerators.length / width;
  const part = new CoprimePart(whole);
  if (!part.leaveOut(numerators[numerators.length - 1])) return undefined;
  const rows = Array.from({ length: height }, (_, i) => part.leaveOut(numerators[(i + 1) * width - 1]));
  const columns = Array.from({ length: width }, (_, j) =>
    part.leaveOut(numerators[(height - 1) * width + j]),
  );
  return { part: part.value, rows, columns };
}

/** Looks at the product of each row. Zeros need no divisor. */
function coprimeRows(numerators: readonly bigint[], width: number, whole: bigint): Coprime {
  const part = new CoprimePart(whole);
  const rows = Array.from({ length: numerators.length / width }, (_, i) => {
    let product = 1n;
    for (let at = i * width; at < (i + 1) * width; at++) {
      if (numerators[at] === 0n) continue;
      lookUpAtOnce();
      product = (product * numerators[at]) % part.value;
    }
    return part.leaveOut(product);
  });
  return { part: part.value, rows, columns: new Array<boolean>(width).fill(true) };
}

/** A divisor that becomes smaller, until it is coprime to all that was left out. */
class CoprimePart {
  value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }

  /** Leaves out what it has in common with a number; false if that is long, and then nothing is left out. */
  leaveOut(number: bigint): boolean {
    lookUpAtOnce();
    const common = gcdOfBigints(magnitude(number % this.value), this.value);
    if (bitsOf(common) > LONG_DIVISOR) return false;
    this.value = coprimePart(this.value, common);
    return true;
  }
}

/** The largest divisor of a positive number that is coprime to another one. */
function coprimePart(value: bigint, other: bigint): bigint {
  let part = value;
  for (;;) {
    const common = gcdOfBigints(magnitude(other % part), part);
    if (common === 1n) return part;
    part /= common;
  }
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
