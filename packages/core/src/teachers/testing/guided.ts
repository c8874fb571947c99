import { accessWords } from "../../automata/minimal/access-words.ts";
import { minimize } from "../../automata/minimal/minimize.ts";
import { type SplittingTree, splittingTree } from "../../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { Random } from "../../random.ts";
import type { Word } from "../../words/word.ts";
import { drawWord } from "./random-words.ts";
import type { EquivalenceTest } from "./test.ts";

/** Two sets of states that one suffix tells apart, and by how little. */
interface Decision {
  readonly suffix: Word;
  readonly states: readonly number[];
  readonly margin: number;
}

/** How far a word strays from the words that the decision rests on, in letters on average. */
const STRAY = { mean: 2 };

/**
 * Words around the decisions that were closest: states that the hypothesis tells apart by the smallest margin, or,
 * where weights are exact, those that took the longest way down the splitting tree. A word leads to such a state, goes
 * astray by a letter or two, and ends in the suffix of the decision; the closer the decision, the more words it gets.
 */
export function* guidedWords<W>(hypothesis: Wdfsa<W>, count: number, random: Random): Generator<Word> {
  const minimal = minimize(hypothesis);
  const letters = minimal.alphabet.size;
  const access = accessWords(minimal) as Word[];
  const close = decisions(minimal, splittingTree(minimal));
  for (let i = 0; i < count; i++) {
    // Squaring favours the front of the list.
    const decision = close[Math.floor(close.length * random.real() ** 2)];
    const stray = drawWord(random, letters, STRAY);
    if (decision === undefined) {
      yield stray;
      continue;
    }
    const state = decision.states[random.below(decision.states.length)];
    const tail = random.below(2) === 0 ? [] : drawWord(random, letters, STRAY);
    yield [...access[state], ...stray, ...decision.suffix, ...tail];
  }
}

function decisions<W>(minimal: Wdfsa<W>, tree: SplittingTree<W>): Decision[] {
  const found: Decision[] = [];
  const below = statesBelow(tree, minimal.size);
  const { algebra } = minimal;
  tree.nodes.forEach((node, index) => {
    if (!("suffix" in node)) return;
    let margin = Number.POSITIVE_INFINITY;
    if (algebra.exact) margin = 1 / (1 + depthOf(tree, below[index]));
    else {
      node.branches.forEach(({ ratio }, i) => {
        for (let j = 0; j < i; j++)
          margin = Math.min(margin, algebra.distance(node.branches[j].ratio, ratio));
      });
    }
    if (below[index].length > 0) found.push({ suffix: node.suffix, states: below[index], margin });
  });
  return found.toSorted((a, b) => (a.margin === b.margin ? 0 : a.margin - b.margin));
}

function depthOf<W>(tree: SplittingTree<W>, states: readonly number[]): number {
  return states.length === 0 ? 0 : tree.path(states[0]).length;
}

function statesBelow<W>(tree: SplittingTree<W>, size: number): number[][] {
  const below: number[][] = tree.nodes.map(() => []);
  for (let state = 0; state < size; state++) for (const node of tree.path(state)) below[node].push(state);
  return below;
}

export function guidedTest(count: number, seed: number): EquivalenceTest {
  return {
    text: `guided:${count}`,
    count: () => count,
    words: (hypothesis, equivalence) => guidedWords(hypothesis, count, new Random(seed, equivalence)),
    claim: () => ({ kind: "words", about: `${count} words around the closest decisions` }),
  };
}
