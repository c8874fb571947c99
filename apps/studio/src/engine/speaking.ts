/** Words that a language model and its automaton say, beside each other. */

import { type Automaton, real, toWdfsa, type Wdfsa, type Word } from "hankel";
import { drawWords } from "hankel/learning";
import { type NextTeacher, nextTeacherOf, weightsOfNext } from "hankel/models";

/** A word that one of the two said. */
export interface SpokenWord {
  readonly word: string;
  /** How likely each of the two thinks it as a whole word; null if it was cut off, so that its end is not known. */
  readonly likelihood: { readonly model: number; readonly automaton: number } | null;
}

/** As many words of each. */
export interface Spoken {
  readonly model: readonly SpokenWord[];
  readonly automaton: readonly SpokenWord[];
}

/** Longer words are cut off: they have to be read. */
const LONGEST = 60;

/** Random numbers have a seed of two halves; the upper one counts the rounds. */
const ROUND = 2 ** 32;

/** Draws words of both. Rounds with the same seed have different words, and every word is asked for once. */
export function speakers(model: NextTeacher | undefined, automaton: Automaton<unknown>) {
  let known: ReturnType<typeof weightsOfNext> | undefined;
  return async (count: number, seed: number, round: number): Promise<Spoken> => {
    if (model === undefined) throw new Error("there is no language model here to draw words from");
    known ??= weightsOfNext(model);
    const likely = known;
    const learned = numbersOf(automaton);
    const drawn = async (speaker: NextTeacher): Promise<SpokenWord[]> => {
      const options = { words: count, seed: seed + ROUND * round, maxLength: LONGEST };
      const { tree, nodes, maxLength } = await drawWords(speaker, options);
      const words = nodes.map((node) => tree.word(node));
      const whole = words.filter((word) => word.length < maxLength);
      const weights = await likely(whole);
      const likelihoods = new Map<Word, number>(whole.map((word, i) => [word, weights[i]]));
      return words.map((word) => {
        const weight = likelihoods.get(word);
        const shown = model.alphabet.show(word);
        if (weight === undefined) return { word: `${shown}…`, likelihood: null };
        return { word: shown, likelihood: { model: weight, automaton: learned.weigh(word) } };
      });
    };
    return { model: await drawn(model), automaton: await drawn(nextTeacherOf(learned)) };
  };
}

/** What is learned from distributions has numbers for weights. */
function numbersOf(automaton: Automaton<unknown>): Wdfsa<number> {
  const deterministic = toWdfsa(automaton);
  if (deterministic.algebra.name !== real.name) throw new Error("the automaton has no probabilities");
  return deterministic as Wdfsa<number>;
}

/**
 * How many times as likely words are in the first as in the second, in the geometric mean; undefined without words. It is e to the
 * mean of the logarithms, whose expectation is the divergence of the two on whole words.
 */
export function timesAsLikely(
  words: readonly SpokenWord[],
  first: "model" | "automaton",
  second: "model" | "automaton",
): number | undefined {
  const whole = words.flatMap(({ likelihood }) => likelihood ?? []);
  if (whole.length === 0) return undefined;
  const logs = whole.map((likelihood) => Math.log(likelihood[first] / likelihood[second]));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
