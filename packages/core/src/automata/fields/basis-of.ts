import type { Word } from "../../words/word.ts";
import { type Automaton, reversed } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { fieldBudget } from "../operation-budget.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { requireField } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { type ExactWords, exactWords, oppositeOf } from "./exact-words.ts";
import { numericalBasis } from "./numerical.ts";
import { reduce } from "./reduce.ts";
import { type HankelBasis, spelled } from "./word-basis.ts";

/**
 * Words x₁ … xᵣ and y₁ … yᵣ such that the block L(xᵢ yⱼ) of the Hankel matrix has full rank r, the rank of the language. ε
 * is among both, unless the language is zero. Prefixes are closed under prefixes, suffixes under suffixes.
 *
 * With as many states as the rank, the block is the product of two regular matrices: the vectors λ μ(x) of the prefixes and
 * those μ(y) ρ of the suffixes. An automaton with more states is reduced first. Over a field with rounded weights, such as
 * real, independence is numerical. O(letters · states³) products.
 */
export function basisOf<W>(automaton: Automaton<W>, limits: WorkLimit = {}): HankelBasis {
  const field = requireField(automaton.algebra, "basisOf");
  if (!field.exact) return numericalBasis(automaton, limits);
  const budget = fieldBudget("basisOf", limits);
  /** The words of both sides, unless the automaton has more states than they show. */
  const fullBasis = (wfsa: Wfsa<W>, words: (words: ExactWords<W>) => Word[]): HankelBasis | undefined => {
    const opposite = oppositeOf(field);
    const prefixes = words(exactWords(wfsa, field, budget));
    const suffixes = words(exactWords(reversed(wfsa, opposite), opposite, budget));
    if (prefixes.length < wfsa.size || suffixes.length < wfsa.size) return undefined;
    return { prefixes, suffixes: suffixes.map((word) => word.toReversed()) };
  };
  const wfsa = trim(removeEpsilon(automaton, limits));
  const found = fullBasis(wfsa, (words) => words.independent());
  if (found !== undefined) return found;
  const reduced = reduce(wfsa, limits);
  const basis =
    fullBasis(reduced, (words) => words.independent()) ??
    fullBasis(reduced, (words) => spelled(words.solved()));
  if (basis === undefined) throw new RangeError("a reduced automaton has a full basis");
  return basis;
}
