import { HankelError } from "../errors.ts";
import { SparseMatrix } from "../linear/matrix.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { shortlex, type Word } from "../words/word.ts";
import { type Basis, type Block, requireMemory, type Statistic } from "./block.ts";

/** Words that were drawn from a distribution. */
export interface Sample {
  readonly alphabet: Alphabet;
  readonly words: readonly Word[];
}

/** How large a basis of frequent words is. */
export interface FrequentBasisOptions {
  /** How many rows and columns at most; 1000 by default. */
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
  /** How many letters a row or column has at most; 20 by default. */
  readonly length?: number | undefined;
}

/**
 * The basis of the words that a sample tells most about: for `string` statistics its most frequent prefixes and suffixes; for
 * `prefix`, prefixes and substrings; for `substring`, substrings on both sides. ε is always among them.
 *
 * @example
 * const { prefixes, suffixes } = frequentBasis([[0, 0], [0]], 1, "string");
 * console.log(prefixes.length, suffixes.length); // 3 3
 */
export function frequentBasis(
  words: readonly Word[],
  letters: number,
  statistics: Statistic,
  { rows = 1000, columns = 1000, length = 20 }: FrequentBasisOptions = {},
): Basis {
  if (words.length === 0) throw emptySample();
  const everywhere = (count: number) => frequentWords(words, letters, "everywhere", { count, length });
  const atStart = (sample: readonly Word[], count: number) =>
    frequentWords(sample, letters, "start", { count, length });
  const backwards = (list: readonly Word[]) => list.map((word) => word.toReversed());
  return {
    prefixes: statistics === "substring" ? everywhere(rows) : atStart(words, rows),
    suffixes: statistics === "string" ? backwards(atStart(backwards(words), columns)) : everywhere(columns),
  };
}

function emptySample(): HankelError {
  return new HankelError("usage", "the sample has no words: there is nothing to learn from");
}

/** Receives an entry: its row, its letter or -1 for H itself, its column and its value. */
type Visit = (row: number, letter: number, column: number, value: number) => void;

/**
 * The block of the Hankel matrix of the empirical distribution of a sample, or of its prefix or substring statistics. The
 * matrices are sparse: only what occurs is stored.
 *
 * @example
 * const words = [[0, 0], [0], []];
 * const block = sampleBlock({ alphabet: new Alphabet("a"), words }, frequentBasis(words, 1, "string"), "string");
 * console.log(block.matrix.rows, block.shifted.length); // 3 1
 */
export function sampleBlock(
  { alphabet, words }: Sample,
  basis: Basis,
  statistics: Statistic,
  { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number | undefined } = {},
): Block {
  if (words.length === 0) throw emptySample();
  const longest = (list: readonly Word[]) => list.reduce((most, word) => Math.max(most, word.length), 0);
  const depth = longest(basis.prefixes) + 1 + longest(basis.suffixes);
  const counted = countWords(words, alphabet.size, statistics, depth);
  const matrices = sparseMatrices(counted, basis, alphabet.size, words.length, maxBytes);
  const { tree, counts } = counted;
  const value = (word: Word) => {
    const node = tree.find(word);
    return node < 0 ? 0 : counts[node] / words.length;
  };
  return {
    alphabet,
    basis,
    statistics,
    matrix: matrices[0],
    shifted: matrices.slice(1),
    onPrefixes: Float64Array.from(basis.prefixes, value),
    onSuffixes: Float64Array.from(basis.suffixes, value),
    noise: noiseOf(matrices[0], words.length),
  };
}

/** H and all H_a in compressed rows: one walk counts the entries of each row, a second one fills them in. */
function sparseMatrices(
  counted: Counts,
  basis: Basis,
  letters: number,
  total: number,
  maxBytes: number,
): SparseMatrix[] {
  const [rows, columns] = [basis.prefixes.length, basis.suffixes.length];
  const less = "take fewer rows and columns, or shorter ones";
  requireMemory((letters + 1) * (rows + 1) * 4, maxBytes, `a basis of ${rows} × ${columns}`, less);
  const starts = Array.from({ length: letters + 1 }, () => new Int32Array(rows + 1));
  let entries = 0;
  eachEntry(counted, basis, letters, (row, letter) => {
    starts[letter + 1][row + 1]++;
    entries++;
  });
  const bytes = entries * 12 + (letters + 1) * (rows + 1) * 8;
  requireMemory(bytes, maxBytes, `a basis of ${rows} × ${columns}, with ${entries} entries,`, less);
  const matrices = starts.map((start) => {
    for (let row = 0; row < rows; row++) start[row + 1] += start[row];
    const column = new Int32Array(start[rows]);
    return new SparseMatrix({ rows, columns, start, column, value: new Float64Array(column.length) });
  });
  const next = starts.map((start) => start.slice());
  eachEntry(counted, basis, letters, (row, letter, column, value) => {
    const { column: columnsOf, value: values } = matrices[letter + 1];
    const at = next[letter + 1][row]++;
    columnsOf[at] = column;
    values[at] = value / total;
  });
  return matrices;
}

