import { totalVariation } from "../../next/distribution.ts";
import { type Pdfa, usesOf } from "../../next/pdfa.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/**
 * Lets arcs that are too rare to be studied (their share of all steps is below `rare`) lead to the state whose row is
 * nearest, at one question each (docs/theory/language-models.md, §13). Without it they all lead to the initial state, and
 * KL is a quarter to a half more (docs/benchmarks/soft-learner.md).
 */
export function* decideRareArcs(
  known: KnownRows,
  { pdfa, access }: { readonly pdfa: Pdfa; readonly access: readonly number[] },
  { rare, longest }: { readonly rare: number; readonly longest: number },
): SoftAsking<Pdfa> {
  const { letters, size, rows } = pdfa;
  const { arcs } = usesOf(pdfa);
  const undecided = [...arcs.keys()].filter((arc) => arcs[arc] > 0 && arcs[arc] < rare);
  const nodes = undecided.map((arc) => known.tree.extend(access[Math.floor(arc / letters)], arc % letters));
  yield* known.ask(
    nodes.filter((node) => known.tree.depth(node) <= longest),
    "futures",
  );
  const target = pdfa.target.slice();
  undecided.forEach((arc, i) => {
    if (!known.knows(nodes[i])) return;
    const variations = Array.from({ length: size }, (_, state) =>
      totalVariation(known.values, known.at(nodes[i]), rows, state * (letters + 1), letters + 1),
    );
    target[arc] = variations.indexOf(Math.min(...variations));
  });
  return { ...pdfa, target };
}
