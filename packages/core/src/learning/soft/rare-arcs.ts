import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";
import { nearestStates } from "./nearest-states.ts";

/**
 * Lets arcs that are too rare to be studied lead to the state whose row is nearest, at one question each: those whose share
 * of all steps is at least `from` and below `below`.
 */
export function* decideRareArcs(
  known: KnownRows,
  { pdfa, access }: { readonly pdfa: Pdfa; readonly access: readonly number[] },
  { from, below, longest }: { readonly from: number; readonly below: number; readonly longest: number },
): SoftAsking<Pdfa> {
  const { letters } = pdfa;
  const { arcs } = usesOf(pdfa);
  const rare = [...arcs.keys()].filter((arc) => arcs[arc] >= from && arcs[arc] < below);
  const nodes = rare.map((arc) => known.tree.extend(access[Math.floor(arc / letters)], arc % letters));
  yield* known.ask(
    nodes.filter((node) => known.tree.depth(node) <= longest),
    "futures",
  );
  const target = pdfa.target.slice();
  rare.forEach((arc, i) => {
    if (known.has(nodes[i])) [target[arc]] = nearestStates(pdfa, known.values, known.at(nodes[i]));
  });
  return { ...pdfa, target };
}
