import { type GroupWithZero, isSemifield, type Key } from "../../algebra/semifield.ts";
import { HankelError, shortened } from "../../errors.ts";
import type { Word } from "../../words/word.ts";
import { type Automaton, isDeterministic, toWfsa } from "../convert.ts";
import { components } from "../distances/components.ts";
import { isIdempotent } from "../distances/order.ts";
import { machineKindOf } from "../machine.ts";
import { type EpsilonLimits, removeEpsilon } from "../rational/remove-epsilon.ts";
import type { OperationBudget } from "../requirements.ts";
import { trimWithStates } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import {
  ambiguousWord,
  cycleOf,
  PairGraph,
  type PairLimits,
  pairBudget,
  type UnequalCycles,
} from "./pairs.ts";

/**
 * Can an automaton be determinized? `yes` and `no` are proved; "cannot tell" means that the twins property does not decide
 * it, or that the automaton is too large.
 */
export interface TwinsAnswer<W> {
  readonly answer: "yes" | "no" | "cannot tell";
  /** The reason, in one sentence. */
  readonly because: string;
  readonly cycles?: UnequalCycles<W>;
}

/**
 * The twins property (Choffrut 1977; Mohri 1997): if one word reaches two states and another word leads both back to
 * themselves, the two cycles have equal weights, or, if ⊗ is not commutative, do not change the delay between them.
 *
 * - It holds, and the automaton is unambiguous, or ⊕ chooses between its arguments: yes.
 * - It fails, the automaton is unambiguous and roots are unique in the algebra: no. There are infinitely many delays, and
 *   so infinitely many right languages that are pairwise not homothetic.
 * - Otherwise it cannot tell: sums over several paths may cancel the differences of cycles, or add new ones.
 *
 * docs/theory/determinization.md, 17.4 to 17.7, proves it. Uses pairs of states (Allauzen and Mohri 2003, "Efficient algorithms for testing the twins property"): O(arcs²),
 * within a budget. If ⊗ is not commutative, follows the delays themselves, within the same budget.
 *
 * @example
 * console.log(twins(fromExpression("a*<2>b", tropical)).answer); // yes
 */
export function twins<W>(automaton: Automaton<W>, limits: PairLimits = {}): TwinsAnswer<W> {
  if (isDeterministic(automaton)) {
    const what = machineKindOf(automaton) === undefined ? "automaton" : "machine";
    return { answer: "yes", because: `the ${what} is deterministic` };
  }
  const { automaton: wfsa, states } = trimWithoutEpsilon(automaton);
  if (isDeterministic(wfsa)) return { answer: "yes", because: "trimmed, the automaton is deterministic" };
  return twinsOfTrim(wfsa, states, limits);
}

/** The same for a trim automaton without ε arcs. `numbers`: what the states are called in the answer, unless by name. */
export function twinsOfTrim<W>(wfsa: Wfsa<W>, numbers: Int32Array, limits: PairLimits): TwinsAnswer<W> {
  const budget = pairBudget("twins", limits);
  try {
    return judge(wfsa, numbers, new PairGraph(wfsa, budget), budget);
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "budget") throw error;
    return { answer: "cannot tell", because: error.message };
  }
}

function judge<W>(
  wfsa: Wfsa<W>,
  numbers: Int32Array,
  pairs: PairGraph<W>,
  budget: OperationBudget,
): TwinsAnswer<W> {
  const { algebra } = wfsa;
  const shown = (word: Word) => wfsa.alphabet.show(word);
  if (isAcyclic(wfsa)) return { answer: "yes", because: "the language is finite" };
  const ambiguous = ambiguousWord(wfsa, pairs);
  const found = algebra.commutative ? unequalCycles(wfsa, pairs) : changedDelay(wfsa, pairs, budget);
  const chooses = isSemifield(algebra) && isIdempotent(algebra);
  if (found === undefined) {
    if (ambiguous === undefined) {
      return { answer: "yes", because: "the automaton is unambiguous and has the twins property" };
    }
    if (chooses) return { answer: "yes", because: "the automaton has the twins property and ⊕ chooses" };
    const sums = isSemifield(algebra)
      ? `⊕ adds them up in ${algebra.name}`
      : `${algebra.name} has no ⊕ for them`;
    const because = `the word ${shown(ambiguous)} has several paths, and ${sums}`;
    return { answer: "cannot tell", because };
  }
  const [p, q] = found.states;
  const broken = inWords(wfsa, found, numbers);
  const cycles = { ...found, states: [numbers[p], numbers[q]] as const };
  if (ambiguous !== undefined) {
    const because = `${broken}, but the word ${shown(ambiguous)} has several paths`;
    return { answer: "cannot tell", because, cycles };
  }
  if (growsForEver(algebra, cycles)) return { answer: "no", because: broken, cycles };
  const because = `${broken}, but powers of weights may be equal again in ${algebra.name}`;
  return { answer: "cannot tell", because, cycles };
}

