import type { KnownRows, SoftAsking } from "./known-rows.ts";

/**
 * What is likely to follow a word: its likeliest continuations, likeliest first (docs/theory/language-models.md, §13: E(u)
 * and its shares). With a continuation, its prefixes are there too, before it; the first is ε.
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
    if (open.length === 0) {
      const total = likeliest.reduce((sum, i) => sum + found[i].p, 0);
      return {
        parent: likeliest.map((i) => likeliest.indexOf(found[i].parent)),
        letter: likeliest.map((i) => found[i].letter),
        weight: likeliest.map((i) => found[i].p / total),
        nodes: likeliest.map((i) => found[i].node),
      };
    }
    for (const i of open) {
      const { node: at, p } = found[i];
      found[i].expanded = true;
      if (tree.depth(at) >= longest) continue;
      const row = known.at(at);
      for (let letter = 0; letter < letters; letter++) {
        const likelihood = p * known.values[row + letter];
        if (likelihood === 0) continue;
        found.push({ node: tree.extend(at, letter), parent: i, letter, p: likelihood, expanded: false });
      }
    }
  }
}

/**
 * How far the future of a node's word x is from that of a state: dist(x, u) = Σ_e w(e) · TV(next(xe), next(ue)), over the likely
 * suffixes e of the state's access word u that make no word longer than `longest` (Lemma 13.2). It is the error to be expected per
 * step if x is taken for u. The distance is as far as it is known, so never too large; the words xe whose rows are missing
 * come likeliest first.
 */
export function futureDistance(
  known: KnownRows,
  node: number,
  { parent, letter, weight, nodes }: Suffixes,
  longest: number,
): { readonly distance: number; readonly missing: readonly number[] } {
  const { tree } = known;
  const behind: number[] = [];
  const missing: number[] = [];
  let [sum, total] = [0, 0];
  for (let i = 0; i < nodes.length; i++) {
    behind.push(i === 0 ? node : tree.extend(behind[parent[i]], letter[i]));
    if (tree.depth(behind[i]) > longest) continue;
    total += weight[i];
    if (known.knows(behind[i])) sum += weight[i] * known.variation(behind[i], nodes[i]);
    else missing.push(behind[i]);
  }
  return { distance: sum / total, missing };
}
