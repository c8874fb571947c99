import { accessWords } from "../../automata/minimal/access-words.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import {
  characterisingSet,
  identificationSet,
  splittingTree,
} from "../../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { PrefixTree } from "../../words/prefix-tree.ts";
import type { Word } from "../../words/word.ts";
import { allWords } from "./breadth-first.ts";
import type { EquivalenceTest } from "./test.ts";

/**
 * The weighted W- and Wp-method (Chow 1978, Vasilevskii 1973; Fujiwara et al. 1991), complete up to m extra states.
 *
 * H is the hypothesis, minimal with N live states; T the language, of at most N + m live states, ⊥ its dead one. V holds a
 * word for each state of H, ε among them. W holds ε, and on W the right languages of H's states are live and pairwise
 * not proportional (a pair of suffixes shows it, or a zero). Wq ⊂ W does that for q against all others and ⊥.
 *
 * *If T and H agree on V·Σ^{≤m+1}·W, they are equal.* Call two states of T, or ⊥, alike to depth i when their right
 * languages are proportional on Σ^{≤i}·W (a null one only to a null one).
 * 1. To depth 0 there are N + 1 classes at least: those of the words of V, and that of ⊥.
 * 2. While depth i + 1 tells more apart than depth i the number grows. Once it does not: no live state is null on
 *    Σ^{≤i}·W, for the ones that are would be null to depth i + 1 too, hence lead only to their like, and have no final
 *    weight as ε ∈ W. So factors are unique there; states alike with factor k have on each letter successors alike to
 *    depth i, thus i + 1, with the factor that k asks for; so they are alike to depth i + 2, and to every depth.
 *    Hence m steps suffice: X = Σ^{≤m}·W tells all states of T and ⊥ apart.
 * 3. Where H has v·a proportional to v' with factor κ, T has so on X, as V·Σ·X has been tried, and by 2 everywhere; where
 *    H has v·a dead, T is zero on v·a·X, so dead. By induction every word leads T where it leads H, with H's factor.
 *
 * Including ⊥ is what makes 2 true: a live state that is null on W leaves factors open, and only its parting from ⊥
 * counts it (docs/teachers.md has an example).
 *
 * *Wp:* V·Σ^{≤m}·W and u·Wq for the words u ∈ V·Σ^{m+1}, q where H is after u, suffice. By the first part V·Σ^{≤m} reaches
 * every live state of T (each step from the N words of V adds one or none is left), so every right language of T is on
 * W proportional to that of a state of H, or null. On Wq that of u is q's own; no other state's would be; so it is q's on
 * all of W, with factor 1 as they agree where q is live: V·Σ^{≤m+1}·W has been tried in effect.
 */
export function* conformanceWords<W>(
  hypothesis: Wdfsa<W>,
  extraStates: number,
  partial: boolean,
): Generator<Word> {
  const minimal = minimize(hypothesis);
  const letters = minimal.alphabet.size;
  if (minimal.size === 0) {
    // Were T not zero, its states would be told from ⊥ by Σ^{≤m}, by the same count.
    yield* allWords(letters, extraStates);
    return;
  }
  const tree = splittingTree(minimal);
  const access = accessWords(minimal) as Word[];
  const everything = characterisingSet(tree);
  const own = new Map<number, Word[]>();
  const identifying = (state: number) => {
    let found = own.get(state);
    if (found === undefined) {
      found = identificationSet(tree, state);
      own.set(state, found);
    }
    return found;
  };
  const seen = new PrefixTree();
  const tried = new Set<number>();
  for (let length = 0; length <= extraStates + 1; length++) {
    const outermost = partial && length === extraStates + 1;
    for (const prefix of access) {
      for (const middle of wordsOfLength(letters, length)) {
        const word = [...prefix, ...middle];
        const node = seen.insert(word);
        for (const suffix of outermost ? identifying(minimal.run(word)) : everything) {
          const test = seen.insert(suffix, node);
          if (tried.has(test)) continue;
          tried.add(test);
          yield [...word, ...suffix];
        }
      }
    }
  }
}

function* wordsOfLength(letters: number, length: number): Generator<Word> {
  const word = new Array<number>(length).fill(0);
  if (letters === 0 && length > 0) return;
  for (;;) {
    yield word;
    let i = length - 1;
    while (i >= 0 && word[i] === letters - 1) word[i--] = 0;
    if (i < 0) return;
    word[i]++;
  }
}

export function wMethod(extraStates: number): EquivalenceTest {
  return {
    text: `wmethod:${extraStates}`,
    words: (hypothesis) => conformanceWords(hypothesis, extraStates, false),
    claim: () => ({ kind: "complete", extraStates }),
  };
}

export function wpMethod(extraStates: number): EquivalenceTest {
  return {
    text: `wp:${extraStates}`,
    words: (hypothesis) => conformanceWords(hypothesis, extraStates, true),
    claim: () => ({ kind: "complete", extraStates }),
  };
}
