import { accessWords } from "../../../automata/minimal/canonical.ts";
import { minimize } from "../../../automata/minimal/minimize.ts";
import { type SplittingTree, splittingTree } from "../../../automata/minimal/splitting-tree.ts";
import type { Wdfsa } from "../../../automata/wdfsa.ts";
import { countOf } from "../../../errors.ts";
import { LANGUAGE_TERMS } from "../../../kinds/kind.ts";
import { wholeNumber } from "../../../numbers.ts";
import { Random } from "../../../random.ts";
import type { Word } from "../../../words/word.ts";
import { agreedOn, type EquivalenceTest, withStates } from "../equivalence-test.ts";
import { drawWord } from "./random-words.ts";

/** States that a suffix tells apart, and the margin by which it does. */
interface Decision {
  readonly suffix: Word;
  readonly states: readonly number[];
  readonly margin: number;
}

/** How many random letters are inserted into a word, on average. */
const DETOUR = { mean: 2 };

/**
 * A word leads to a state of a close decision, takes a detour of a letter or two, and ends in the suffix of the
 * decision. The closer the decision, the more words it gets.
 */
function* wordsAround<W>(hypothesis: Wdfsa<W>, count: number, random: Random): Generator<Word> {
  const minimal = minimize(hypothesis);
  const letters = minimal.alphabet.size;
  const access = accessWords(minimal) as Word[];
  const close = decisions(minimal, splittingTree(minimal));
  for (let i = 0; i < count; i++) {
    // Squaring favours the front of the list.
    const decision = close[Math.floor(close.length * random.real() ** 2)];
    const detour = drawWord(random, letters, DETOUR);
    if (decision === undefined) {
      yield detour;
      continue;
    }
    const state = decision.states[random.below(decision.states.length)];
    const tail = random.below(2) === 0 ? [] : drawWord(random, letters, DETOUR);
    yield [...access[state], ...detour, ...decision.suffix, ...tail];
  }
}

function decisions<W>(minimal: Wdfsa<W>, tree: SplittingTree<W>): Decision[] {
  const found: Decision[] = [];
  const { algebra, size } = minimal;
  /** The states below each node. */
  const below: number[][] = tree.nodes.map(() => []);
  for (let state = 0; state < size; state++) for (const node of tree.path(state)) below[node].push(state);
  tree.nodes.forEach((node, index) => {
    const states = below[index];
    if (!("suffix" in node) || states.length === 0) return;
    let margin = Number.POSITIVE_INFINITY;
    if (algebra.exact) margin = 1 / (1 + tree.path(states[0]).length);
    else {
      node.branches.forEach(({ ratio }, i) => {
        for (let j = 0; j < i; j++)
          margin = Math.min(margin, algebra.distance(node.branches[j].ratio, ratio));
      });
    }
    found.push({ suffix: node.suffix, states, margin });
  });
  return found.toSorted((a, b) => (a.margin === b.margin ? 0 : a.margin - b.margin));
}

/**
 * Tests words around the decisions that were closest: states that the hypothesis tells apart by the smallest margin, or,
 * where weights are exact, the states deepest in the splitting tree.
 *
 * @example
 * const weigh = (word: readonly string[]) => word.length % 3 === 0;
 * const teacher = functionTeacher({ algebra: boolean, alphabet: "a", weigh, equivalence: [breadthFirst(4), guidedWords(50)] });
 * console.log(learn(teacher).automaton.size); // 3
 */
export function guidedWords(count: number, seed = 1): EquivalenceTest {
  wholeNumber(count, 1, "guided");
  return {
    text: `guided:${count}`,
    count: () => count,
    words: (hypothesis, equivalence) =>
      wordsAround(withStates(hypothesis, "guided"), count, new Random(seed, equivalence)),
    claim: (_, { word } = LANGUAGE_TERMS) => agreedOn(`${countOf(count, word)} around the closest decisions`),
  };
}
