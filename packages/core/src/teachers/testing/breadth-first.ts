import { type Automaton, isDeterministic } from "../../automata/convert.ts";
import { accessWords } from "../../automata/minimal/access-words.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { characterisingSet, splittingTree } from "../../automata/minimal/splitting-tree.ts";
import { countOf } from "../../errors.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { Claim, EquivalenceTest } from "./equivalence-test.ts";

/** Every word over this many letters up to a length, shortest first. */
export function* allWords(letters: number, maxLength: number): Generator<Word> {
  if (maxLength < 0) return;
  const word: Letter[] = [];
  for (;;) {
    yield [...word];
    // The next word in shortlex order: count up in base |Σ|, and grow when all digits have wrapped around.
    let i = word.length - 1;
    while (i >= 0 && word[i] === letters - 1) word[i--] = 0;
    if (i >= 0) word[i]++;
    else if (word.length >= maxLength || letters === 0) return;
    else word.push(0);
  }
}

/** The number of words over so many letters up to a length. */
export function countAllWords(letters: number, maxLength: number): number {
  if (maxLength < 0) return 0;
  return letters === 1 ? maxLength + 1 : Math.round((letters ** (maxLength + 1) - 1) / (letters - 1));
}

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
    claim: (hypothesis) => breadthFirstClaim(hypothesis, maxLength),
  };
}

/** All words up to a length contain the W-method's tests V·Σ^(m+1)·W for every m that they are long enough for. */
function breadthFirstClaim<W>(hypothesis: Automaton<W>, maxLength: number): Claim {
  if (!isDeterministic(hypothesis)) return { kind: "words", about: aboutAll(maxLength) };
  const minimal = minimize(hypothesis);
  const longest = (words: readonly (Word | undefined)[]) =>
    words.reduce((most, word) => Math.max(most, word?.length ?? 0), 0);
  const needed =
    minimal.size === 0
      ? 0
      : longest(accessWords(minimal)) + longest(characterisingSet(splittingTree(minimal))) + 1;
  if (maxLength >= needed) return { kind: "complete", extraStates: maxLength - needed };
  return { kind: "words", about: aboutAll(maxLength) };
}

function aboutAll(maxLength: number): string {
  return `all words of up to ${countOf(maxLength, "letter")}`;
}
