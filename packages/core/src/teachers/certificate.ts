import { accessWords } from "../automata/minimal/access-words.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { identificationSet, type SplittingTree, splittingTree } from "../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Word } from "../words/word.ts";
import type { EquivalenceTest } from "./testing/equivalence-test.ts";

/**
 * Why an automaton cannot be smaller: a word that leads to each state, and a tree of suffixes that tells the states
 * apart, two of them by a pair of suffixes (a ratio) or by one that is zero for one of them only.
 *
 * If the language weighs these words as the automaton does, it has at least as many states; and if it has no more,
 * it is the automaton's (docs/teachers.md). Both are for `checkCertificate` to find out.
 */
export interface Certificate<W> {
  readonly access: readonly Word[];
  readonly tree: SplittingTree<W>["nodes"];
}

/** The certificate of an automaton that `minimize` returned. */
export function certificateOf<W>(minimal: Wdfsa<W>): Certificate<W> {
  return { access: accessWords(minimal) as Word[], tree: splittingTree(minimal).nodes };
}

/** The words that a certificate rests on: each state, and each arc, with the suffixes that identify where it leads. */
function* restsOn<W>(minimal: Wdfsa<W>): Generator<Word> {
  const tree = splittingTree(minimal);
  const letters = minimal.alphabet.size;
  const access = accessWords(minimal) as Word[];
  for (let state = 0; state < minimal.size; state++) {
    for (const suffix of identificationSet(tree, state)) yield [...access[state], ...suffix];
  }
  for (let state = 0; state < minimal.size; state++) {
    for (let letter = 0; letter < letters; letter++) {
      const to = minimal.target[state * letters + letter];
      for (const suffix of identificationSet(tree, to)) yield [...access[state], letter, ...suffix];
    }
  }
}

/** A test of what the certificate of a hypothesis rests on, so that a run does not end with one that does not hold. */
export function certificateWords(): EquivalenceTest {
  return {
    text: "certificate",
    words: (hypothesis) => restsOn(minimize(hypothesis)),
    claim: () => ({ kind: "complete", extraStates: 0 }),
  };
}
