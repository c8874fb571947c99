import { HankelError } from "../errors.ts";
import type { InferSample } from "./sample.ts";
import { wordsIn } from "./sample-tree.ts";

/** Refuses arrays that do not fit each other: a mistake of the caller. */
export function requireSound(sample: InferSample): void {
  const words = wordsIn(sample);
  const fail = (message: string): never => {
    throw new HankelError("usage", message);
  };
  if (words < 1) fail("there are no words to learn from");
  const { letters, starts, counts, alphabet } = sample;
  if (starts[0] !== 0 || starts[words] !== letters.length) fail("the words do not cover the letters");
  for (let word = 0; word < words; word++) {
    if (starts[word] > starts[word + 1]) fail(`word ${word} ends before it begins`);
  }
  for (const letter of letters) {
    if (letter >>> 0 >= alphabet.size) fail(`letter ${letter} is outside 0…${alphabet.size - 1}`);
  }
  if (
    counts !== undefined &&
    (counts.length !== words || counts.some((count) => !(count > 0) || count === Infinity))
  ) {
    fail("there is one count for each word, and it is positive");
  }
  const expect = {
    words: 0,
    labelled: words,
    weighted: words,
    mealy: letters.length,
    moore: letters.length + words,
  };
  const found = foundIn(sample);
  if (found !== expect[sample.kind])
    fail(`expected ${expect[sample.kind]} observations for ${words} words, got ${found}`);
}

function foundIn(sample: InferSample): number {
  switch (sample.kind) {
    case "words":
      return 0;
    case "labelled":
      return sample.labels.length;
    case "weighted":
      return sample.weights.length;
    default:
      return sample.seen.length;
  }
}
