import { Matrix } from "../linear/matrix.ts";
import type { Basis } from "./basis.ts";
import { type Block, requireMemory } from "./block.ts";
import type { WeighedWords } from "./weighed-words.ts";

/** What a word of a block takes: a node of the tree, its children and its weight. */
const WORD_BYTES = 48;

/** About how many bytes a block of answers takes. */
export function weighedBlockBytes(rows: number, columns: number, letters: number): number {
  return rows * columns * (letters + 1) * (8 + WORD_BYTES);
}

/** Asks for all words of a block: every prefix and suffix, and every prefix, letter and suffix. Each is asked once. */
export async function weighedBlock(
  words: WeighedWords,
  basis: Basis,
  { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number | undefined } = {},
): Promise<Block> {
  const { tree, alphabet } = words;
  const { prefixes, suffixes } = basis;
  const [rows, columns] = [prefixes.length, suffixes.length];
  const bytes = weighedBlockBytes(rows, columns, alphabet.size);
  const what = `a block of ${rows} × ${columns} for ${alphabet.size} letters`;
  requireMemory(bytes, maxBytes, what, "take fewer or shorter prefixes and suffixes");
  const letters = Array.from({ length: alphabet.size }, (_, letter) => letter);
  const before = prefixes.map((prefix) => tree.insert(prefix));
  const after = letters.map((letter) => before.map((node) => tree.extend(node, letter)));
  const cells = (nodes: readonly number[]) =>
    nodes.flatMap((node) => suffixes.map((suffix) => tree.insert(suffix, node)));
  const ends = suffixes.map((suffix) => tree.insert(suffix));
  await words.ask([...cells(before), ...after.flatMap(cells), ...before, ...ends]);
  const weights = (nodes: readonly number[]) => Float64Array.from(nodes, (node) => words.weight(node));
  return {
    alphabet,
    basis,
    statistics: "string",
    matrix: new Matrix(rows, columns, weights(cells(before))),
    shifted: after.map((nodes) => new Matrix(rows, columns, weights(cells(nodes)))),
    onPrefixes: weights(before),
    onSuffixes: weights(ends),
    noise: 0,
  };
}
