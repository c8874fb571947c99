import { reduce } from "../../automata/fields/reduce.ts";
import type { Wfsa } from "../../automata/wfsa.ts";
import { WfsaBuilder } from "../../automata/wfsa-builder.ts";
import type { BlockWords } from "./block-words.ts";

/**
 * The canonical form of a minimal automaton whose states are basis words: the basis of the first words in shortlex order whose rows
 * are independent (docs/theory/fields.md, 14.1). Usually the basis is that one already, and only the states change places: so it is if
 * every row p·a is a combination of rows of words before it. Over rounded weights the basis stays in any case.
 */
export function canonical<W>(hypothesis: Wfsa<W>, words: BlockWords<W>): Wfsa<W> {
  if (hypothesis.algebra.exact && !isShortlexFirst(hypothesis, words)) return reduce(hypothesis);
  const order = [...words.prefixes.keys()].sort((a, b) =>
    words.compare(words.prefixes[a], words.prefixes[b]),
  );
  const place = new Int32Array(order.length);
  order.forEach((basis, state) => {
    place[basis] = state;
  });
  const builder = new WfsaBuilder(hypothesis.algebra, hypothesis.alphabet);
  for (const basis of order) builder.state(hypothesis.finalWeight[basis]);
  if (order.length > 0) builder.initial(0);
  for (const basis of order) {
    const arcs: number[] = [];
    for (let arc = hypothesis.start[basis]; arc < hypothesis.start[basis + 1]; arc++) arcs.push(arc);
    // Within a letter, arcs are sorted by their targets.
    arcs.sort((a, b) => place[hypothesis.target[a]] - place[hypothesis.target[b]]);
    for (const arc of arcs) {
      builder.arcOn(
        place[basis],
        hypothesis.letter[arc],
        hypothesis.arcWeight[arc],
        place[hypothesis.target[arc]],
      );
    }
  }
  return builder.build();
}

function isShortlexFirst<W>({ source, letter, target, arcs }: Wfsa<W>, words: BlockWords<W>): boolean {
  for (let arc = 0; arc < arcs; arc++) {
    const row = words.rows[source[arc] * words.letters + letter[arc]];
    if (words.compare(words.prefixes[target[arc]], row) > 0) return false;
  }
  return true;
}
