import type { Word } from "../../words/word.ts";
import type { EquivalenceTest } from "./equivalence-test.ts";

/** Tests a list of words; `name` is the file they came from, for messages. */
export function givenWords(words: readonly Word[], name = "a list"): EquivalenceTest {
  return {
    text: `words:${name}`,
    count: () => words.length,
    words: () => words,
    claim: () => ({
      kind: "words",
      about: words.length === 1 ? `the one word of ${name}` : `the ${words.length} words of ${name}`,
    }),
  };
}