/**
 * Finds all entries. Every counted word w is cut at all places into w = x · y: the walk goes from w up to the root, and at the
 * same time down a tree of the suffixes, read backwards. If y is a suffix, then x may be a prefix, or a prefix and a letter.
 */
function eachEntry({ tree, counts }: Counts, basis: Basis, letters: number, visit: Visit): void {
  const rowOf = new Int32Array(tree.size).fill(-1);
  basis.prefixes.forEach((prefix, row) => {
    const node = tree.find(prefix);
    if (node >= 0) rowOf[node] = row;
  });
  const backwards = new PrefixTree(letters);
  const ends = basis.suffixes.map((suffix) => backwards.insert(suffix.toReversed()));
  const columnOf = new Int32Array(backwards.size).fill(-1);
  ends.forEach((node, column) => {
    columnOf[node] = column;
  });
  for (let node = 0; node < tree.size; node++) {
    if (counts[node] === 0) continue;
    let end = 0;
    for (let x = node; ; x = tree.parent(x)) {
      const column = columnOf[end];
      if (column >= 0 && rowOf[x] >= 0) visit(rowOf[x], -1, column, counts[node]);
      if (x === 0) break;
      const before = rowOf[tree.parent(x)];
      if (column >= 0 && before >= 0) visit(before, tree.letter(x), column, counts[node]);
      end = backwards.child(end, tree.letter(x));
      if (end < 0) break;
    }
  }
}

/**
 * About how far a singular value may be off by chance. An entry f that was counted in n words has the variance f/n at most, or
 * about; a random matrix with such entries has a norm near the largest standard deviation of a row plus that of a column.
 */
function noiseOf({ rows, columns, start, column, value }: SparseMatrix, n: number): number {
  const [byRow, byColumn] = [new Float64Array(rows), new Float64Array(columns)];
  for (let i = 0; i < rows; i++) {
    for (let entry = start[i]; entry < start[i + 1]; entry++) {
      byRow[i] += value[entry] / n;
      byColumn[column[entry]] += value[entry] / n;
    }
  }
  const largest = (variances: Float64Array) => Math.sqrt(variances.reduce((a, b) => Math.max(a, b), 0));
  return largest(byRow) + largest(byColumn);
}

/** Words as nodes of a tree, and how often each was counted. */
interface Counts {
  readonly tree: PrefixTree;
  readonly counts: Float64Array;
}

/** Counts words of at most `longest` letters. Linear in the sample; for substrings, times `longest`. */
function countWords(words: readonly Word[], letters: number, statistics: Statistic, longest: number): Counts {
  const tree = new PrefixTree(letters);
  const counts: number[] = [0];
  const count = (node: number) => {
    counts[node] = (counts[node] ?? 0) + 1;
  };
  for (const word of words) {
    if (statistics === "string") {
      if (word.length <= longest) count(tree.insert(word));
      continue;
    }
    const starts = statistics === "prefix" ? 1 : word.length + 1;
    for (let start = 0; start < starts; start++) {
      let node = 0;
      count(node);
      const end = Math.min(word.length, start + longest);
      for (let i = start; i < end; i++) {
        node = tree.extend(node, word[i]);
        count(node);
      }
    }
  }
  // Inner nodes of the tree need not have been counted.
  return { tree, counts: Float64Array.from({ length: tree.size }, (_, node) => counts[node] ?? 0) };
}

/**
 * The words of at most `length` letters that are most often found in a sample, at the beginning of its words or everywhere,
 * ε included; of equally frequent ones, the shortlex-first. Length by length: a word is never more frequent than its
 * prefixes, so only those are extended that could be among the wanted ones.
 */
function frequentWords(
  sample: readonly Word[],
  letters: number,
  from: "start" | "everywhere",
  { count, length }: { readonly count: number; readonly length: number },
): Word[] {
  const tree = new PrefixTree(letters);
  const counts: number[] = [0];
  for (const word of sample) counts[0] += from === "start" ? 1 : word.length + 1;
  let least = 0;
  for (let depth = 1; depth <= length; depth++) {
    const before = tree.size;
    for (const word of sample) {
      const starts = from === "start" ? 1 : word.length;
      for (let start = 0; start < starts && start + depth <= word.length; start++) {
        let node = 0;
        for (let i = start; i < start + depth - 1 && node >= 0; i++) node = tree.child(node, word[i]);
        if (node < 0 || counts[node] < least) continue;
        const longer = tree.extend(node, word[start + depth - 1]);
        counts[longer] = (counts[longer] ?? 0) + 1;
      }
    }
    if (tree.size === before) break;
    const sorted = Float64Array.from(counts).sort();
    least = sorted.length > count ? sorted[sorted.length - count] : 0;
  }
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  const words = nodes.map((node) => tree.word(node));
  // Stable, so equally frequent words stay in shortlex order.
  nodes.sort((a, b) => shortlex(words[a], words[b]));
  nodes.sort((a, b) => counts[b] - counts[a]);
  return nodes.slice(0, count).map((node) => words[node]);
}
