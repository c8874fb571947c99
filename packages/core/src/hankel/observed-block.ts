import { type GroupWithZero, isField, kernelOf } from "../algebra/semifield.ts";
import { rankOf } from "../linear/rank.ts";
import { getOrAdd } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { RowClasses } from "./hankel.ts";

/** A block of the Hankel matrix whose entries are all known. */
export interface ObservedBlock {
  readonly prefixes: number;
  readonly suffixes: number;
  /** Classes of homothetic live rows: a deterministic automaton needs as many states for these rows alone. */
  readonly classes: number;
  /** The rank, over a field: any automaton needs as many states. `undefined` if the algebra is no field of numbers. */
  readonly rank: number | undefined;
}

/** Limits on the words, the length of suffixes and the columns that are looked at. */
const MAX_WORDS = 20_000;
const MAX_SUFFIX = 12;
const MAX_COLUMNS = 128;

/**
 * What the answers of a run, by any learner, show of the language: a large block of the Hankel matrix without unknown
 * entries, its classes and its rank. If the classes keep growing while the rank stays below the number of columns, the
 * language looks regular but not deterministic; if the rank grows too, it looks not regular.
 *
 * @example
 * const answers = [[[], 1], [[0], 2], [[0, 0], 4]] as const;
 * console.log(observedBlock(rational, answers).rank); // 1
 */
export function observedBlock<W>(
  algebra: GroupWithZero<W>,
  answers: Iterable<readonly [Word, W]>,
): ObservedBlock {
  const { rows, columns, weight } = largeBlock(answers);
  const classes = new RowClasses(algebra);
  const leaders = new Map<number, W[]>();
  for (const row of rows) {
    const entries = columns.map((column) => weight(row, column));
    const live = entries.find((entry) => !algebra.isZero(entry));
    if (live === undefined) continue;
    const inverse = algebra.inverse(live);
    let node = 0;
    for (const entry of entries) node = classes.next(node, algebra.times(inverse, entry));
    if (!leaders.has(node)) leaders.set(node, entries);
  }
  return {
    prefixes: rows.length,
    suffixes: columns.length,
    classes: leaders.size,
    rank: quickRank(algebra, [...leaders.values()]),
  };
}

/** By elimination in any field, the rank could take longer than the run. */
function quickRank<W>(algebra: GroupWithZero<W>, rows: W[][]): number | undefined {
  return isField(algebra) && kernelOf(algebra).kind !== "generic" ? rankOf(algebra, rows) : undefined;
}

interface Column {
  readonly suffix: Word;
  /** The prefixes p such that p·suffix is known. */
  readonly rows: Set<number>;
}

/** A block without unknown entries: the columns known for most prefixes, as long as there are enough rows. */
function largeBlock<W>(answers: Iterable<readonly [Word, W]>) {
  const tree = new PrefixTree();
  const weights = new Map<number, W>();
  const columns = new Map<string, Column>();
  for (const [word, weight] of answers) {
    if (weights.size >= MAX_WORDS) break;
    const path = tree.path(word);
    weights.set(path[word.length], weight);
    for (let cut = Math.max(0, word.length - MAX_SUFFIX); cut <= word.length; cut++) {
      const suffix = word.slice(cut);
      getOrAdd(columns, suffix.join(), () => ({ suffix, rows: new Set<number>() })).rows.add(path[cut]);
    }
  }
  const order = [...columns.values()].toSorted((a, b) => b.rows.size - a.rows.size);
  const chosen: Word[] = [];
  let rows: number[] = [];
  for (const { suffix, rows: known } of order) {
    if (chosen.length >= MAX_COLUMNS) break;
    const left = chosen.length === 0 ? [...known] : rows.filter((row) => known.has(row));
    // With fewer than twice as many rows as columns, the block shows nothing.
    if (left.length < 2 * (chosen.length + 1)) continue;
    chosen.push(suffix);
    rows = left;
  }
  const weight = (row: number, suffix: Word) => weights.get(tree.find(suffix, row)) as W;
  return { rows, columns: chosen, weight };
}
