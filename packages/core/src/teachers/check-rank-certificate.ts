import { primeField } from "../algebra/prime-field.ts";
import { type Field, type GroupWithZero, isField } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { requireField } from "../automata/requirements.ts";
import { HankelError } from "../errors.ts";
import type { Word } from "../words/word.ts";
import type { CertificateReport, RankCertificate } from "./certificate.ts";

/** A prime for a quick proof over the rational numbers: rows that are independent modulo a prime are independent. */
const PRIME = 2_147_483_647;
/** Over rounded weights, what is smaller than this share of the largest entry counts as zero. */
const NEGLIGIBLE = 1e-9;

/**
 * Checks a certificate of the rank: asks the language for the words P·S and P·Σ·S. The rank of the block P × S of its own
 * answers is a lower bound of its rank. If it is the number of states of the automaton, both agree on all these words, and
 * the rank of the language is no higher, they are equal (docs/theory.md §14).
 */
export function* checkRankCertificate<W>(
  automaton: Automaton<W>,
  { prefixes, suffixes }: RankCertificate,
): Generator<Word[], CertificateReport<W>, ArrayLike<W>> {
  validate(automaton, prefixes, suffixes);
  const { algebra, alphabet } = automaton;
  const words = prefixes.flatMap((prefix) => suffixes.map((suffix) => [...prefix, ...suffix]));
  const block = words.length;
  for (const prefix of prefixes) {
    for (let letter = 0; letter < alphabet.size; letter++)
      for (const suffix of suffixes) words.push([...prefix, letter, ...suffix]);
  }
  const weights = words.length === 0 ? [] : yield words;
  let difference: CertificateReport<W>["difference"];
  for (let i = 0; i < words.length && difference === undefined; i++) {
    const believed = automaton.weigh(words[i]);
    if (!algebra.equals(believed, weights[i])) {
      difference = { word: words[i], automaton: believed, language: weights[i] };
    }
  }
  const answers = Array.from({ length: block }, (_, i) => weights[i]);
  const rows = prefixes.map((_, i) => answers.slice(i * suffixes.length, (i + 1) * suffixes.length));
  return { atLeast: rankOf(algebra, rows), questions: words.length, difference, rank: true };
}

/** The rank of a matrix, or a lower bound of it. */
function rankOf<W>(algebra: GroupWithZero<W>, rows: readonly (readonly W[])[]): number {
  const field = requireField(algebra, "the certificate");
  if (algebra.name === "rational") {
    const modular = primeField(PRIME);
    const image = rowsModulo(rows, (weight) => modular.parse(algebra.format(weight)));
    const found = image === undefined ? 0 : eliminate(modular, image);
    if (found === rows.length) return found;
  }
  return eliminate(field, rows);
}

/** The rows modulo a prime; `undefined` if a weight has no residue. */
function rowsModulo<W>(
  rows: readonly (readonly W[])[],
  residue: (weight: W) => number,
): number[][] | undefined {
  try {
    return rows.map((row) => row.map(residue));
  } catch (error) {
    if (error instanceof HankelError) return undefined;
    throw error;
  }
}

/** The number of pivots of Gauss's elimination; factors stand on the left. */
function eliminate<W>(field: Field<W>, rows: readonly (readonly W[])[]): number {
  const size = sizeOf(field);
  const all = rows.flat().map(size);
  const threshold = field.exact ? 0 : NEGLIGIBLE * all.reduce((most, one) => Math.max(most, one), 0);
  let left = rows.map((row) => [...row]);
  for (let found = 0; ; found++) {
    const place = largest(left, size, threshold);
    if (place === undefined) return found;
    const { at, column } = place;
    const pivot = left[at];
    const inverted = field.inverse(pivot[column]);
    left = left.filter((_, i) => i !== at).map((row) => reduced(field, row, pivot, column, inverted));
  }
}

/** Where the largest entry above a threshold is, the first one of its size. */
function largest<W>(rows: readonly (readonly W[])[], size: (weight: W) => number, threshold: number) {
  let place: { readonly at: number; readonly column: number } | undefined;
  let most = threshold;
  for (const [at, row] of rows.entries()) {
    for (const [column, weight] of row.entries()) {
      if (size(weight) <= most) continue;
      most = size(weight);
      place = { at, column };
    }
  }
  return place;
}

/** A row less the multiple of the pivot row that makes it zero in the pivot's column. */
function reduced<W>(
  { times, plus, negate, isZero, zero }: Field<W>,
  row: W[],
  pivot: readonly W[],
  column: number,
  inverted: W,
): W[] {
  if (isZero(row[column])) return row;
  const factor = negate(times(row[column], inverted));
  return row.map((weight, j) => (j === column ? zero : plus(weight, times(factor, pivot[j]))));
}

/** How large a weight is; over an exact field only whether it is zero matters. */
function sizeOf<W>(field: Field<W>): (weight: W) => number {
  const { toNumber } = field;
  if (field.exact || toNumber === undefined) return (weight) => (field.isZero(weight) ? 0 : 1);
  return (weight) => Math.abs(toNumber(weight));
}

/** Throws if this cannot be a certificate of the automaton. */
function validate<W>(
  { algebra, alphabet, size }: Automaton<W>,
  prefixes: readonly Word[],
  suffixes: readonly Word[],
): void {
  const fail = (message: string): never => {
    throw new HankelError("parse", `this is no certificate of the automaton: ${message}`);
  };
  if (!isField(algebra)) fail(`a rank needs a field, and ${algebra.name} is none`);
  if (prefixes.length > size || suffixes.length > size) {
    fail(
      `it has ${prefixes.length} prefixes and ${suffixes.length} suffixes, the automaton has ${size} states`,
    );
  }
  if (size === 0) return;
  for (const words of [prefixes, suffixes]) {
    if (!words.some((word) => word.length === 0))
      fail(`the empty word ${alphabet.show([])} has to be a prefix and a suffix`);
  }
}
