import type { Semifield } from "../../algebra/semifield.ts";
import type { Letter, Word } from "../../words/word.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { OperationBudget, requireCount } from "../requirements.ts";
import { trimWithStates } from "../trim.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { Heap } from "./heap.ts";
import { columns } from "./linear.ts";
import { bestPathSemifield, heaviness, requireNonNegative } from "./order.ts";
import { distances, type WorkLimit } from "./shortest-distance.ts";

/** The estimates of a search for heavy paths. */
export interface Potentials<W> {
  /** The algebra with the heavier of two for ⊕. */
  readonly algebra: Semifield<W>;
  compare(a: W, b: W): number;
  /** The weight of the heaviest path from a state to the end; zero if there is none. */
  readonly weight: readonly W[];
  /** The number of arcs of the shortest heaviest path; -1 if there is none. */
  readonly length: Int32Array;
}

/**
 * For every state the weight of the heaviest path to the end, and the length of the shortest such path. With both as
 * estimates, A* expands no needless path, not even along cycles of weight 1. Costs a shortest distance.
 */
export function potentials<W>(wfsa: Wfsa<W>, operation: string, limits: WorkLimit): Potentials<W> {
  const algebra = bestPathSemifield(wfsa.algebra, operation);
  const compare = heaviness(wfsa.algebra, operation);
  if (algebra !== wfsa.algebra) requireNonNegative(wfsa, operation);
  const weight = distances(wfsa, algebra, "backward", operation, limits);
  const length = new Int32Array(wfsa.size).fill(-1);
  const queue: number[] = [];
  const reach = (state: number, distance: number) => {
    if (length[state] >= 0) return;
    length[state] = distance;
    queue.push(state);
  };
  for (let state = 0; state < wfsa.size; state++) {
    const final = wfsa.finalWeight[state];
    if (!algebra.isZero(final) && compare(final, weight[state]) === 0) reach(state, 0);
  }
  // Backwards over the arcs of heaviest paths.
  const { start, target: source, weight: arcWeight } = columns(wfsa);
  for (const state of queue) {
    for (let i = start[state]; i < start[state + 1]; i++) {
      const from = source[i];
      const through = algebra.times(arcWeight[i], weight[state]);
      if (compare(through, weight[from]) === 0) reach(from, length[state] + 1);
    }
  }
  return { algebra, compare, weight, length };
}

/** A path from an initial to a final state. */
export interface Path<W> {
  readonly word: Word;
  /** The states on the path: one more than arcs, ε arcs included. */
  readonly states: readonly number[];
  readonly weight: W;
}

/** When a search for best paths gives up. */
export interface SearchLimits extends WorkLimit {
  /** A budget for prefixes of paths or words; 10⁶ by default. */
  readonly maxNodes?: number | undefined;
}

/** A prefix of a path; `ended` if it is a whole path. */
interface Node<W> {
  readonly state: number;
  /** The weight of the prefix, with the final weight if it has ended. */
  readonly weight: W;
  /** The weight of the heaviest path with this prefix, and the number of its arcs. */
  readonly prospect: W;
  readonly length: number;
  readonly before: Node<W> | undefined;
  readonly arc: number;
  readonly ended: boolean;
}

/**
 * The n heaviest paths, or all if there are fewer; heaviest first, and shortest first among equals. These are paths, not
 * words: a word may occur several times (`heaviestWords` counts it once).
 *
 * A* search with exact estimates (as in Mohri and Riley 2002 for the n best strings): O(n · arcs · log) at worst, after a
 * shortest distance. "Heavier" is the order of an idempotent ⊕, or that of numbers; then no weight may be negative.
 * Refuses automata in which paths become heavier for ever.
 *
 * @example
 * const automaton = fromExpression("<3>a|<1>ab", tropical);
 * console.log(bestPaths(automaton, 2).map(({ weight }) => tropical.format(weight)).join(" ")); // 1 3
 */
export function bestPaths<W>(automaton: Automaton<W>, n: number, limits: SearchLimits = {}): Path<W>[] {
  requireCount(n, "paths");
  const { automaton: wfsa, states: numbers } = trimWithStates(toWfsa(automaton));
  const { algebra, compare, weight: ahead, length: arcsAhead } = potentials(wfsa, "bestPaths", limits);
  const budget = new OperationBudget("bestPaths", "prefixes of paths", limits.maxNodes ?? 1e6);
  const heap = new Heap<Node<W>>((a, b) => {
    const order = compare(a.prospect, b.prospect) || b.length - a.length;
    return order > 0 || (order === 0 && a.ended && !b.ended);
  });
  const push = (state: number, weight: W, before: Node<W> | undefined, arc: number, taken: number) => {
    const prospect = algebra.times(weight, ahead[state]);
    heap.push({ state, weight, prospect, length: taken + arcsAhead[state], before, arc, ended: false });
  };
  for (let i = 0; i < wfsa.initials.length; i++) {
    push(wfsa.initials[i], wfsa.initialWeight[wfsa.initials[i]], undefined, -1, 0);
  }
  /** A state is expanded at most n times: further paths through it come after n heavier ones. */
  const left = new Int32Array(wfsa.size);
  const found: Path<W>[] = [];
  for (let node = heap.pop(); node !== undefined && found.length < n; node = heap.pop()) {
    if (node.ended) {
      found.push(pathOf(node));
      continue;
    }
    const { state, weight } = node;
    if (left[state]++ >= n) continue;
    budget.spend(1, () => `${found.length} of ${n} paths were found`);
    const taken = node.length - arcsAhead[state];
    if (!algebra.isZero(wfsa.finalWeight[state])) {
      const whole = algebra.times(weight, wfsa.finalWeight[state]);
      heap.push({
        state,
        weight: whole,
        prospect: whole,
        length: taken,
        before: node.before,
        arc: node.arc,
        ended: true,
      });
    }
    for (let arc = wfsa.start[state]; arc < wfsa.start[state + 1]; arc++) {
      push(wfsa.target[arc], algebra.times(weight, wfsa.arcWeight[arc]), node, arc, taken + 1);
    }
  }
  return found;

  function pathOf(last: Node<W>): Path<W> {
    const states: number[] = [];
    const word: Letter[] = [];
    for (let node: Node<W> | undefined = last; node !== undefined; node = node.before) {
      states.push(numbers[node.state]);
      if (node.arc >= 0 && wfsa.letter[node.arc] !== EPSILON) word.push(wfsa.letter[node.arc]);
    }
    return { word: word.reverse(), states: states.reverse(), weight: last.weight };
  }
}

/**
 * The heaviest path, the shortest among equals, or `undefined` if there is none. See `bestPaths`.
 *
 * @example
 * const path = bestPath(fromExpression("<3>a|<1>ab", tropical));
 * console.log(path?.weight); // 1
 */
export function bestPath<W>(automaton: Automaton<W>, limits: SearchLimits = {}): Path<W> | undefined {
  return bestPaths(automaton, 1, limits)[0];
}
