import { readDistributions, type Weighed, type Word } from "@hankel/core";
import type { Reply, Request } from "./messages.ts";
import { readOutputs } from "./outputs.ts";
import { readStates } from "./states.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { readWeights } from "./weights.ts";

/** Asks a black box for the weights of words, a machine for its runs on them, or a language model for what comes next. */
export function wordsRequest(vocabulary: Vocabulary, words: readonly Word[]): Request<readonly unknown[]> {
  const { writer } = vocabulary;
  return {
    body: (id) => `{"id":${id},"${verbOf(vocabulary)}":${writer.words(words)}}`,
    decode: (reply) => readAnswers(vocabulary, words, reply),
  };
}

/** The same, with the states of the black box after the words. */
export function statesRequest(vocabulary: Vocabulary, words: readonly Word[]): Request<WeighedWords> {
  const { writer } = vocabulary;
  return {
    body: (id) => `{"id":${id},"${verbOf(vocabulary)}":${writer.words(words)},"states":true}`,
    decode: (reply) => readWeighed(vocabulary, words, reply),
  };
}

function verbOf({ machine, next }: Vocabulary): string {
  return next !== undefined ? "next" : machine === undefined ? "weigh" : "run";
}

/** The answers for words, and the states after them. */
export type WeighedWords = Weighed<unknown> & { readonly weights: readonly unknown[] };

/** The answers for words in a reply, and the states after them. */
export function readWeighed(vocabulary: Vocabulary, words: readonly Word[], reply: Reply): WeighedWords {
  const weights = readAnswers(vocabulary, words, reply);
  return { weights, states: readStates(vocabulary, words, reply["states"]) };
}

/** The answers for words in a reply: weights, runs (the weight of a run is the product of its outputs) or distributions. */
export function readAnswers(
  { algebra, alphabet, machine, next }: Vocabulary,
  words: readonly Word[],
  { weights, outputs, distributions }: Reply,
): readonly unknown[] {
  if (next !== undefined) return readDistributions(alphabet, words, distributions, next);
  if (machine === undefined) return readWeights(algebra, alphabet, words, weights);
  return readOutputs(machine, alphabet, words, outputs);
}
