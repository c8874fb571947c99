/**
 * A black box as a TypeScript module, which Hankel runs in worker threads.
 *
 *     hankel learn examples/teachers/typescript/coffee.ts --workers 2
 */

export const alphabet = ["coffee", "cake"];
export const semifield = "tropical";

/** The price of an order: a cake costs 4, a coffee 3, and every third coffee is free. */
export function weigh(word: readonly string[]): number {
  let coffees = 0;
  let price = 0;
  for (const item of word) {
    if (item === "cake") price += 4;
    else if (++coffees % 3 !== 0) price += 3;
  }
  return price;
}
