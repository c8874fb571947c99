/** What runs are made of that are cut off and resumed: a black box that may lie, and options. */

import {
  type AnyLearnerName,
  createLearner,
  parseEquivalence,
  parseJournal,
  Random,
  randomAutomaton,
  rational,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { automatonBox, type BlackBox, type LiveOptions } from "@hankel/teachers";

/** As many rechecks as by default. */
export const RECHECK = 8;

/** The kinds of tests that are the default, with fewer words. */
export const TESTS = "short:7+states:0+loops:2+walk:2";

export const target = randomAutomaton({
  algebra: rational,
  states: 3,
  letters: 2,
  seed: 2,
}) as unknown as Wdfsa<unknown>;

export type Answering = (word: Word, occurrence: number, again: boolean) => unknown;

/** Answers in an order of its own. What it says may depend on how often a word occurs in a request. */
export function boxOf(answer: Answering, more: Partial<BlackBox<unknown>> = {}): BlackBox<unknown> {
  const random = new Random(1);
  return {
    ...automatonBox(target),
    async weigh(words, { arrived, again = false } = {}) {
      const seen = new Map<string, number>();
      const weights = words.map((word) => {
        const occurrence = seen.get(word.join()) ?? 0;
        seen.set(word.join(), occurrence + 1);
        return answer(word, occurrence, again);
      });
      const order = words.map((_, i) => [random.bits(), i]).toSorted(([a], [b]) => a - b);
      for (const [, i] of order) arrived?.(i, [weights[i]]);
      return weights;
    },
    ...more,
  };
}

/** A number that a word determines. */
export const digest = (word: Word, more = 0) => new Random(7, more, ...word).below(1000);

export function optionsFor(
  learner: AnyLearnerName,
  equivalence: string,
  more: Partial<LiveOptions<unknown>> = {},
): LiveOptions<unknown> {
  const setting = { seed: 1, words: () => [], box: "counterexamples" as const, samples: true };
  return {
    createLearner: (setting) => createLearner<unknown>(setting, { learner }),
    tests: parseEquivalence(equivalence, setting),
    recheck: RECHECK,
    ...more,
  };
}

/** Does the journal have a line of this kind? */
export const has = (text: string, kind: string) => text.includes(`\n{"${kind}"`);

/** How many counterexamples were asked again right before the verdict. */
export function confirmations(text: string): number {
  const { lines } = parseJournal(text);
  return lines.filter((line, i) => {
    const next = lines[i + 1];
    return (
      line.kind === "recheck" &&
      next?.kind === "conjecture" &&
      line.word.join() === next.counterexample?.join()
    );
  }).length;
}
