import { HankelError } from "../errors.ts";
import { dot } from "../linear/matrix.ts";
import { counts, RANK_TOLERANCE } from "../linear/rank.ts";
import { countAllWords, type Word } from "../words/word.ts";
import { type Basis, wordsUpTo } from "./block.ts";
import type { WeighedWords } from "./weighed-words.ts";

/** How far a basis grows. */
export interface BestBasisOptions {
  /** How many rows and columns at most; 300 by default. */
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  /** A row or column counts if its distance from the others is above this share of the longest one; `RANK_TOLERANCE` by default. */
  readonly threshold?: number | undefined;
}

/** A basis, and whether it stopped growing because no more questions were allowed. */
export interface GrownBasis extends Basis {
  readonly stopped: boolean;
}

/** The first rows and columns: all words up to the length that has about so many. */
const FIRST = 16;

/**
 * Grows a basis by asking. The candidates are the rows of P·Σ and the columns of Σ·S; in turn, the candidate whose row (or
 * column) lies farthest from the span of the chosen ones is chosen, until none lies far enough. What is chosen spans all rows and
 * columns that are one letter away: with exact weights, the block has the rank of the language unless a difference shows only
 * behind words that are longer. Where another round would ask too much, the basis before it is the result.
 *
 * @example
 * const words = new WeighedWords(new Alphabet("a"), (asked) => asked.map((word) => 0.5 ** (word.length + 1)));
 * const { prefixes } = await bestBasis(words);
 * console.log(prefixes.length); // 9
 */
export async function bestBasis(words: WeighedWords, options: BestBasisOptions = {}): Promise<GrownBasis> {
  const { rows = 300, columns = 300, threshold = RANK_TOLERANCE } = options;
  /** The chosen words of a side, those added that are one letter away and lie far from the span, and the rank of all. */
  const grow = async (side: Side, chosen: readonly Word[], others: readonly Word[], most: number) => {
    const candidates = oneLetterAway(words, side, chosen);
    const vectors = await vectorsOf(words, [...chosen, ...candidates], others, side);
    const { added, rank } = farthest(vectors, chosen.length, most - chosen.length, threshold);
    return { chosen: [...chosen, ...added.map((i) => candidates[i - chosen.length])], rank };
  };
  let length = 1;
  while (length < 8 && countAllWords(words.alphabet.size, length + 1) <= FIRST) length++;
  const first = wordsUpTo(words.alphabet, length);
  let basis: Basis = { prefixes: first.slice(0, rows), suffixes: first.slice(0, columns) };
  // The last basis whose block is asked for already, rows that are a letter longer included.
  let asked: Basis | undefined;
  try {
    for (;;) {
      const { chosen: prefixes, rank } = await grow("row", basis.prefixes, basis.suffixes, rows);
      asked = basis;
      // Where all columns are independent, no further row can be seen to be, so further columns get longer rows to show up in.
      const full = rank === basis.suffixes.length;
      const against = full ? [...prefixes, ...oneLetterAway(words, "row", prefixes)] : prefixes;
      const { chosen: suffixes } = await grow("column", basis.suffixes, against, columns);
      basis = { prefixes, suffixes };
      const grown = [asked.prefixes.length < prefixes.length, asked.suffixes.length < suffixes.length];
      if (!grown.includes(true)) return { ...basis, stopped: false };
    }
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "budget" || asked === undefined) throw error;
    return { ...asked, stopped: true };
  }
}

type Side = "row" | "column";

/** Rows a letter longer at their end, or columns at their beginning, that are not among the given ones. */
function oneLetterAway({ alphabet }: WeighedWords, side: Side, chosen: readonly Word[]): Word[] {
  const letters = Array.from({ length: alphabet.size }, (_, letter) => letter);
  const longer = chosen.flatMap((word) =>
    letters.map((letter) => (side === "row" ? [...word, letter] : [letter, ...word])),
  );
  const known = new Set(chosen.map(String));
  return longer.filter((word) => !known.has(String(word)));
}

/** The row, or column, of each word. */
async function vectorsOf(
  words: WeighedWords,
  list: readonly Word[],
  others: readonly Word[],
  side: Side,
): Promise<Float64Array[]> {
  const { tree } = words;
  const cells = list.map((word) =>
    Int32Array.from(others, (other) =>
      side === "row" ? tree.insert(other, tree.insert(word)) : tree.insert(word, tree.insert(other)),
    ),
  );
  await words.ask(...cells);
  return cells.map((nodes) => Float64Array.from(nodes, (node) => words.weight(node)));
}

/**
 * Gram–Schmidt with pivots: the first `given` vectors are taken out of the others, then again and again the longest one that
 * is left. Returns which of the others were taken, and how many vectors in all.
 */
function farthest(
  vectors: readonly Float64Array[],
  given: number,
  most: number,
  threshold: number,
): { added: number[]; rank: number } {
  const square = (x: Float64Array) => dot(x, 0, x, 0, x.length);
  const left = vectors.map((vector) => vector.slice());
  const longest = Math.sqrt(left.reduce((length, vector) => Math.max(length, square(vector)), 0));
  const isFar = (vector: Float64Array) => counts(Math.sqrt(square(vector)), longest, threshold);
  let rank = 0;
  const takeOut = (i: number) => {
    const length = square(left[i]);
    const pivot = left[i].slice();
    if (!isFar(pivot)) return;
    rank++;
    // Twice, because one pass leaves rounding of the size of what was taken out.
    for (let pass = 0; pass < 2; pass++) {
      for (const vector of left) {
        const share = dot(pivot, 0, vector, 0, pivot.length) / length;
        for (let t = 0; t < pivot.length; t++) vector[t] -= share * pivot[t];
      }
    }
  };
  for (let i = 0; i < given; i++) takeOut(i);
  const added: number[] = [];
  while (added.length < most) {
    let best = -1;
    for (let i = given; i < left.length; i++) {
      if (best < 0 || square(left[i]) > square(left[best])) best = i;
    }
    if (best < 0 || !isFar(left[best])) break;
    added.push(best);
    takeOut(best);
  }
  return { added, rank };
}
