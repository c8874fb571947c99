/** The rank of a matrix modulo a prime; entries as texts, whole numbers or ratios. Gaussian elimination. */
export function rankModulo(prime: bigint, texts: readonly (readonly string[])[]): number {
  const rows = texts.map((row) => row.map((text) => residue(text, prime)));
  return eliminate(
    rows,
    (entries) => entries.findIndex((entry) => entry !== 0n),
    (target, pivot, column) => {
      const factor = (target[column] * inverseModulo(pivot[column], prime)) % prime;
      for (let i = 0; i < target.length; i++) {
        target[i] = (((target[i] - factor * pivot[i]) % prime) + prime) % prime;
      }
    },
  );
}

/** Entries smaller than this, relative to the largest of their row at the start, count as zero. */
const NEGLIGIBLE = 1e-7;

/** The numerical rank of a matrix of floats; every row is scaled first, so that small weights count like large ones. */
export function rankOfReals(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => {
    const largest = Math.max(...row.map(Math.abs));
    return row.map((entry) => (largest === 0 ? 0 : entry / largest));
  });
  return eliminate(rows, largestColumn, (target, pivot, column) => {
    const factor = target[column] / pivot[column];
    for (let i = 0; i < target.length; i++) target[i] -= factor * pivot[i];
  });
}

function largestColumn(row: readonly number[]): number {
  let best = -1;
  let most = NEGLIGIBLE;
  row.forEach((entry, i) => {
    if (Math.abs(entry) <= most) return;
    most = Math.abs(entry);
    best = i;
  });
  return best;
}

/** Takes the rows in turn; each that has a pivot left counts, and is subtracted from those behind it. */
function eliminate<T>(
  rows: T[][],
  pivotOf: (row: readonly T[]) => number,
  subtract: (target: T[], pivot: readonly T[], column: number) => void,
): number {
  let rank = 0;
  rows.forEach((row, i) => {
    const column = pivotOf(row);
    if (column < 0) return;
    rank++;
    for (let j = i + 1; j < rows.length; j++) subtract(rows[j], row, column);
  });
  return rank;
}

function residue(text: string, prime: bigint): bigint {
  const [n, d = "1"] = text.split("/");
  const top = ((BigInt(n) % prime) + prime) % prime;
  const bottom = BigInt(d) % prime;
  return bottom === 0n ? 0n : (top * inverseModulo(bottom, prime)) % prime;
}

function inverseModulo(value: bigint, prime: bigint): bigint {
  let result = 1n;
  let base = value % prime;
  for (let exponent = prime - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return prime === 2n ? value : result;
}
