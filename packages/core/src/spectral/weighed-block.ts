import { Matrix } from "../linear/matrix.ts";
import type { Basis } from "./basis.ts";
import { type Block, requireMemory } from "./block.ts";
import type { WeighedWords } from "./weighed-words.ts";

/** What a cell takes besides its weight: its node, and what the tree and the answers need for a word. */
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
  const before = Int32Array.from(prefixes, (prefix) => tree.insert(prefix));
  const ends = Int32Array.from(suffixes, (suffix) => tree.insert(suffix));
  const cells = (nodes: Int32Array): Int32Array => {
    const found = new Int32Array(rows * columns);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) found[i * columns + j] = tree.insert(suffixes[j], nodes[i]);
    }
    return found;
  };
  const whole = cells(before);
  const shifted = alphabet.symbols.map((_, letter) => cells(before.map((node) => tree.extend(node, letter))));
  await words.ask(whole, ...shifted, before, ends);
  const weights = (nodes: Int32Array) => Float64Array.from(nodes, (node) => words.weight(node));
  return {
    alphabet,
    basis,
    statistics: "string",
    matrix: new Matrix(rows, columns, weights(whole)),
    shifted: shifted.map((nodes) => new Matrix(rows, columns, weights(nodes))),
    onPrefixes: weights(before),
    onSuffixes: weights(ends),
    noise: 0,
  };
}
