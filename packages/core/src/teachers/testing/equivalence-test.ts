import { type Automaton, isDeterministic, toWdfsa } from "../../automata/convert.ts";
import type { Wdfsa } from "../../automata/wdfsa.ts";
import { HankelError } from "../../errors.ts";
import type { Terms } from "../../kinds/kind.ts";
import type { Examination } from "../../learning/protocol.ts";
import type { Word } from "../../words/word.ts";

/** What it means that a hypothesis agrees with the language on all words of a test. */
export type Claim =
  /**
   * The automaton is right if the language has at most this many states more; or, if the rank of the automaton is given, if
   * the rank of the language is at most so much more.
   */
  | { readonly kind: "complete"; readonly extraStates: number; readonly rank?: number }
  /** With probability at least 1 − δ it is wrong on words of total probability at most ε. */
  | {
      readonly kind: "pac";
      readonly epsilon: number;
      readonly delta: number;
      readonly distribution: string;
    }
  /** The black box itself looked for a counterexample and found none. */
  | { readonly kind: "box"; readonly exact: boolean }
  /** It agreed on these words; nothing more. */
  | { readonly kind: "words"; readonly about: string };

/**
 * A test of a conjecture, for targets that cannot say whether a hypothesis is right: words on which the two are
 * compared, and what it means to pass. The hypothesis may be nondeterministic, over a field. A test that draws words derives them from its seed and the number of the
 * equivalence question, so that a run can be repeated.
 *
 * Tests are made by `breadthFirst`, `randomWords`, `randomWalks`, `stateTests`, `loopWords`, `shortWords`, `guidedWords`,
 * `sampledWords`, `givenWords`, `pac`, `wMethod`, `wpMethod` and `askBox`. One of your own needs three members:
 *
 *     const palindromes: EquivalenceTest = {
 *       text: "palindromes",
 *       words: () => [[0, 0], [0, 1, 0], [1, 0, 0, 1]],
 *       claim: () => ({ kind: "words", about: "three palindromes" }),
 *     };
 */
export interface EquivalenceTest {
  /** How the test is written on the command line: `wp:2`. */
  readonly text: string;
  /** The black box looks for a counterexample itself; `words` is not used. */
  readonly asksBox?: true;
  /** The test looks at the target's own states; `words` is not used, and `examine` is. */
  readonly states?: true;
  /**
   * Examines a hypothesis by questions of its own, for a test whose words depend on the answers. It ends with the first of
   * its words that the hypothesis weighs differently, and asks no word of more than `longest` letters.
   */
  examine?<W>(hypothesis: Automaton<W>, equivalence: number, longest: number): Examination<W>;
  /** What the test claims is about these very words: they may not be cut where floats cannot weigh them. */
  readonly whole?: true;
  /** How many words the target must draw for this question; 0 when it is absent. They are passed to `words`. */
  samples?(equivalence: number): number;
  /** How many words `words` yields, if that is known in advance. */
  count?<W>(hypothesis: Automaton<W>, equivalence: number): number;
  /** A bound on the number of words, for a test without `count`. */
  atMost?<W>(hypothesis: Automaton<W>, equivalence: number): number;
  /** The words to compare; `equivalence` counts the equivalence questions of a run: 0, 1, … */
  words<W>(hypothesis: Automaton<W>, equivalence: number, samples: readonly Word[]): Iterable<Word>;
  /** What passing the test means, in the terms of the target. */
  claim<W>(hypothesis: Automaton<W>, terms?: Terms): Claim;
}

/** What it means to pass a test that shows no more than agreement on its words. */
export function agreedOn(about: string): Claim {
  return { kind: "words", about };
}

/**
 * The black box looks for a counterexample itself; `exact` when its answer is a proof. For live runs only.
 *
 * @example
 * console.log(askBox(true).asksBox); // true
 */
export function askBox(exact: boolean): EquivalenceTest {
  return { text: "box", asksBox: true, words: () => [], claim: () => ({ kind: "box", exact }) };
}

/** One test, or several that run one after the other until a counterexample turns up. */
export type EquivalenceTests = EquivalenceTest | readonly EquivalenceTest[];

/** The tests as a list, of which there is at least one. */
export function testList(tests: EquivalenceTests): readonly EquivalenceTest[] {
  const list = (Array.isArray(tests) ? tests : [tests]) as readonly EquivalenceTest[];
  if (list.length > 0 && list.every((test) => typeof test?.words === "function")) return list;
  throw new HankelError(
    "usage",
    "expected a test such as breadthFirst(8), or a list of tests that is not empty",
  );
}

/**
 * The tests as a list, for a teacher that can weigh words and nothing else. A test that wants the target to draw words,
 * to find counterexamples or to give its states is refused.
 */
export function wordTests(tests: EquivalenceTests): readonly EquivalenceTest[] {
  const list = testList(tests);
  for (const { text, asksBox, samples, states } of list) {
    if (asksBox === undefined && samples === undefined && states === undefined) continue;
    const lacks = asksBox ? "find counterexamples" : states ? "give its states" : "draw words";
    throw new HankelError("usage", `the test ${text} needs a target that can ${lacks}; a function cannot`);
  }
  return list;
}

/**
 * Cuts words into batches of at most `size`.
 *
 * @example
 * console.log([...batches([[0], [1], [0, 1]], 2)].map((batch) => batch.length).join(" ")); // 2 1
 */
export function batches(words: Iterable<Word>, size: number): Generator<Word[]> {
  return growingBatches(words, size, size);
}

/** Cuts words into batches of at most `first`; each may be twice as large as the one before it, up to `most`. */
export function* growingBatches(words: Iterable<Word>, first: number, most: number): Generator<Word[]> {
  let size = first;
  let batch: Word[] = [];
  for (const word of words) {
    batch.push(word);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(2 * size, most);
  }
  if (batch.length > 0) yield batch;
}

/** The hypothesis, for a test that walks from state to state; an error if it is nondeterministic. */
export function withStates<W>(hypothesis: Automaton<W>, test: string): Wdfsa<W> {
  if (isDeterministic(hypothesis)) return toWdfsa(hypothesis);
  throw new HankelError(
    "usage",
    `the test ${test} follows the states of a deterministic hypothesis, and this one is nondeterministic; ` +
      "random, short, bfs and words need no such states, nor do states, loops, walk and wmethod over a field",
  );
}
