import { type Automaton, isDeterministic } from "../../automata/convert.ts";
import { accessWords } from "../../automata/minimal/canonical.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { characterisingSet, splittingTree } from "../../automata/minimal/splitting-tree.ts";
import { countOf } from "../../errors.ts";
import type { Word } from "../../words/word.ts";
import { allWords, countAllWords } from "./all-words.ts";
import { completeClaim } from "./complete-claim.ts";
import type { Claim, EquivalenceTest } from "./equivalence-test.ts";
import { LinearWords } from "./linear-words.ts";

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
  const linear = LinearWords.of(hypothesis);
  if (linear !== undefined) {
    const extra = linear.rank === 0 ? maxLength : maxLength - linear.longest - 1;
    return extra < 0 ? { kind: "words", about: aboutAll(maxLength) } : completeClaim(hypothesis, extra);
  }
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
