import { HankelError, shown } from "../errors.ts";

/** What words cost: `word` each, and `letter` for each letter. */
export interface Prices {
  readonly word: number;
  readonly letter: number;
}

/** An option of whoever counts or saves costs. */
export interface PriceOptions {
  /** What a question costs: 1 for the word, and 1 for each letter, unless given. */
  readonly prices?: Prices | undefined;
}

/**
 * A reset and a letter cost the same.
 *
 * @example
 * console.log(defaultPrices.word, defaultPrices.letter); // 1 1
 */
export const defaultPrices: Prices = { word: 1, letter: 1 };

/** What so many words with so many letters together cost. */
export function costOf(words: number, letters: number, { word, letter }: Prices): number {
  return word * words + letter * letters;
}

/** The prices, if they are some: finite, not negative, and not both zero. The default ones if none are given. */
export function checkPrices(prices: Prices = defaultPrices): Prices {
  const { word, letter } = prices;
  for (const [name, price] of Object.entries({ word, letter })) {
    if (Number.isFinite(price) && price >= 0) continue;
    throw new HankelError(
      "usage",
      `the price of a ${name} is ${shown(price)}; give a number that is not negative`,
    );
  }
  if (word > 0 || letter > 0) return prices;
  throw new HankelError(
    "usage",
    "neither words nor letters cost anything, so there is nothing to save; give one of them a price above 0",
  );
}