function inWords<W>(wfsa: Wfsa<W>, cycles: UnequalCycles<W>, numbers: Int32Array): string {
  const { algebra, alphabet, names } = wfsa;
  const [p, q] = cycles.states.map((state) => names?.[state] ?? String(numbers[state]));
  const [u, v] = cycles.weights.map((weight) => shortened(algebra.format(weight)));
  const where = `${alphabet.show(cycles.prefix)} leads to the states ${p} and ${q}`;
  const round = `${where}, which go round on ${alphabet.show(cycles.cycle)} with the weights ${u} and ${v}`;
  if (cycles.delays === undefined) return round;
  const [before, after] = cycles.delays.map((weight) => shortened(algebra.format(weight)));
  return `${round}, so that the delay between them is no longer ${before} but ${after}`;
}

/** Is uⁿ = vⁿ for no n > 0, for the weights of the two cycles? */
function growsForEver<W>(algebra: GroupWithZero<W>, { weights: [u, v] }: UnequalCycles<W>): boolean {
  if (algebra.uniqueRoots === true) return true;
  if (!algebra.commutative || !isSemifield(algebra) || algebra.compare === undefined) return false;
  // In an ordered field only -1 is a root of 1 besides 1 itself.
  const ratio = algebra.times(u, algebra.inverse(v));
  return !algebra.equals(algebra.times(ratio, ratio), algebra.one);
}

function isAcyclic<W>(wfsa: Wfsa<W>): boolean {
  const parts = components(wfsa.size, wfsa.start, wfsa.target);
  if (parts.count < wfsa.size) return false;
  for (let arc = 0; arc < wfsa.arcs; arc++) if (wfsa.source[arc] === wfsa.target[arc]) return false;
  return true;
}

/**
 * Two cycles of different weights, if ⊗ is commutative. Within a component of the square, every pair gets the ratio of the
 * weights on a path from the component's root; another path with another ratio closes such cycles.
 */
function unequalCycles<W>(wfsa: Wfsa<W>, pairs: PairGraph<W>): UnequalCycles<W> | undefined {
  const { algebra, arcWeight } = wfsa;
  const { start, target, arcLeft, arcRight } = pairs;
  const parts = components(pairs.size, start, target);
  const ratio = new Array<W>(pairs.size);
  const reached = new Uint8Array(pairs.size);
  for (let part = 0; part < parts.count; part++) {
    const root = parts.members[parts.first[part]];
    ratio[root] = algebra.one;
    reached[root] = 1;
    const queue = [root];
    for (const pair of queue) {
      for (let arcs = start[pair]; arcs < start[pair + 1]; arcs++) {
        const to = target[arcs];
        if (parts.of[to] !== part) continue;
        const step = algebra.times(algebra.inverse(arcWeight[arcLeft[arcs]]), arcWeight[arcRight[arcs]]);
        const next = algebra.times(ratio[pair], step);
        if (reached[to] === 0) {
          reached[to] = 1;
          ratio[to] = next;
          queue.push(to);
        } else if (!algebra.equals(ratio[to], next)) {
          return closed(wfsa, pairs, root, pair, arcs, (one) => parts.of[one] === part);
        }
      }
    }
  }
  return undefined;
}

/** Of the two closed paths from the root over `arcs` and back, one has a ratio other than 1. */
function closed<W>(
  wfsa: Wfsa<W>,
  pairs: PairGraph<W>,
  root: number,
  pair: number,
  arcs: number,
  inside: (pair: number) => boolean,
): UnequalCycles<W> {
  const to = pairs.target[arcs];
  const way = (from: number, goal: number) => pairs.shortestPath(from, (at) => at === goal, inside) ?? [];
  const back = way(to, root);
  const ways = [
    [...way(root, to), ...back],
    [...way(root, pair), arcs, ...back],
  ];
  const unequal = ways.map((one) => cycleOf(wfsa, pairs, root, one));
  return unequal.find(({ weights: [u, v] }) => !wfsa.algebra.equals(u, v)) ?? unequal[1];
}

