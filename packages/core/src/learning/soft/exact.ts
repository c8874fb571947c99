import { real } from "../../algebra/float64.ts";
import { type Point, pointOf } from "./growth.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** Rows whose total variation is at most this are equal, up to rounding. */
export const EQUAL = real.tolerance;

/** What the search for an automaton of equal rows depends on. */
export interface RowOptions {
  /** Does the caller know that there is one? */
  readonly certain: boolean;
  /** If not, it is given up when fewer than one in so many words have the row of an earlier one. */
  readonly patience: number;
  /** More different rows than this have no end. */
  readonly most: number;
  /** Longer words cannot be asked. */
  readonly longest: number;
}

/** The word of an arc that waits to be looked at. */
interface OpenArc {
  readonly arc: number;
  readonly node: number;
  readonly probability: number;
}

/**
 * The automaton whose states are the different rows (docs/theory/language-models.md, 13.6): the first guess for a model
 * that *is* a finite automaton, at one question for each arc. Words are taken likeliest first. Undefined if hardly any rows
 * are equal, or if there is no end to different ones. Without this step, twelve random automata took 5,924 questions, with it 632.
 */
export function* statesByRows(
  known: KnownRows,
  { certain, patience, most, longest }: RowOptions,
): SoftAsking<Point | undefined> {
  const { tree, letters } = known;
  const access: number[] = [];
  const target: number[] = [];
  const open: OpenArc[] = [];
  let equal = 0;
  const addState = (node: number, probability: number): number => {
    for (let letter = 0; letter < letters; letter++) {
      const arc = target.push(0) - 1;
      const p = known.values[known.at(node) + letter];
      if (p === 0 || tree.depth(node) >= longest) continue;
      open.push({ arc, node: tree.extend(node, letter), probability: probability * p });
    }
    return access.push(node) - 1;
  };
  yield* known.ask([0], "futures");
  addState(0, 1);
  while (open.length > 0) {
    open.sort((a, b) => b.probability - a.probability);
    // A few at a time, as long as there may be nothing to find.
    const words = open.splice(0, certain || equal > 0 ? open.length : patience / 4);
    yield* known.ask(
      words.map(({ node }) => node),
      "futures",
    );
    for (const { arc, node, probability } of words) {
      const state = access.findIndex((other) => known.variation(node, other) <= EQUAL);
      if (state >= 0) equal++;
      target[arc] = state >= 0 ? state : addState(node, probability);
    }
    if (access.length > (certain ? most : Math.min(most, patience * (1 + equal)))) return undefined;
  }
  const isFound = certain || equal > 0 || access.length === 1;
  return isFound ? pointOf(known, access, target, 0) : undefined;
}
