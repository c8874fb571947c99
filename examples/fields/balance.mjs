// (#a - #b)²: no word weighs less than 0, and no automaton with natural weights has this language (docs/naturals.md).
//
//     hankel learn --learner multiplicity:integral examples/fields/balance.mjs

export const alphabet = ["a", "b"];
export const semifield = "rational";

export function weigh(word) {
  const a = word.filter((letter) => letter === "a").length;
  return String((2 * a - word.length) ** 2);
}
