import { accessWords } from "../../../automata/minimal/canonical.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import {
  characterisingSet,
  identificationSet,
  type SplittingTree,
  splittingTree,
} from "../../../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { wholeNumber } from "../../../numbers.ts";
import { distinct } from "../../../words/prefix-tree.ts";
import { allWords, countAllWords, type Word } from "../../../words/word.ts";
import { type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { completeClaim, LinearWords } from "./linear-words.ts";
import { remembered } from "./states-apart.ts";

/**
 * The words of the weighted W- and Wp-method (Chow 1978, Vasilevskii 1973; Fujiwara et al. 1991), complete up to m extra
 * states; docs/theory/testing.md, 11.1 has the proof.
 *
 * H is the hypothesis, minimal with N live states; V holds a word for each of them, ε among them. W holds ε and enough
 * suffixes that on W the right languages of the N states are not null and pairwise not homothetic. W_q ⊂ W tells q
 * from all other states and from the dead state ⊥; W_⊥ ⊂ W meets every live state where it is not zero.
 *
 * - W: V·Σ^{≤m+1}·W.
 * - Wp: V·Σ^{≤m}·W, and u·W_q for u ∈ V·Σ^{m+1}, where q, possibly ⊥, is the state of H after u.
 * - For the zero language, where N = 0 and V is empty, both are Σ^{≤m}: a language with at most m live states that is not
 *   zero has an accepted word of fewer than m letters.
 */
function* conformanceWords<W>(hypothesis: Wdfsa<W>, extraStates: number, partial: boolean): Generator<Word> {
  const minimal = minimize(hypothesis);
  const letters = minimal.alphabet.size;
  if (minimal.size === 0) {
    yield* allWords(letters, extraStates);
    return;
  }
  const tree = splittingTree(minimal);
  const all = characterisingSet(tree);
  const identifying = remembered((state) => identificationSet(tree, state));
  yield* identifiedWords(minimal, extraStates, { all, last: partial ? identifying : () => all });
}

/** V·Σ^{≤m}·`all`, and behind u ∈ V·Σ^{m+1} the words `last(q)`, where q, possibly -1, is the state after u. */
export function* identifiedWords<W>(
  minimal: Wdfsa<W>,
  extraStates: number,
  { all, last }: { readonly all: readonly Word[]; readonly last: (state: number) => readonly Word[] },
): Generator<Word> {
  const letters = minimal.alphabet.size;
  const access = accessWords(minimal) as Word[];
  for (let length = 0; length <= extraStates + 1; length++) {
    const outermost = length === extraStates + 1;
    for (const prefix of access) {
      for (const middle of allWords(letters, length, length)) {
        const word = [...prefix, ...middle];
        for (const suffix of outermost ? last(minimal.stateAfter(word)) : all) yield [...word, ...suffix];
      }
    }
  }
}

/**
 * How many words these are if all are different. Exact but for the words that are reached in several ways, so it takes no
 * list of them.
 */
function mostConformanceWords<W>(hypothesis: Wdfsa<W>, extraStates: number, partial: boolean): number {
  const minimal = minimize(hypothesis);
  const letters = minimal.alphabet.size;
  if (minimal.size === 0) return countAllWords(letters, extraStates);
  const tree = splittingTree(minimal);
  const all = characterisingSet(tree).length;
  const inner = minimal.size * countAllWords(letters, extraStates) * all;
  if (!partial) return inner + minimal.size * letters ** (extraStates + 1) * all;
  return inner + identifyingTests(minimal, tree, extraStates + 1);
}

/** The number of tests u·W_q for u ∈ V·Σ^length, by the number of words u that lead to each state q. */
function identifyingTests<W>(minimal: Wdfsa<W>, tree: SplittingTree<W>, length: number): number {
  const letters = minimal.alphabet.size;
  // The last entry is the dead state.
  let leading = new Float64Array(minimal.size + 1).fill(1, 0, minimal.size);
  for (let i = 0; i < length; i++) {
    const next = new Float64Array(leading.length);
    next[minimal.size] = letters * leading[minimal.size];
    for (let arc = 0; arc < minimal.target.length; arc++) {
      const to = minimal.target[arc];
      next[to < 0 ? minimal.size : to] += leading[Math.floor(arc / letters)];
    }
    leading = next;
  }
  return leading.reduce((sum, words, state) => {
    if (words === 0) return sum;
    return sum + words * identificationSet(tree, state < minimal.size ? state : -1).length;
  }, 0);
}

/**
 * The weighted W-method: if the hypothesis passes and the language has at most `extraStates` states more, it is right.
 * The number of words grows with |Σ|^(extraStates + 1). For a `Wfsa` over a field, the rank takes the place of the states
 * (see `LinearWords`).
 *
 * @example
 * const weigh = (word: readonly string[]) => word.length % 2 === 0;
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "ab", weigh, equivalence: wMethod(1) });
 * console.log(learn(teacher).automaton.size); // 2
 */
export function wMethod(extraStates: number): EquivalenceTest {
  return conformanceTest("wmethod", extraStates, false);
}

/**
 * The weighted Wp-method: promises what `wMethod` does, with fewer words; for a `Wfsa` with the same words.
 *
 * @example
 * const weigh = (word: readonly string[]) => word.length % 2 === 0;
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "ab", weigh, equivalence: wpMethod(1) });
 * console.log(learn(teacher).automaton.size); // 2
 */
export function wpMethod(extraStates: number): EquivalenceTest {
  return conformanceTest("wp", extraStates, true);
}

function conformanceTest(name: string, extraStates: number, partial: boolean): EquivalenceTest {
  wholeNumber(extraStates, 0, name);
  return {
    text: `${name}:${extraStates}`,
    whole: true,
    atMost: (hypothesis) =>
      LinearWords.of(hypothesis)?.mostComplete(extraStates) ??
      mostConformanceWords(withStates(hypothesis, name), extraStates, partial),
    words: (hypothesis) =>
      LinearWords.of(hypothesis)?.complete(extraStates) ??
      distinct(
        conformanceWords(withStates(hypothesis, name), extraStates, partial),
        hypothesis.alphabet.size,
      ),
    claim: (hypothesis) => completeClaim(hypothesis, extraStates),
  };
}
