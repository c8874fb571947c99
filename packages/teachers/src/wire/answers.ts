import { readAnswers as readOfKind, type Weighed, type Word } from "@hankel/core";
import type { Reply, Request } from "./messages.ts";
import { readStates } from "./states.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Asks a black box about words: for their weights, its runs on them, or what comes next. */
export function wordsRequest(vocabulary: Vocabulary, words: readonly Word[]): Request<readonly unknown[]> {
  const { writer, kind } = vocabulary;
  return {
    body: (id) => `{"id":${id},"${kind.verb}":${writer.words(words)}}`,
    decode: (reply) => readAnswers(vocabulary, words, reply),
  };
}

/** The same, with the states of the black box after the words. */
export function statesRequest(vocabulary: Vocabulary, words: readonly Word[]): Request<WeighedWords> {
  const { writer, kind } = vocabulary;
  return {
    body: (id) => `{"id":${id},"${kind.verb}":${writer.words(words)},"states":true}`,
    decode: (reply) => readWeighed(vocabulary, words, reply),
  };
}

/** The answers for words, and the states after them. */
export type WeighedWords = Weighed<unknown> & { readonly weights: readonly unknown[] };

/** The answers for words in a reply, and the states after them. */
export function readWeighed(vocabulary: Vocabulary, words: readonly Word[], reply: Reply): WeighedWords {
  const weights = readAnswers(vocabulary, words, reply);
  return { weights, states: readStates(vocabulary, words, reply["states"]) };
}

/** The answers for words in a reply. */
export function readAnswers(
  { kind, alphabet }: Pick<Vocabulary, "kind" | "alphabet">,
  words: readonly Word[],
  reply: Reply,
): readonly unknown[] {
  return readOfKind(kind, alphabet, words, reply[kind.reply]);
}
