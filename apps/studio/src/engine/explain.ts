/** The defects of a run in sentences, with the words of Pasti et al. 2024 and docs/theory.md. */

import type { Alphabet, Automaton, Learned, Word } from "hankel";
import type { Learner, Question, Reason } from "hankel/learning";
import { counted } from "./text.ts";

/** Of whatever learner: its automata may be nondeterministic. */
export type AnyLearner<W = unknown> = Learner<W, W, Automaton<W>>;
export type AnyQuestion<W = unknown> = Question<W, Automaton<W>>;
export type AnyLearned<W = unknown> = Learned<W, Automaton<W>>;

export interface Explanation {
  readonly title: string;
  readonly sentence: string;
}

const SEARCH = "a binary search finds the letter after which language and hypothesis differ, and";

/** Why a learner conjectures, how it starts, and what it does with a counterexample. */
const OTHER = {
  because: "Every arc has a target, and no answer disagrees",
  start: "The learner looks for states and for the targets of their arcs.",
  counterexample: `${SEARCH} the target of the arc there is looked for again.`,
};
const WAYS: Readonly<Record<string, typeof OTHER>> = {
  table: {
    because: "The matrix is closed and consistent",
    start: "P and S contain only ε. The rows of ε and of its successors are filled.",
    counterexample: "it joins P with all its prefixes.",
  },
  tree: {
    because: "Every word has reached a leaf",
    start: "The word ε and its successors go down the tree.",
    counterexample: `${SEARCH} a leaf is split there.`,
  },
};

/** A word in a sentence. */
export type Show = (word: Word) => string;

export function quotes(alphabet: Alphabet): Show {
  return (word) => `“${alphabet.show(word)}”`;
}

/** Why a question is asked. */
export function explain(question: AnyQuestion, alphabet: Alphabet, learner: string): Explanation {
  const way = WAYS[learner] ?? OTHER;
  if (question.kind === "conjecture")
    return explainConjecture(`${way.because}: the`, question.hypothesis.size);
  const { title, sentence } = ofReason(question.why, quotes(alphabet), way);
  return { title, sentence: `${sentence} ${asked(question.batch.length)}.` };
}

export function explainConjecture(before: string, size: number): Explanation {
  const what = size === 0 ? "the automaton without states" : `an automaton with ${counted(size, "state")}`;
  const sentence = `${before} learner asks whether ${what} is right (an equivalence question).`;
  return { title: "Conjecture", sentence };
}

export function asked(words: number): string {
  return `${counted(words, "word")} ${words === 1 ? "is" : "are"} asked`;
}

function ofReason(why: Reason, show: Show, way: typeof OTHER): Explanation {
  switch (why.kind) {
    case "start":
      return { title: "Start", sentence: way.start };
    case "unclosed":
      return {
        title: "Not closed",
        sentence: `The row of ${show(why.prefix)} is not null, and homothetic to no row in P. So ${show(why.prefix)} joins P: a new state.`,
      };
    case "inconsistent":
      return {
        title: "Not consistent",
        sentence: `${show(why.prefixes[0])} and ${show(why.prefixes[1])} are homothetic, but after ${show([why.letter])} their scaled rows differ in the column ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins S.`,
      };
    case "revived":
      return {
        title: "Not consistent",
        sentence: `The row of ${show(why.prefix)} is null, but its successor on ${show([why.letter])} has a weight in the column ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins S.`,
      };
    case "counterexample":
      return {
        title: "Counterexample",
        sentence: `${show(why.word)} is a counterexample: ${way.counterexample}`,
      };
    case "split":
      return {
        title: "Shorter suffix",
        sentence: `Does the shorter suffix ${show(why.suffix)} tell the same states apart? If so, it replaces a longer one in the tree.`,
      };
    default:
      // The learners over a field and of language models have sentences of their own.
      return { title: "Questions", sentence: "" };
  }
}
