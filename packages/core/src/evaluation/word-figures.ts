import type { Automaton } from "../automata/convert.ts";
import { Forward } from "../automata/stochastic/forward.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";

/**
 * Weights below this count as this: it stands for "hardly ever", where a logarithm of 0 would spoil the mean.
 *
 * @example
 * console.log(DEFAULT_FLOOR); // 1e-20
 */
export const DEFAULT_FLOOR = 1e-20;

/** What the weights of whole words are compared with. */
export interface WordFiguresOptions {
  /** The true probability of each word, as in a solution file of PAutomaC. */
  readonly truth?: readonly number[] | undefined;
  /** Weights below this count as this. */
  readonly floor?: number | undefined;
}

/** How good the weights of whole words are. */
export interface WordFigures {
  readonly words: number;
  /** The perplexity of PAutomaC; undefined without true probabilities. */
  readonly perplexity?: number | undefined;
  /** The same for the true probabilities themselves: no model has less. */
  readonly leastPerplexity?: number | undefined;
  /** How many words have a weight that is not positive: symbols that the automaton does not know give 0. */
  readonly nonPositive: number;
  /** How many words have a weight below the floor, those included. */
  readonly floored: number;
  readonly floor: number;
}

/**
 * How good the weights of whole words are, as the PAutomaC competition has it: with p the true probabilities and q the weights of
 * the automaton, both divided by their sums over the test words, the perplexity is 2^(-Σ p log₂ q). Weights below the floor are
 * raised to it before that.
 *
 * @example
 * const automaton = fromExpression("(<0.5>a)*<0.5>", real);
 * console.log(wordFigures({ words: [[], [0]], alphabet: automaton.alphabet }, automaton).words); // 2
 */
export function wordFigures(
  { words, alphabet }: { readonly words: readonly Word[]; readonly alphabet: Alphabet },
  automaton: Automaton<unknown>,
  { truth, floor = DEFAULT_FLOOR }: WordFiguresOptions = {},
): WordFigures {
  if (truth !== undefined && truth.length !== words.length) {
    const counts = `${words.length} words, and ${truth.length} probabilities`;
    throw new HankelError("usage", `there are ${counts}: one is needed for each word`);
  }
  const weights = weightsOf(words, alphabet, automaton);
  return {
    words: words.length,
    ...(truth !== undefined && {
      perplexity: wordPerplexity(truth, weights, floor),
      leastPerplexity: wordPerplexity(truth, truth, 0),
    }),
    nonPositive: weights.reduce((count, weight) => count + (weight > 0 ? 0 : 1), 0),
    floored: weights.reduce((count, weight) => count + (weight < floor ? 1 : 0), 0),
    floor,
  };
}

function weightsOf(words: readonly Word[], alphabet: Alphabet, automaton: Automaton<unknown>): Float64Array {
  const forward = new Forward(automaton, "evaluate");
  if (alphabet.equals(automaton.alphabet)) return forward.weighAll(words);
  const letters = alphabet.symbols.map((symbol) => automaton.alphabet.letter(symbol));
  const translated = words.map((word) => word.map((letter) => letters[letter]));
  const known = translated.filter((word) => !word.includes(-1));
  const weights = forward.weighAll(known).values();
  return Float64Array.from(translated, (word) => (word.includes(-1) ? 0 : (weights.next().value ?? 0)));
}

/**
 * 2^(-Σ p log₂ q), where the true probabilities p and the weights q, raised to the floor where they are below it, are divided by
 * their sums.
 *
 * @example
 * console.log(wordPerplexity([0.5, 0.5], [1, 1])); // 2
 */
export function wordPerplexity(
  truth: ArrayLike<number>,
  weights: ArrayLike<number>,
  floor = DEFAULT_FLOOR,
): number {
  const raised = Float64Array.from(weights, (weight) => Math.max(weight, floor));
  let [sumOfTruth, sumOfWeights] = [0, 0];
  for (let i = 0; i < truth.length; i++) {
    sumOfTruth += truth[i];
    sumOfWeights += raised[i];
  }
  let bits = 0;
  for (let i = 0; i < truth.length; i++) {
    if (truth[i] > 0) bits -= (truth[i] / sumOfTruth) * Math.log2(raised[i] / sumOfWeights);
  }
  return 2 ** bits;
}
