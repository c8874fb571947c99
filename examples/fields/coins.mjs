// What coins are worth together, in cents: d is a dime, n a nickel and p a penny (docs/fields.md).
//
//     hankel learn --learner multiplicity:integral examples/fields/coins.mjs

const cents = { d: 10, n: 5, p: 1 };

export const alphabet = ["d", "n", "p"];
export const semifield = "rational";

export function weigh(word) {
  return String(word.reduce((sum, coin) => sum + cents[coin], 0));
}
