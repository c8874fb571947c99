import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { WfsaBuilder } from "../../automata/wfsa-builder.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import type { BlockWords } from "./block-words.ts";

/**
 * The automaton whose states are the basis words: λ is 1 for ε, ρ(p) = L(p), and the arcs of p on a letter a are the
 * coordinates of the row of p·a. `coordinates` has them for the words p·a that are no basis words, by their number.
 */
export function hypothesisOf<W>(
  algebra: GroupWithZero<W>,
  alphabet: Alphabet,
  words: BlockWords<W>,
  coordinates: (row: number) => ArrayLike<W> | undefined,
): Wfsa<W> {
  const { observations, prefixes, letters } = words;
  const builder = new WfsaBuilder(algebra, alphabet);
  for (const node of prefixes) {
    builder.state(observations.knows(node) ? observations.weight(node) : algebra.zero);
  }
  if (prefixes.length > 0) builder.initial(0);
  for (let row = 0; row < words.rows.length; row++) {
    const from = Math.floor(row / letters);
    const basis = words.basisOf(row);
    if (basis >= 0) builder.arcOn(from, row % letters, algebra.one, basis);
    else {
      const weights = coordinates(row) ?? [];
      for (let to = 0; to < Math.min(weights.length, prefixes.length); to++) {
        builder.arcOn(from, row % letters, weights[to], to);
      }
    }
  }
  return builder.build();
}
