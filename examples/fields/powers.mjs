// 2^#a + 2^#b: a language without a finite deterministic automaton (docs/fields.md).
//
//     hankel learn --learner multiplicity examples/fields/powers.mjs

export const alphabet = ["a", "b"];
export const semifield = "rational";

export function weigh(word) {
  const a = word.filter((letter) => letter === "a").length;
  return String(2n ** BigInt(a) + 2n ** BigInt(word.length - a));
}
