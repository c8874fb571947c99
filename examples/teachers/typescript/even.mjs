// The smallest black box: does a word have an even number of a's?
export const alphabet = ["a", "b"];
export const semifield = "boolean";

export function weigh(word) {
  return word.filter((letter) => letter === "a").length % 2 === 0;
}
