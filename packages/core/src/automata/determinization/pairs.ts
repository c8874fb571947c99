import { type Letter, linkedWord, type Word } from "../../words/word.ts";
import type { OperationBudget } from "../operation-budget.ts";
import { matchArcs } from "../rational/products.ts";
import type { Wfsa } from "../wfsa.ts";

/**
 * The square of an automaton without ε arcs: the pairs of states that one word reaches from initial states, and the
 * pairs of arcs between them. At worst states² and arcs² of them, hence the budget for pairs of arcs.
 */
export class PairGraph<W> {
  readonly #wfsa: Wfsa<W>;
  /** The states of a pair. */
  readonly left: number[] = [];
  readonly right: number[] = [];
  /** The pairs of arcs that leave pair i have the numbers `start[i]` to `start[i + 1] - 1`. */
  readonly start: number[] = [0];
  readonly target: number[] = [];
  readonly arcLeft: number[] = [];
  readonly arcRight: number[] = [];
  /** The previous pair on a shortest word to a pair; -1 for a pair of initial states. */
  readonly #from: number[] = [];
  readonly #letter: number[] = [];

  constructor(wfsa: Wfsa<W>, budget: OperationBudget) {
    this.#wfsa = wfsa;
    const { initials } = wfsa;
    const number = new Map<number, number>();
    const reach = (p: number, q: number, from: number, letter: Letter): number => {
      const key = p * wfsa.size + q;
      let pair = number.get(key);
      if (pair === undefined) {
        budget.spend();
        pair = this.left.push(p) - 1;
        this.right.push(q);
        this.#from.push(from);
        this.#letter.push(letter);
        number.set(key, pair);
      }
      return pair;
    };
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

  get size(): number {
    return this.left.length;
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
