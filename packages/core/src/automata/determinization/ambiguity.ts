import { HankelError } from "../../errors.ts";
import type { Word } from "../../words/word.ts";
import { grouped, placesWhere } from "../arcs.ts";
import { type Automaton, isDeterministic, toWfsa } from "../convert.ts";
import { reachableFrom } from "../distances/components.ts";
import { OperationBudget } from "../operation-budget.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { PairGraph } from "./pairs.ts";

/** When a search through pairs of states gives up. */
export interface PairLimits {
  /** Pairs of states, of arcs, and letters of delays that may be looked at; 10⁷ by default. */
  readonly maxPairs?: number | undefined;
}

export function pairBudget(operation: string, limits: PairLimits): OperationBudget {
  return new OperationBudget(operation, "pairs", limits.maxPairs ?? 1e7);
}

/**
 * A word with two different paths from initial to final states, or `undefined` for an unambiguous automaton.
 *
 * In the square of a trim automaton, two paths of one word form a path of pairs; they differ if it visits a pair of
 * different states or uses two parallel arcs. O(arcs²) (after Eilenberg 1974; Allauzen, Mohri and Rastogi 2008, "General
 * algorithms for testing the ambiguity of finite automata"). Any group with zero; weights are ignored. ε arcs are refused:
 * remove them first.
 */
export function findAmbiguity<W>(automaton: Automaton<W>, limits: PairLimits = {}): Word | undefined {
  if (isDeterministic(automaton)) return undefined;
  const wfsa = trim(toWfsa(automaton));
  if (wfsa.epsilons > 0) {
    throw new HankelError("unsupported", "findAmbiguity: the automaton has ε arcs; use removeEpsilon first");
  }
  return ambiguousWord(wfsa, new PairGraph(wfsa, pairBudget("findAmbiguity", limits)));
}

/** Does every word have at most one path from initial to final states? See `findAmbiguity`. */
export function isUnambiguous<W>(automaton: Automaton<W>, limits: PairLimits = {}): boolean {
  return findAmbiguity(automaton, limits) === undefined;
}

/** The same, given the square of a trim automaton. */
export function ambiguousWord<W>(wfsa: Wfsa<W>, pairs: PairGraph<W>): Word | undefined {
  const { algebra, finalWeight } = wfsa;
  const isFinal = (pair: number) =>
    !algebra.isZero(finalWeight[pairs.left[pair]]) && !algebra.isZero(finalWeight[pairs.right[pair]]);
  const alive = coreachable(pairs, isFinal);
  const behind = (pair: number): Word => {
    const way = pairs.shortestPath(pair, isFinal, (to) => alive[to] === 1) ?? [];
    return way.map((arcs) => pairs.letterOf(arcs));
  };
  for (let pair = 0; pair < pairs.size; pair++) {
    if (alive[pair] === 0) continue;
    if (pairs.left[pair] !== pairs.right[pair]) return [...pairs.wordTo(pair), ...behind(pair)];
    for (let arcs = pairs.start[pair]; arcs < pairs.start[pair + 1]; arcs++) {
      const to = pairs.target[arcs];
      if (pairs.arcLeft[arcs] === pairs.arcRight[arcs] || pairs.left[to] !== pairs.right[to]) continue;
      return [...pairs.wordTo(pair), pairs.letterOf(arcs), ...behind(to)];
    }
  }
  return undefined;
}

/** Marks with 1 the pairs from which a pair of final states can be reached. */
function coreachable<W>(pairs: PairGraph<W>, isFinal: (pair: number) => boolean): Uint8Array {
  const { size } = pairs;
  const source = new Int32Array(pairs.target.length);
  for (let pair = 0; pair < size; pair++) source.fill(pair, pairs.start[pair], pairs.start[pair + 1]);
  const { start, places } = grouped(pairs.target, size);
  const target = places.map((arcs) => source[arcs]);
  return reachableFrom({ size, start, target }, placesWhere(size, isFinal));
}
