import { type Letter, linkedWord, type Word } from "../../words/word.ts";
import { grouped, placesWhere } from "../arcs.ts";
import { type Automaton, isDeterministic, toWfsa } from "../convert.ts";
import { reachableFrom } from "../distances/components.ts";
import { OperationBudget, unsupported } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";

/** Pairs of states of two automata, numbered in the order in which they are reached; each counts in a budget. */
export class StatePairs {
  /** The states of a pair; that of the second automaton may be -1. */
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #rights: number;
  readonly #budget: OperationBudget;

  /** `rights`: how many states the second automaton has. */
  constructor(rights: number, budget: OperationBudget) {
    this.#rights = rights;
    this.#budget = budget;
  }

  get size(): number {
    return this.left.length;
  }

  /** The number of a pair; calls `added` if it is new. */
  reach(p: number, q: number, added: () => void): number {
    const key = p * (this.#rights + 1) + q + 1;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#budget.spend();
    const pair = this.left.push(p) - 1;
    this.right.push(q);
    this.#numbers.set(key, pair);
    added();
    return pair;
  }
}

/**
 * The square of an automaton without ε arcs: the pairs of states that one word reaches from initial states, and the
 * pairs of arcs between them. At worst states² and arcs² of them, hence the budget for pairs of arcs.
 */
export class PairGraph<W> extends StatePairs {
  readonly #wfsa: Wfsa<W>;
  /** The pairs of arcs that leave pair i have the numbers `start[i]` to `start[i + 1] - 1`. */
  readonly start: number[] = [0];
  readonly target: number[] = [];
  readonly arcLeft: number[] = [];
  readonly arcRight: number[] = [];
  /** The previous pair on a shortest word to a pair; -1 for a pair of initial states. */
  readonly #from: number[] = [];
  readonly #letter: number[] = [];

  constructor(wfsa: Wfsa<W>, budget: OperationBudget) {
    super(wfsa.size, budget);
    this.#wfsa = wfsa;
    const { initials } = wfsa;
    const reach = (p: number, q: number, from: number, letter: Letter): number =>
      this.reach(p, q, () => {
        this.#from.push(from);
        this.#letter.push(letter);
      });
    for (let i = 0; i < initials.length; i++) {
      for (let j = 0; j < initials.length; j++) reach(initials[i], initials[j], -1, -1);
    }
    for (let from = 0; from < this.left.length; from++) {
      matchArcs(wfsa, this.left[from], wfsa, this.right[from], (e, f) => {
        budget.spend();
        this.target.push(reach(wfsa.target[e], wfsa.target[f], from, wfsa.letter[e]));
        this.arcLeft.push(e);
        this.arcRight.push(f);
      });
      this.start.push(this.target.length);
    }
  }

  /** The letter that a pair of arcs reads. */
  letterOf(arcs: number): Letter {
    return this.#wfsa.letter[this.arcLeft[arcs]];
  }

  /** A shortest word that leads from initial states to a pair. */
  wordTo(pair: number): Word {
    return linkedWord(this.#from, this.#letter, pair);
  }

  /** The pairs of arcs on a shortest path from a pair to one that `isGoal`, through pairs that pass. */
  shortestPath(
    from: number,
    isGoal: (pair: number) => boolean,
    passes: (pair: number) => boolean,
  ): number[] | undefined {
    const before = new Map<number, number>([[from, -1]]);
    const queue = [from];
    const source = new Map<number, number>();
    for (const pair of queue) {
      if (isGoal(pair)) {
        const way: number[] = [];
        for (let at = pair; before.get(at) !== -1; at = source.get(at) as number)
          way.push(before.get(at) as number);
        return way.reverse();
      }
      for (let arcs = this.start[pair]; arcs < this.start[pair + 1]; arcs++) {
        const to = this.target[arcs];
        if (before.has(to) || !passes(to)) continue;
        before.set(to, arcs);
        source.set(to, pair);
        queue.push(to);
      }
    }
    return undefined;
  }
}

/** Every arc of p with every arc of q on the same letter, by increasing letter. */
export function matchArcs<A, B>(
  a: Wfsa<A>,
  p: number,
  b: Wfsa<B>,
  q: number,
  visit: (arcOfP: number, arcOfQ: number) => void,
): void {
  const [endA, endB] = [a.start[p + 1], b.start[q + 1]];
  let f = b.start[q];
  for (let e = a.start[p]; e < endA && f < endB; e++) {
    while (f < endB && b.letter[f] < a.letter[e]) f++;
    for (let g = f; g < endB && b.letter[g] === a.letter[e]; g++) visit(e, g);
  }
}

/** Two states that one word reaches, and a word that leads each back to itself, but with different weights. */
export interface UnequalCycles<W> {
  /** The word from initial states to both states. */
  readonly prefix: Word;
  readonly states: readonly [number, number];
  /** The word from each state back to itself. */
  readonly cycle: Word;
  readonly weights: readonly [W, W];
  /**
   * If ⊗ is not commutative: the delay between the two paths, before the cycle and after it.
   */
  readonly delays?: readonly [W, W];
}

/** The two cycles of a closed path of pairs of arcs. */
export function cycleOf<W>(
  wfsa: Wfsa<W>,
  pairs: PairGraph<W>,
  root: number,
  way: readonly number[],
): UnequalCycles<W> {
  const { algebra, arcWeight } = wfsa;
  const along = (arcOf: readonly number[]) =>
    way.reduce((weight, arcs) => algebra.times(weight, arcWeight[arcOf[arcs]]), algebra.one);
  return {
    prefix: pairs.wordTo(root),
    states: [pairs.left[root], pairs.right[root]],
    cycle: way.map((arcs): Letter => pairs.letterOf(arcs)),
    weights: [along(pairs.arcLeft), along(pairs.arcRight)],
  };
}

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
 * different states or uses two parallel arcs (docs/theory/determinization.md, 17.1). O(arcs²) (after Eilenberg 1974; Allauzen, Mohri and Rastogi 2008, "General
 * algorithms for testing the ambiguity of finite automata"). Any group with zero; weights are ignored. ε arcs are refused:
 * remove them first.
 *
 * @example
 * const automaton = fromExpression("a*a*", boolean);
 * const word = findAmbiguity(automaton);
 * console.log(word && automaton.alphabet.show(word)); // a
 */
export function findAmbiguity<W>(automaton: Automaton<W>, limits: PairLimits = {}): Word | undefined {
  if (isDeterministic(automaton)) return undefined;
  const wfsa = trim(toWfsa(automaton));
  if (wfsa.epsilons > 0) unsupported("findAmbiguity: the automaton has ε arcs; use removeEpsilon first");
  return ambiguousWord(wfsa, new PairGraph(wfsa, pairBudget("findAmbiguity", limits)));
}

/**
 * Does every word have at most one path from initial to final states? See `findAmbiguity`.
 *
 * @example
 * console.log(isUnambiguous(fromExpression("a*b*", boolean)), isUnambiguous(fromExpression("a*a*", boolean))); // true false
 */
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
