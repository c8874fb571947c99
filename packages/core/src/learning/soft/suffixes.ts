import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** A continuation that is less likely than this is no likely one. */
const UNLIKELY = 0.004;

/**
 * What is likely to follow a word: its likeliest continuations, likeliest first. With a continuation, its prefixes are
 * there too, before it; the first is ε.
 */
export interface Suffixes {
  /** For each suffix, the one without its last letter, and that letter; -1 for ε. */
  readonly parent: readonly number[];
  readonly letter: readonly number[];
  /** How likely each is, in proportion: the weights sum to 1. */
  readonly weight: readonly number[];
  /** The nodes of the word followed by each suffix. */
  readonly nodes: readonly number[];
}

/** The likeliest `count` continuations of a node's word, up to a length of `longest` in all. */
export function* likelySuffixes(
  known: KnownRows,
  node: number,
  count: number,
  longest: number,
): SoftAsking<Suffixes> {
  const { tree, letters } = known;
  const found = [{ node, parent: -1, letter: -1, p: 1, expanded: false }];
  for (;;) {
    // Sorting is stable, so that a prefix stays before a continuation that is as likely.
    const order = found.map((_, i) => i).sort((i, j) => found[j].p - found[i].p);
    const likeliest = order.slice(0, count);
    yield* known.ask(
      likeliest.map((i) => found[i].node),
      "futures",
    );
    const open = likeliest.filter((i) => !found[i].expanded);
    if (open.length === 0) return suffixesOf(found, likeliest);
    for (const i of open) {
      const { node: at, p } = found[i];
      found[i].expanded = true;
      if (tree.depth(at) >= longest) continue;
      const row = known.at(at);
      for (let letter = 0; letter < letters; letter++) {
        const likelihood = p * known.values[row + letter];
        if (likelihood < UNLIKELY) continue;
        found.push({ node: tree.extend(at, letter), parent: i, letter, p: likelihood, expanded: false });
      }
    }
  }
}

interface Continuation {
  readonly node: number;
  readonly parent: number;
  readonly letter: number;
  readonly p: number;
}

function suffixesOf(found: readonly Continuation[], chosen: readonly number[]): Suffixes {
  const place = new Map(chosen.map((i, at) => [i, at]));
  const continuations = chosen.map((i) => found[i]);
  const total = continuations.reduce((sum, { p }) => sum + p, 0);
  return {
    parent: continuations.map(({ parent }) => (parent < 0 ? -1 : (place.get(parent) as number))),
    letter: continuations.map(({ letter }) => letter),
    weight: continuations.map(({ p }) => p / total),
    nodes: continuations.map(({ node }) => node),
  };
}
