/** Linear systems modulo a small prime, in doubles. */

/**
 * Primes are below this. Products of two residues are then below 2^44, so that 500 of them can be added up before the sum
 * has to be reduced.
 */
export const SMALL = 2 ** 22;

const SUMS = 500;

/** The remainder from 0 to p - 1 of a whole number below 2^53 in magnitude. */
export function residue(value: number, p: number): number {
  const rest = value - Math.floor(value / p) * p;
  return rest < 0 ? rest + p : rest >= p ? rest - p : rest;
}

/** The inverse of a residue that is not zero, by Euclid's algorithm. */
export function inverseModulo(a: number, p: number): number {
  let [r, rest, t, next] = [p, a, 0, 1];
  while (rest !== 0) {
    const quotient = Math.floor(r / rest);
    [t, next] = [next, t - quotient * next];
    [r, rest] = [rest, r - quotient * rest];
  }
  return t < 0 ? t + p : t;
}

/**
 * The X with X A = B modulo a prime below `SMALL`, or `undefined` if A is singular. `system` holds the columns of A and
 * then of B as its rows: entry (i, j) of A, and below it B, is at `i · (n + m) + j` with i the column; it is overwritten.
 * X comes in its columns too: entry (k, i) at `i · m + k`.
 *
 * Gaussian elimination on [Aᵀ | Bᵀ]: n² (n / 3 + m) products. A row collects its updates unreduced until it is needed.
 */
export function solveModulo(p: number, system: Float64Array, n: number, m: number): Float64Array | undefined {
  const width = n + m;
  for (let k = 0; k < n; k++) {
    const pivot = findPivot(p, system, n, width, k);
    if (pivot < 0) return undefined;
    if (pivot !== k) swapRows(system, width, pivot, k);
    scaleRow(p, system, k * width, k, width);
    for (let i = k + 1; i < n; i++) {
      const factor = residue(system[i * width + k], p);
      if (factor !== 0) addMultiple(system, i * width, k * width, p - factor, k + 1, width);
      if ((k + 1) % SUMS === 0) reduceRow(p, system, i * width, k + 1, width);
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1, sums = 0; k < n; k++) {
      const factor = system[i * width + k];
      if (factor === 0) continue;
      addMultiple(system, i * width, k * width, p - factor, n, width);
      if (++sums % SUMS === 0) reduceRow(p, system, i * width, n, width);
    }
    reduceRow(p, system, i * width, n, width);
  }
  const solution = new Float64Array(n * m);
  for (let i = 0; i < n; i++) solution.set(system.subarray(i * width + n, (i + 1) * width), i * m);
  return solution;
}

/** The first row from k whose entry in column k is not zero, or -1. */
function findPivot(p: number, system: Float64Array, n: number, width: number, k: number): number {
  for (let i = k; i < n; i++) if (residue(system[i * width + k], p) !== 0) return i;
  return -1;
}

function swapRows(system: Float64Array, width: number, a: number, b: number): void {
  const row = system.slice(a * width, (a + 1) * width);
  system.copyWithin(a * width, b * width, (b + 1) * width);
  system.set(row, b * width);
}

/** Divides a row by its entry in column k. */
function scaleRow(p: number, system: Float64Array, start: number, k: number, width: number): void {
  const factor = inverseModulo(residue(system[start + k], p), p);
  for (let j = k; j < width; j++) system[start + j] = residue(residue(system[start + j], p) * factor, p);
}

function reduceRow(p: number, system: Float64Array, start: number, from: number, width: number): void {
  for (let j = from; j < width; j++) system[start + j] = residue(system[start + j], p);
}

function addMultiple(
  system: Float64Array,
  to: number,
  source: number,
  factor: number,
  start: number,
  end: number,
): void {
  for (let j = start; j < end; j++) system[to + j] += factor * system[source + j];
}