/** A pair of states with the delay between the weights of the two paths to it. */
interface Visit<W> {
  readonly pair: number;
  readonly delay: W;
  /** The pair of arcs that leads here; -1 for initial states. */
  readonly by: number;
  /** The next pair of arcs to follow. */
  next: number;
}

/**
 * The twins property if ⊗ is not commutative: the delay between two paths is u⁻¹ ⊗ v for their weights u and v, and a
 * cycle must not change it. A depth-first search over pairs with their delays finds a cycle that does when a pair on
 * the current path comes back with another delay.
 *
 * If roots are not unique, the delay need not change for ever; then the visits are only counted. In both cases `undefined`
 * means that there are finitely many delays, and a budget error that the question is open.
 */
export function changedDelay<W>(
  wfsa: Wfsa<W>,
  pairs: PairGraph<W>,
  budget: OperationBudget,
): UnequalCycles<W> | undefined {
  const { algebra, initialWeight, arcWeight } = wfsa;
  const seen = new Set<string>();
  const onPath = new Map<number, Visit<W>>();
  const path: Visit<W>[] = [];
  const enter = (pair: number, delay: W, by: number): UnequalCycles<W> | undefined => {
    const before = onPath.get(pair);
    if (before !== undefined && algebra.uniqueRoots === true && !algebra.equals(before.delay, delay)) {
      return between(wfsa, pairs, path, before, by, delay);
    }
    const key = keyOf(algebra, pair, delay);
    if (seen.has(key)) return undefined;
    seen.add(key);
    // A delay may grow with every step, so its size counts.
    budget.spend(key.length);
    const visit = { pair, delay, by, next: pairs.start[pair] };
    path.push(visit);
    if (before === undefined) onPath.set(pair, visit);
    return undefined;
  };
  for (let root = 0; root < pairs.size && pairs.wordTo(root).length === 0; root++) {
    const [p, q] = [pairs.left[root], pairs.right[root]];
    enter(root, algebra.times(algebra.inverse(initialWeight[p]), initialWeight[q]), -1);
    while (path.length > 0) {
      const visit = path[path.length - 1];
      if (visit.next === pairs.start[visit.pair + 1]) {
        path.pop();
        if (onPath.get(visit.pair) === visit) onPath.delete(visit.pair);
        continue;
      }
      const arcs = visit.next++;
      const [u, v] = [arcWeight[pairs.arcLeft[arcs]], arcWeight[pairs.arcRight[arcs]]];
      const delay = algebra.times(algebra.times(algebra.inverse(u), visit.delay), v);
      const found = enter(pairs.target[arcs], delay, arcs);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function keyOf<W>(algebra: GroupWithZero<W>, pair: number, delay: W): string {
  if (!algebra.exact) {
    throw new HankelError(
      "budget",
      `twins: delays cannot be told apart in ${algebra.name}, which is inexact`,
    );
  }
  const key: Key = algebra.key(delay);
  return `${pair}${typeof key === "number" ? "=" : ":"}${key}`;
}

function between<W>(
  wfsa: Wfsa<W>,
  pairs: PairGraph<W>,
  path: readonly Visit<W>[],
  before: Visit<W>,
  by: number,
  delay: W,
): UnequalCycles<W> {
  const at = path.indexOf(before);
  const way = [...path.slice(at + 1).map((visit) => visit.by), by];
  const prefix = path.slice(1, at + 1).map((visit) => pairs.letterOf(visit.by));
  return { ...cycleOf(wfsa, pairs, before.pair, way), prefix, delays: [before.delay, delay] };
}

/** The same language without ε arcs and useless states, and for each state the number it had before. */
export function trimWithoutEpsilon<W>(
  automaton: Automaton<W>,
  limits: EpsilonLimits = {},
): { automaton: Wfsa<W>; states: Int32Array } {
  const first = trimWithStates(toWfsa(automaton));
  const second = trimWithStates(removeEpsilon(first.automaton, limits));
  return { automaton: second.automaton, states: second.states.map((state) => first.states[state]) };
}
