import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import type { Word } from "../../../words/word.ts";
import type { EquivalenceTest } from "../equivalence-test.ts";

/** Tests a list of words; `name` is the file they came from, for messages. */
export function givenWords(words: readonly Word[], name = "a list"): EquivalenceTest {
  return {
    text: `words:${name}`,
    whole: true,
    count: () => words.length,
    words: () => words,
    claim: (_, { word } = LANGUAGE_TERMS) => ({
      kind: "words",
      about: `the ${countOf(words.length, word)} of ${name}`,
    }),
  };
}

/** The black box looks for a counterexample itself; `exact` when its answer is a proof. For live runs only. */
export function askBox(exact: boolean): EquivalenceTest {
  return { text: "box", asksBox: true, words: () => [], claim: () => ({ kind: "box", exact }) };
}
