import type { KnownRows } from "./known-rows.ts";
import type { Suffixes } from "./suffixes.ts";

/**
 * How far the future of a word x is from that of a state: D(x, u) = Σ_e w(e) · TV(next(xe), next(ue)), over the likely
 * suffixes e of the state's access word u. It is the error to be expected per step if x is taken for u.
 */
export interface FutureDistance {
  /** As far as it is known, so never too large. */
  readonly distance: number;
  /** The words xe whose rows are not known, likeliest first. */
  readonly missing: readonly number[];
}

/** The distance between the future of a node's word and that of a state. Suffixes that make too long a word are left out. */
export function futureDistance(
  known: KnownRows,
  node: number,
  { parent, letter, weight, nodes }: Suffixes,
  longest: number,
): FutureDistance {
  const { tree } = known;
  const behind: number[] = [];
  const missing: number[] = [];
  let [sum, total] = [0, 0];
  for (let i = 0; i < nodes.length; i++) {
    behind.push(i === 0 ? node : tree.extend(behind[parent[i]], letter[i]));
    if (tree.depth(behind[i]) > longest) continue;
    total += weight[i];
    if (known.has(behind[i])) sum += weight[i] * known.variation(behind[i], nodes[i]);
    else missing.push(behind[i]);
  }
  return { distance: sum / total, missing };
}
