import type { Letter, Word } from "../../words/word.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { isUnambiguous, type PairLimits } from "../determinization/pairs.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { OperationBudget, requireCount, requireSemifield, unsupported } from "../requirements.ts";
import { trim } from "../trim.ts";
import { carryOn, initialVector } from "../wfsa.ts";
import { potentials, type SearchLimits } from "./best-paths.ts";
import { Heap } from "./heap.ts";
import { isIdempotent } from "./order.ts";
import { Prefix } from "./prefix.ts";

/** A word and its weight. */
export interface WeightedWord<W> {
  readonly word: Word;
  readonly weight: W;
}

/** A prefix of a word, with the weights of all paths that read it; `ended` if it is a whole word. */
interface Node<W> {
  readonly prefix: Prefix;
  readonly vector: ReadonlyMap<number, W>;
  /** The weight of the heaviest words with this prefix, and the length of the shortest of them. */
  readonly prospect: W;
  readonly length: number;
  readonly ended: boolean;
}

/**
 * The k heaviest words, or all if there are fewer; heaviest first, and in shortlex order among equals. Over the Booleans
 * these are the first words of the language.
 *
 * A* search over prefixes with exact estimates: every prefix that is expanded belongs to one of the next words. So it takes a
 * shortest distance, O(arcs²) to see that there is one path per word if ⊕ is not idempotent, and then for each letter of
 * the words found O(arcs · log) at most, or O(log) for each arc of the state in a deterministic automaton.
 * `bestPaths` defines "heavier". Needs an idempotent ⊕ or one path per word: where paths add up, finding the heaviest
 * word is NP-hard (Casacuberta and de la Higuera 2000).
 *
 * @example
 * const coin = fromExpression("(<2/3>t)*<1/3>", rational);
 * console.log(heaviestWords(coin, 2).map(({ word, weight }) => `${word.length}: ${rational.format(weight)}`).join(", ")); // 0: 1/3, 1: 2/9
 */
export function heaviestWords<W>(
  automaton: Automaton<W>,
  k: number,
  limits: SearchLimits & PairLimits = {},
): WeightedWord<W>[] {
  requireCount(k, "words");
  const wfsa = trim(removeEpsilon(toWfsa(automaton), limits));
  if (!isIdempotent(requireSemifield(wfsa.algebra, "heaviestWords")) && !isUnambiguous(wfsa, limits)) {
    const why = "words have several paths, whose weights add up; determinize the automaton first";
    unsupported(`heaviestWords: ${why}`);
  }
  const { algebra, compare, weight: ahead, length } = potentials(wfsa, "heaviestWords", limits);
  const budget = new OperationBudget("heaviestWords", "prefixes of words", limits.maxNodes ?? 1e6);
  // Heavier first, then shorter, then alphabetically; a whole word before its extensions.
  const heap = new Heap<Node<W>>((a, b) => {
    const order = compare(b.prospect, a.prospect) || a.length - b.length || a.prefix.compare(b.prefix);
    return order < 0 || (order === 0 && a.ended && !b.ended);
  });
  const push = (prefix: Prefix, vector: ReadonlyMap<number, W>) => {
    let prospect = algebra.zero;
    let least = Number.POSITIVE_INFINITY;
    for (const [state, weight] of vector) {
      const through = algebra.times(weight, ahead[state]);
      const order = compare(through, prospect);
      if (order > 0 || (order === 0 && length[state] < least)) [prospect, least] = [through, length[state]];
    }
    heap.push({ prefix, vector, prospect, length: prefix.length + least, ended: false });
  };
  if (wfsa.initials.length > 0) push(new Prefix(), initialVector(wfsa));
  const found: WeightedWord<W>[] = [];
  while (found.length < k) {
    const node = heap.pop();
    if (node === undefined) break;
    budget.spend(1, () => `${found.length} of ${k} words were found`);
    const { prefix, vector, prospect, ended } = node;
    if (ended) {
      found.push({ word: prefix.word, weight: prospect });
      continue;
    }
    const successors = new Map<Letter, Map<number, W>>();
    let whole = algebra.zero;
    for (const [state, weight] of vector) {
      whole = algebra.plus(whole, algebra.times(weight, wfsa.finalWeight[state]));
      carryOn(wfsa, algebra, state, weight, successors);
    }
    if (!algebra.isZero(whole)) {
      heap.push({ prefix, vector, prospect: whole, length: prefix.length, ended: true });
    }
    for (const [a, next] of successors) push(new Prefix(prefix, a), next);
  }
  return found;
}
