import type { Field } from "../../algebra/semifield.ts";
import type { Word } from "../../words/word.ts";
import { WfsaBuilder } from "../builders.ts";
import { type Automaton, reversed } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { fieldBudget, type OperationBudget, requireExactField, requireField } from "../requirements.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { type ExactWords, exactWords, oppositeOf } from "./exact-words.ts";
import { numericalBasis } from "./numerical.ts";
import { type HankelBasis, spelled } from "./word-spaces.ts";

/**
 * Over a field, an automaton of the same language with the fewest states, deterministic or not: as many as the rank of the
 * Hankel matrix (Schützenberger 1961, "On the definition of a family of automata"; Berstel and Reutenauer,
 * *Noncommutative Rational Series with Applications*, ch. 2). Vcsn also calls this reduce.
 *
 * The result is in canonical form. Its states are the first words, in shortlex order, whose rows of the Hankel matrix do not
 * depend on those of earlier words: ε is initial, with weight 1; a state's final weight is the weight of its word; and the arcs
 * of a state and a letter are the coordinates of the row of that word and letter. So equal languages over the same alphabet
 * give equal automata.
 *
 * The automaton is brought on the word basis of the vectors λ μ(x); if the columns μ(y) ρ do not span the whole space then,
 * first on a basis of these. O(letters · states³) products; over the rational numbers modulo primes (see `liftedBasis`). Needs
 * an exact field; ⊗ need not be commutative.
 *
 * @example
 * const automaton = reduce(fromExpression("(<2>a|b)*|(a|<2>b)*|a*b*", rational));
 * console.log(automaton.size); // 4
 */
export function reduce<W>(automaton: Automaton<W>, limits: WorkLimit = {}): Wfsa<W> {
  const field = requireExactField(automaton.algebra, "reduce");
  const budget = fieldBudget("reduce", limits);
  const wfsa = trim(removeEpsilon(automaton, limits));
  // Backwards, products are formed in the opposite order.
  const opposite = oppositeOf(field);
  const onWords = onWordBasis(wfsa, field, budget);
  // Often nothing is left to do: rows differ if the columns span the space.
  const behind = exactWords(reversed(onWords, opposite), opposite, budget).independent();
  if (behind.length === onWords.size) return onWords;
  const smaller = onWords.size < wfsa.size ? onWords : wfsa;
  const onColumns = reversed(onWordBasis(reversed(smaller, opposite), opposite, budget), field);
  return onWordBasis(onColumns, field, budget);
}

/**
 * The same language with a state for each word of the word basis of the vectors λ μ(x): λ is 1 for ε, ρ has the weights of
 * the words, and a word followed by a letter leads to that word, or to the words that its vector depends on. No ε arcs.
 */
function onWordBasis<W>(wfsa: Wfsa<W>, field: Field<W>, budget: OperationBudget): Wfsa<W> {
  const { from, by, weights, dependent } = exactWords(wfsa, field, budget).solved();
  const builder = new WfsaBuilder<W>(field, wfsa.alphabet);
  for (const weight of weights) builder.state(weight);
  if (weights.length > 0) builder.initial(0);
  for (let word = 1; word < from.length; word++) builder.arcOn(from[word], by[word], field.one, word);
  for (const { word, letter, coordinates } of dependent) {
    const ordered = [...coordinates].sort(([a], [b]) => a - b);
    for (const [to, weight] of ordered) builder.arcOn(word, letter, weight, to);
  }
  return builder.build();
}

/**
 * Words x₁ … xᵣ and y₁ … yᵣ such that the block L(xᵢ yⱼ) of the Hankel matrix has full rank r, the rank of the language. ε
 * is among both, unless the language is zero. Prefixes are closed under prefixes, suffixes under suffixes.
 *
 * With as many states as the rank, the block is the product of two regular matrices: the vectors λ μ(x) of the prefixes and
 * those μ(y) ρ of the suffixes. An automaton with more states is reduced first. Over a field with rounded weights, such as
 * real, independence is numerical. O(letters · states³) products.
 *
 * @example
 * const { prefixes, suffixes } = basisOf(fromExpression("(<2>a|b)*|(a|<2>b)*", rational));
 * console.log(prefixes.length, suffixes.length); // 2 2
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
