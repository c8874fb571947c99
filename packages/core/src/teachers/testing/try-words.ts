import type { Automaton } from "../../automata/convert.ts";
import { countOf, HankelError } from "../../errors.ts";
import { answerOf, type Examination } from "../../learning/protocol.ts";
import type { Word } from "../../words/word.ts";
import { firstMismatch } from "./mismatch.ts";

/** Test words go out in batches that grow: a counterexample among the first ones should not cost many others. */
const FIRST_BATCH = 16;
const LARGEST_BATCH = 2048;

/**
 * Tries a conjecture on words; ends with the first one found that it weighs otherwise than the language, or `null`. The first batch
 * has `first` words.
 */
export function* tryWords<W>(
  hypothesis: Automaton<W>,
  words: Iterable<Word>,
  first = FIRST_BATCH,
): Examination<W> {
  for (const batch of growingBatches(words, first)) {
    for (let left: readonly Word[] = batch; left.length > 0; ) {
      const { weights } = answerOf("weights", yield { kind: "test", words: left });
      const tried = left.slice(0, weights.length);
      if (tried.length === 0)
        throw new HankelError("teacher", `asked for ${countOf(left.length, "weight")}, got none`);
      const found = firstMismatch(hypothesis.algebra, hypothesis, tried, weights);
      if (found !== null) return found;
      left = left.slice(tried.length);
    }
  }
  return null;
}

function* growingBatches(words: Iterable<Word>, first: number): Generator<Word[]> {
  let size = first;
  let batch: Word[] = [];
  for (const word of words) {
    batch.push(word);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(2 * size, LARGEST_BATCH);
  }
  if (batch.length > 0) yield batch;
}
