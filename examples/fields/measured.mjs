// 2^#a + 2^#b as an instrument shows it: every weight is off by up to 5 parts in a million (docs/fields.md).
//
//     hankel learn --learner multiplicity:rank-tolerance=1e-3 --tolerance 1e-4 examples/fields/measured.mjs

import { weigh as exact } from "./powers.mjs";

export const alphabet = ["a", "b"];
export const semifield = "real";

export function weigh(word) {
  const places = word.map((letter, i) => (letter === "a" ? 1 : 2) * (i + 1) ** 2);
  const noise = Math.sin(places.reduce((sum, place) => sum + place, 0));
  return Number(exact(word)) * (1 + 5e-6 * noise);
}
