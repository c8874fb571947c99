import { type Point, pdfaOf } from "./growth.ts";
import { EQUAL, type KnownRows, type SoftAsking } from "./known-rows.ts";

/** So many words are asked at once, at least, where rows were equal before. */
const SEVERAL = 1000;

/**
 * The automaton whose states are the different rows (docs/theory/language-models.md, 13.6): the first guess for a model
 * that *is* a finite automaton, at one question for each arc. Words are taken likeliest first. Undefined if hardly any rows
 * are equal, so that fewer than one word in `patience` has the row of an earlier one and the caller is not `certain` that there
 * is an automaton; or if there are more than `most` different ones. Without this step, twelve random automata took 5,924 questions, with it 632.
 */
export function* statesByRows(
  known: KnownRows,
  { certain, patience, most }: { certain: boolean; patience: number; most: number },
): SoftAsking<Point | undefined> {
  const { tree } = known;
  const access: number[] = [];
  const target: number[] = [];
  /** The words of arcs that wait to be looked at. */
  const open = [{ arc: -1, node: 0, probability: 1 }];
  let equal = 0;
  while (open.length > 0) {
    open.sort((a, b) => b.probability - a.probability);
    // A few at a time, as long as there may be nothing to find; and where symbols are many, no more than twice as many as before.
    const atMost = certain ? open.length : Math.max(SEVERAL, known.count);
    const words = open.splice(0, certain || equal > 0 ? atMost : patience / 4);
    yield* known.ask(words.map(({ node }) => node));
    for (const { arc, node, probability } of words) {
      const state = access.findIndex((other) => known.variation(node, other) <= EQUAL);
      if (arc >= 0) target[arc] = state >= 0 ? state : access.length;
      if (state >= 0) {
        equal++;
        continue;
      }
      access.push(node);
      for (const [letter, p] of known.row(node).slice(0, -1).entries()) {
        const next = target.push(0) - 1;
        if (p === 0 || tree.depth(node) >= known.longest) continue;
        open.push({ arc: next, node: tree.extend(node, letter), probability: probability * p });
      }
    }
    if (access.length > (certain ? most : Math.min(most, patience * (1 + equal)))) return undefined;
    if (!certain && known.room < open.length) return undefined;
  }
  const isFound = certain || equal > 0 || access.length === 1;
  if (!isFound) return undefined;
  return { pdfa: pdfaOf(known, access, target), undecided: new Map(), radius: 0, family: "distance" };
}
