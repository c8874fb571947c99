// A word of coins weighs what they are worth together, in cents: d is a dime, n a nickel, and p a penny.

const cents = { d: 10, n: 5, p: 1 };

export const semifield = "rational";
export const alphabet = Object.keys(cents);

export function weigh(word) {
  return String(word.reduce((sum, coin) => sum + cents[coin], 0));
}
