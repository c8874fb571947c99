import { type Automaton, isDeterministic } from "../../../automata/convert.ts";
import { accessWords } from "../../../automata/minimal/canonical.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import { characterisingSet, splittingTree } from "../../../automata/minimal/splitting-tree.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS, type Terms } from "../../../kinds/kind.ts";
import { allWords, countAllWords, type Word } from "../../../words/word.ts";
import type { Claim, EquivalenceTest } from "../equivalence-test.ts";
import { completeClaim, LinearWords } from "./linear-words.ts";

/**
 * Tests every word up to a length, shortest first. Good for small alphabets: there are |Σ|ⁿ words of length n.
 *
 *     functionTeacher({ algebra: rational, alphabet: "ab", weigh, equivalence: breadthFirst(8) });
 */
export function breadthFirst(maxLength: number): EquivalenceTest {
  return {
    text: `bfs:${maxLength}`,
    whole: true,
    count: (hypothesis) => countAllWords(hypothesis.alphabet.size, maxLength),
    words: (hypothesis) => allWords(hypothesis.alphabet.size, maxLength),
    claim: (hypothesis, terms) => breadthFirstClaim(hypothesis, maxLength, terms),
  };
}

/** All words up to a length contain the W-method's tests V·Σ^(m+1)·W for every m that they are long enough for. */
function breadthFirstClaim<W>(hypothesis: Automaton<W>, maxLength: number, terms?: Terms): Claim {
  const all: Claim = { kind: "words", about: aboutAll(maxLength, terms) };
  const linear = LinearWords.of(hypothesis);
  if (linear !== undefined) {
    const extra = linear.rank === 0 ? maxLength : maxLength - linear.longest - 1;
    return extra < 0 ? all : completeClaim(hypothesis, extra);
  }
  if (!isDeterministic(hypothesis)) return all;
  const minimal = minimize(hypothesis);
  const longest = (words: readonly (Word | undefined)[]) =>
    words.reduce((most, word) => Math.max(most, word?.length ?? 0), 0);
  const needed =
    minimal.size === 0
      ? 0
      : longest(accessWords(minimal)) + longest(characterisingSet(splittingTree(minimal))) + 1;
  if (maxLength >= needed) return { kind: "complete", extraStates: maxLength - needed };
  return all;
}

function aboutAll(maxLength: number, { word, letter } = LANGUAGE_TERMS): string {
  return `all ${word}s of up to ${countOf(maxLength, letter)}`;
}

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
    claim: ({ alphabet }, terms) => ({
      kind: "words",
      about: aboutAll(lengthFor(alphabet.size, count), terms),
    }),
  };
}
