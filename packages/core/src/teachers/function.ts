import type { GroupWithZero } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { weightsIn } from "../kinds/weights.ts";
import type { Examination, FindingTeacher } from "../learning/protocol.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { Word } from "../words/word.ts";
import { batches, type EquivalenceTests, wordTests } from "./testing/equivalence-test.ts";
import { testWords } from "./testing/test-words.ts";
import { firstMismatch, tryWords } from "./testing/try-words.ts";

/** What `functionTeacher` needs: the algebra, the alphabet, the function, and how conjectures are tested. */
export interface FunctionTeacherOptions<W> {
  readonly algebra: GroupWithZero<W>;
  /** The symbols; a string stands for its characters. */
  readonly alphabet: Alphabet | Iterable<string>;
  /** The weight of a word, given as its symbols. */
  readonly weigh: (word: readonly string[]) => W;
  /** How a hypothesis is tested: one test, or a list of tests that run in turn. */
  readonly equivalence: EquivalenceTests;
}

const BATCH = 256;

/**
 * A function `(word) => weight` as a teacher; it accepts a hypothesis that passes all tests of `equivalence`.
 *
 * @example
 * const teacher = functionTeacher({
 *   algebra: boolean,
 *   alphabet: "ab",
 *   weigh: (word) => word.filter((symbol) => symbol === "a").length % 2 === 0,
 *   equivalence: [breadthFirst(4), wpMethod(1)],
 * });
 * console.log(learn(teacher).automaton.size); // 2
 */
export function functionTeacher<W>(options: FunctionTeacherOptions<W>): FindingTeacher<W> {
  const { algebra } = options;
  const alphabet = options.alphabet instanceof Alphabet ? options.alphabet : new Alphabet(options.alphabet);
  const weigh = (words: readonly Word[]) => words.map((word) => options.weigh(alphabet.spell(word)));
  const tests = wordTests(options.equivalence);
  let searches = 0;
  return {
    kind: weightsIn(algebra),
    alphabet,
    weigh,
    *examine(hypothesis: Automaton<W>, conjecture: number): Examination<W> {
      for (const test of tests) {
        const found = yield* test.examine?.(hypothesis, conjecture, Number.POSITIVE_INFINITY) ??
          tryWords(hypothesis, testWords(test, hypothesis, conjecture));
        if (found !== null) return found;
      }
      return null;
    },
    findCounterexample(hypothesis) {
      const search = searches++;
      for (const test of tests) {
        for (const words of batches(testWords(test, hypothesis, search), BATCH)) {
          const found = firstMismatch(algebra, hypothesis, words, weigh(words));
          if (found !== null) return found;
        }
      }
      return null;
    },
  };
}
