import { countOf } from "../errors.ts";
import type { NextTeacher } from "../next/next-teacher.ts";
import { drawWords } from "./drawn-words.ts";
import type { Watch } from "./rows.ts";

/** How symbols are ranked. */
export interface LikeliestOptions extends Watch {
  /** How many words are drawn; 40 by default. */
  readonly words?: number | undefined;
  readonly seed?: number | undefined;
  /** Words are cut off after this many letters; 16 by default. */
  readonly maxLength?: number | undefined;
}

/** The likeliest symbols of a language model. */
export interface LikeliestSymbols {
  /** Likeliest first; of equal ones, the first in the alphabet. */
  readonly symbols: readonly string[];
  /** Of all symbols in words of the model, the share of the others, as far as the drawn words tell. */
  readonly others: number;
  /** What was drawn, for a sentence: "40 words drawn with seed 1 (cut after 16 letters)". */
  readonly drawn: string;
}

/**
 * The symbols that are likeliest in words of a language model, at most so many. Some words are drawn, and what the model
 * says comes next is summed over all their places: that ranks symbols that never occur in these words, too.
 *
 * @example
 * const model = nextTeacherOf(minimize(fromExpression("(<1/2>a|<1/8>b|<1/8>c)*<1/4>", rational)));
 * const { symbols, others } = await likeliestSymbols(model, 2);
 * console.log(symbols.join(" "), others.toFixed(2)); // a b 0.17
 */
export async function likeliestSymbols(
  next: NextTeacher,
  count: number,
  { words = 40, seed = 1, maxLength = 16, cancelled }: LikeliestOptions = {},
): Promise<LikeliestSymbols> {
  const { symbols } = next.alphabet;
  const drawn = await drawWords(next, { words, seed, maxLength, cancelled });
  const sums = new Float64Array(symbols.length);
  for (const node of drawn.nodes) {
    for (let at = node; at >= 0; at = drawn.tree.parent(at)) {
      const row = drawn.row(at);
      for (let letter = 0; letter < sums.length; letter++) sums[letter] += row[letter];
    }
  }
  const order = Array.from(sums.keys()).sort((a, b) => sums[b] - sums[a] || a - b);
  const total = sums.reduce((sum, value) => sum + value, 0);
  const rest = order.slice(count).reduce((sum, letter) => sum + sums[letter], 0);
  const cut = drawn.cut > 0 ? ` (cut after ${countOf(drawn.maxLength, "letter")})` : "";
  return {
    symbols: order.slice(0, count).map((letter) => symbols[letter]),
    others: total > 0 ? rest / total : 0,
    drawn: `${countOf(words, "word")} drawn with seed ${seed}${cut}`,
  };
}
