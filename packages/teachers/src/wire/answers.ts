import { readDistributions, type Word } from "@hankel/core";
import type { Reply, Request } from "./messages.ts";
import { readOutputs } from "./outputs.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { readWeights } from "./weights.ts";

/** Asks a black box for the weights of words, a machine for its runs on them, or a language model for what comes next. */
export function wordsRequest(vocabulary: Vocabulary, words: readonly Word[]): Request<readonly unknown[]> {
  const { writer, machine, next } = vocabulary;
  const verb = next !== undefined ? "next" : machine === undefined ? "weigh" : "run";
  return {
    body: (id) => `{"id":${id},"${verb}":${writer.words(words)}}`,
    decode: (reply) => readAnswers(vocabulary, words, reply),
  };
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
