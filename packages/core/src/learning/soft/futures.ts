import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** A continuation e of a word u that is likely to follow it (docs/theory/language-models.md, §13: E(u) and its shares). */
export interface Suffix {
  /** The place of e without its last letter, and that letter; -1 for ε. */
  readonly parent: number;
  readonly letter: number;
  /** How likely it is, in proportion: the weights of a word's suffixes sum to 1. */
  readonly weight: number;
  /** The node of ue. */
  readonly node: number;
}

/** The likeliest `count` continuations of a node's word, likeliest first: ε, and each of the others behind its prefixes. */
export function* likelySuffixes(known: KnownRows, node: number, count: number): SoftAsking<readonly Suffix[]> {
  const { tree, letters } = known;
  const found = [{ parent: -1, letter: -1, weight: 1, node, expanded: false }];
  for (;;) {
    // Sorting is stable, so that a prefix stays before a continuation that is as likely.
    const order = [...found.keys()].sort((i, j) => found[j].weight - found[i].weight);
    const likeliest = order.slice(0, count);
    yield* known.ask(
      likeliest.map((i) => found[i].node),
      "futures",
    );
    const open = likeliest.filter((i) => !found[i].expanded);
    if (open.length === 0) {
      const total = likeliest.reduce((sum, i) => sum + found[i].weight, 0);
      return likeliest.map((i) => {
        const { parent, letter, weight, node: behind } = found[i];
        return { parent: likeliest.indexOf(parent), letter, weight: weight / total, node: behind };
      });
    }
    for (const parent of open) {
      const { node: at, weight } = found[parent];
      found[parent].expanded = true;
      if (tree.depth(at) >= known.longest) continue;
      for (let letter = 0; letter < letters; letter++) {
        const likelihood = weight * known.values[known.at(at) + letter];
        if (likelihood === 0) continue;
        found.push({ parent, letter, weight: likelihood, node: tree.extend(at, letter), expanded: false });
      }
    }
  }
}

/**
 * How far the future of a node's word x is from that of a state: dist(x, u) = Σ_e w(e) · TV(next(xe), next(ue)), over the likely
 * suffixes e of the state's access word u that make no word too long (Lemma 13.2). It is the error to be expected per step
 * if x is taken for u. The distance is as far as it is known, so never too large; the words xe whose rows are missing
 * come likeliest first.
 */
export function futureDistance(
  known: KnownRows,
  node: number,
  suffixes: readonly Suffix[],
): { readonly distance: number; readonly missing: readonly number[] } {
  const { tree } = known;
  const behind: number[] = [];
  const missing: number[] = [];
  let [sum, total] = [0, 0];
  for (const { parent, letter, weight, node: other } of suffixes) {
    const at = parent < 0 ? node : tree.extend(behind[parent], letter);
    behind.push(at);
    if (tree.depth(at) > known.longest) continue;
    total += weight;
    if (known.has(at)) sum += weight * known.variation(at, other);
    else missing.push(at);
  }
  return { distance: sum / total, missing };
}
