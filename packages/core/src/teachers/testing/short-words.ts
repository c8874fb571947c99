import { countOf } from "../../errors.ts";
import type { Word } from "../../words/word.ts";
import { allWords, countAllWords } from "./all-words.ts";
import type { EquivalenceTest } from "./equivalence-test.ts";

/** The largest length whose words, with all shorter ones, are at most so many. */
function lengthFor(letters: number, count: number): number {
  if (letters === 0) return 0;
  let length = 0;
  while (countAllWords(letters, length + 1) <= count) length++;
  return length;
}

/** Tests all words up to the largest length of which there are at most `count`: many for few letters, few for many. */
export function shortWords(count: number): EquivalenceTest {
  return {
    text: `short:${count}`,
    count: ({ alphabet }) => countAllWords(alphabet.size, lengthFor(alphabet.size, count)),
    words: ({ alphabet }): Iterable<Word> => allWords(alphabet.size, lengthFor(alphabet.size, count)),
    claim: ({ alphabet }) => ({
      kind: "words",
      about: `all words of up to ${countOf(lengthFor(alphabet.size, count), "letter")}`,
    }),
  };
}
