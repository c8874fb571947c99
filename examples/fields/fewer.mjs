// The smaller of #a and #b: costs with a small nondeterministic automaton, and no deterministic one (docs/naturals.md).

export const alphabet = ["a", "b"];
export const semifield = "tropical";

export function weigh(word) {
  const a = word.filter((letter) => letter === "a").length;
  return String(Math.min(a, word.length - a));
}
