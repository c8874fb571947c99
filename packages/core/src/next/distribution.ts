/**
 * What a language model says comes next after a word: one probability for each letter, in the alphabet's order, and last
 * that of the end. An answer with prefixes holds such a row for each prefix of its word, ε first; the last row is the
 * word's own.
 */
export type Distribution = Float64Array;

/**
 * The distribution of the word itself, in an answer that may hold those of its prefixes too.
 *
 * @example
 * const answer = Float64Array.of(0.5, 0.5, 0.25, 0.75); // of ε and of a, over one letter and the end
 * console.log(distributionOf(answer, 1).join(" ")); // 0.25 0.75
 */
export function distributionOf(answer: Distribution, letters: number): Distribution {
  return answer.length === letters + 1 ? answer : answer.subarray(answer.length - letters - 1);
}

/** One of the rows of an answer that holds several, each so many probabilities wide. It is a part of the answer. */
export function rowAt(answer: Distribution, row: number, width: number): Distribution {
  return answer.subarray(row * width, (row + 1) * width);
}

/** The largest difference between two probabilities at the same place; the arrays have the same length. */
export function distanceOfRows(a: Distribution, b: Distribution): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

/** The total variation ½ Σ |p − q| between two rows of this width, which begin at these places; of rows that are farther apart than `most`, anything above it. */
export function totalVariation(
  p: Float64Array,
  at: number,
  q: Float64Array,
  from: number,
  width: number,
  most = Number.POSITIVE_INFINITY,
): number {
  const end = 2 * most;
  let sum = 0;
  for (let i = 0; i < width && sum <= end; i++) sum += Math.abs(p[at + i] - q[from + i]);
  return sum / 2;
}

/**
 * The letters of a row with the greatest probabilities above 0, at most so many, likeliest first; of equal ones the first
 * comes first. The end is no letter. It takes |row| · log(count) steps, so that a large alphabet is not sorted for a few.
 */
export function likeliestLetters(row: ArrayLike<number>, count: number): number[] {
  const found: number[] = [];
  for (let letter = 0; letter < row.length - 1; letter++) {
    const p = row[letter];
    if (!(p > 0) || (found.length === count && p <= row[found[count - 1]])) continue;
    let [low, high] = [0, found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row[found[middle]] >= p) low = middle + 1;
      else high = middle;
    }
    if (found.length === count) found.pop();
    found.splice(low, 0, letter);
  }
  return found;
}

/** A row for a message: four digits are enough to see a difference that matters. */
export function showRow(row: Distribution): string {
  return Array.from(row, (p) => Number(p.toPrecision(4))).join(" ");
}
