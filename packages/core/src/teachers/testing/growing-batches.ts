import type { Word } from "../../words/word.ts";

/** Cuts words into batches of at most `first`; each may be twice as large as the one before it, up to `most`. */
export function* growingBatches(words: Iterable<Word>, first: number, most: number): Generator<Word[]> {
  let size = first;
  let batch: Word[] = [];
  for (const word of words) {
    batch.push(word);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(2 * size, most);
  }
  if (batch.length > 0) yield batch;
}
