import { usesOf } from "../../next/pdfa.ts";
import { exploredWords, statesOf } from "./fit.ts";
import { futureDistance } from "./futures.ts";
import type { Point } from "./growth.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";

/** An arc is doubtful if it is this far from its state, and so many times farther than half of the arcs are. */
const FAR = 0.03;
const TIMES_FARTHER = 3;

/** How many further words of a state are asked about a doubtful arc. */
const OPINIONS = 3;

/** States whose rows are this much farther than the nearest one's are no candidates, nor is any beyond the first few. */
const MARGIN = 0.15;
const CANDIDATES = 4;

/**
 * Decides doubtful arcs again, by several likely words of their state and not by its access word alone: a model may be
 * wrong about one word that it has rarely seen. An arc goes to the state with the least mean distance.
 */
export function* secondOpinion(
  known: KnownRows,
  point: Point,
  { rare, longest }: { rare: number; longest: number },
): SoftAsking<Point> {
  const doubtful = doubtfulArcs(point, rare);
  if (doubtful.length === 0) return point;
  const { letters } = known;
  const likely = likelyWords(known, point);
  const votes = doubtful.map((arc) => {
    const words = [point.access[Math.floor(arc / letters)], ...likely[Math.floor(arc / letters)]];
    const nodes = words.map((node) => known.tree.extend(node, arc % letters));
    return { arc, nodes: nodes.filter((node) => known.tree.depth(node) <= longest) };
  });
  yield* known.ask(
    votes.flatMap(({ nodes }) => nodes),
    "futures",
  );
  const ballots = votes.map((vote) => ({ ...vote, states: candidates(known, point, vote) }));
  yield* known.ask(
    ballots.flatMap(({ nodes, states }) =>
      states.flatMap((state) =>
        nodes.flatMap((node) => futureDistance(known, node, point.suffixes[state], longest).missing),
      ),
    ),
    "futures",
  );
  const target = point.pdfa.target.slice();
  for (const { arc, nodes, states } of ballots) {
    const distance = (state: number) =>
      nodes.reduce(
        (sum, node) => sum + futureDistance(known, node, point.suffixes[state], longest).distance,
        0,
      );
    const distances = states.map(distance);
    target[arc] = states[distances.indexOf(Math.min(...distances))];
  }
  return { ...point, pdfa: { ...point.pdfa, target } };
}

/** A doubtful arc, and the words that decide about it. */
interface Vote {
  readonly arc: number;
  readonly nodes: readonly number[];
}

function doubtfulArcs({ pdfa, distances }: Point, rare: number): number[] {
  const { arcs } = usesOf(pdfa);
  const decided = [...arcs.keys()].filter((arc) => arcs[arc] >= rare && Number.isFinite(distances[arc]));
  const sorted = decided.map((arc) => distances[arc]).sort((a, b) => a - b);
  const limit = Math.max(FAR, TIMES_FARTHER * (sorted[sorted.length >> 1] ?? 0));
  return decided.filter((arc) => distances[arc] > limit);
}

/** The likeliest words of each state, besides its access word. */
function likelyWords(known: KnownRows, { pdfa, access }: Point): number[][] {
  const { nodes, weights } = exploredWords(known);
  const states = statesOf(known, pdfa);
  const words = Array.from({ length: pdfa.size }, (): number[] => []);
  const order = nodes.map((_, i) => i).sort((i, j) => weights[j] - weights[i]);
  for (const i of order) {
    const state = states[nodes[i]];
    if (words[state].length < OPINIONS && nodes[i] !== access[state]) words[state].push(nodes[i]);
  }
  return words;
}

/** The state that the arc leads to, and those whose rows are nearest to those of its words, on average. */
function candidates(known: KnownRows, { access, pdfa }: Point, { arc, nodes }: Vote): number[] {
  const mean = (state: number) =>
    nodes.reduce((sum, node) => sum + known.variation(node, access[state]), 0) / nodes.length;
  const near = access.map((_, state) => [state, mean(state)] as const).sort(([, a], [, b]) => a - b);
  const others = near
    .slice(0, CANDIDATES)
    .filter(([, distance]) => distance <= near[0][1] + MARGIN)
    .map(([state]) => state);
  return [...new Set([pdfa.target[arc], ...others])];
}
