import { type Automaton, isDeterministic } from "../../../automata/convert.ts";
import { accessWords } from "../../../automata/minimal/canonical.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import { characterisingSet, splittingTree } from "../../../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { wholeNumber } from "../../../numbers.ts";
import { allWords, countAllWords, type Word } from "../../../words/word.ts";
import { agreedOn, type Claim, type EquivalenceTest } from "../equivalence-test.ts";
import { completeClaim, LinearWords } from "./linear-words.ts";

/**
 * Tests a list of words; `name` is the file they came from, for messages.
 *
 * @example
 * const weigh = (word: readonly string[]) => word.join("") === "ab";
 * const equivalence = givenWords([[0, 1]], "words.txt");
 * console.log(learn(functionTeacher({ algebra: boolean, alphabet: "ab", weigh, equivalence })).automaton.size); // 3
 */
export function givenWords(words: readonly Word[], name = "a list"): EquivalenceTest {
  return {
    text: `words:${name}`,
    whole: true,
    count: () => words.length,
    words: () => words,
    claim: (_, { word } = LANGUAGE_TERMS) => agreedOn(`the ${countOf(words.length, word)} of ${name}`),
  };
}

/** Tests all words up to a length, which may depend on how many letters there are. */
function wordsUpTo(text: string, lengthFor: (letters: number) => number): EquivalenceTest {
  return {
    text,
    count: ({ alphabet: { size } }) => countAllWords(size, lengthFor(size)),
    words: ({ alphabet: { size } }) => allWords(size, lengthFor(size)),
    claim: ({ alphabet: { size } }, { word, letter } = LANGUAGE_TERMS) =>
      agreedOn(`all ${word}s of up to ${countOf(lengthFor(size), letter)}`),
  };
}

/**
 * Tests all words up to the largest length of which there are at most `count`: many for few letters, few for many.
 *
 * @example
 * const weigh = (word: readonly string[]) => word.length % 3 === 0;
 * console.log(learn(functionTeacher({ algebra: boolean, alphabet: "a", weigh, equivalence: shortWords(20) })).automaton.size); // 3
 */
export function shortWords(count: number): EquivalenceTest {
  wholeNumber(count, 1, "short");
  return wordsUpTo(`short:${count}`, (letters) => {
    if (letters === 0) return 0;
    let length = 0;
    while (countAllWords(letters, length + 1) <= count) length++;
    return length;
  });
}

/**
 * Tests every word up to a length, shortest first. Good for small alphabets: there are |Σ|ⁿ words of length n.
 *
 * @example
 * const teacher = functionTeacher({
 *   algebra: boolean,
 *   alphabet: "ab",
 *   weigh: (word) => word.join("") === "ab",
 *   equivalence: breadthFirst(3),
 * });
 * console.log(learn(teacher).automaton.size); // 3
 */
export function breadthFirst(maxLength: number): EquivalenceTest {
  wholeNumber(maxLength, 0, "bfs");
  const test = wordsUpTo(`bfs:${maxLength}`, () => maxLength);
  return {
    ...test,
    whole: true,
    claim: (hypothesis, terms) => completeUpTo(hypothesis, maxLength) ?? test.claim(hypothesis, terms),
  };
}

/** All words up to a length contain the W-method's tests V·Σ^(m+1)·W for every m that they are long enough for. */
function completeUpTo<W>(hypothesis: Automaton<W>, maxLength: number): Claim | undefined {
  const linear = LinearWords.of(hypothesis);
  if (linear === undefined && !isDeterministic(hypothesis)) return undefined;
  const extraStates = maxLength - (linear?.longest ?? longestTest(minimize(hypothesis)));
  return extraStates < 0 ? undefined : completeClaim(hypothesis, extraStates);
}

/** How many letters the words of V·Σ·W have at most. */
function longestTest<W>(minimal: Wdfsa<W>): number {
  if (minimal.size === 0) return 0;
  const longest = (words: readonly (Word | undefined)[]) =>
    words.reduce((most, word) => Math.max(most, word?.length ?? 0), 0);
  return longest(accessWords(minimal)) + longest(characterisingSet(splittingTree(minimal))) + 1;
}
