/** A symbol, as its index in the alphabet. */
export type Letter = number;

/** A word over an alphabet; `[]` is ε. */
export type Word = readonly Letter[];

/** Shortlex order: shorter first, then alphabetically. */
export function shortlex(a: Word, b: Word): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const order = (a[i] as Letter) - (b[i] as Letter);
    if (order !== 0) return order;
  }
  return 0;
}
