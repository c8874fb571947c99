import type { Word } from "@hankel/core";
import type { Reply, Request } from "./messages.ts";
import { readOutputs } from "./outputs.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { readWeights } from "./weights.ts";

/** Asks a black box for the weights of words, or a machine for its runs on them. */
export function wordsRequest(vocabulary: Vocabulary, words: readonly Word[]): Request<readonly unknown[]> {
  const { writer, machine } = vocabulary;
  const verb = machine === undefined ? "weigh" : "run";
  return {
    body: (id) => `{"id":${id},"${verb}":${writer.words(words)}}`,
    decode: (reply) => readAnswers(vocabulary, words, reply),
  };
}

/** The weights of words in a reply. The weight of a run is the product of its outputs. */
export function readAnswers(
  { algebra, alphabet, machine }: Vocabulary,
  words: readonly Word[],
  { weights, outputs }: Reply,
): readonly unknown[] {
  if (machine === undefined) return readWeights(algebra, alphabet, words, weights);
  return readOutputs(machine, alphabet, words, outputs);
}
