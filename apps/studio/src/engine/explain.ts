/** The defects of a run in sentences, with the words of Pasti et al. 2024 and docs/theory.md. */

import type { Alphabet, Automaton, Word } from "hankel";
import type { Question, Reason } from "hankel/learning";
import { counted } from "./text.ts";

/** A question of any learner: its automata may be nondeterministic. */
export type AnyQuestion<W> = Question<W, Automaton<W>>;

export interface Explanation {
  readonly title: string;
  readonly sentence: string;
}

type Show = (word: Word) => string;

/** Why a question is asked. */
export function explain(question: AnyQuestion<unknown>, alphabet: Alphabet, learner: string): Explanation {
  const show: Show = (word) => `“${alphabet.show(word)}”`;
  if (question.kind === "conjecture") return conjecture(question.hypothesis.size, learner);
  return explainReason(question.why, question.batch.length, show, learner);
}

function conjecture(size: number, learner: string): Explanation {
  const because =
    learner === "table"
      ? "The matrix is closed and consistent"
      : learner === "tree"
        ? "Every word has reached a leaf"
        : "Every arc has a target, and no answer disagrees";
  const what = size === 0 ? "the automaton without states" : `an automaton with ${counted(size, "state")}`;
  return {
    title: "Conjecture",
    sentence: `${because}: the learner asks whether ${what} is right (an equivalence question).`,
  };
}

function explainReason(why: Reason, words: number, show: Show, learner: string): Explanation {
  const asks = `${counted(words, "word")} ${words === 1 ? "is" : "are"} asked.`;
  switch (why.kind) {
    case "start":
      return {
        title: "Start",
        sentence:
          learner === "table"
            ? `P and S contain only ε. The rows of ε and of its successors are filled. ${asks}`
            : learner === "tree"
              ? `The word ε and its successors go down the tree. ${asks}`
              : `The learner looks for states and for the targets of their arcs. ${asks}`,
      };
    case "unclosed":
      return {
        title: "Not closed",
        sentence: `The row of ${show(why.prefix)} is not null, and homothetic to no row in P. So ${show(why.prefix)} joins P: a new state. ${asks}`,
      };
    case "inconsistent":
      return {
        title: "Not consistent",
        sentence: `${show(why.prefixes[0])} and ${show(why.prefixes[1])} are homothetic, but after ${show([why.letter])} their scaled rows differ in the column ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins S. ${asks}`,
      };
    case "revived":
      return {
        title: "Not consistent",
        sentence: `The row of ${show(why.prefix)} is null, but its successor on ${show([why.letter])} has a weight in the column ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins S. ${asks}`,
      };
    case "counterexample":
      return {
        title: "Counterexample",
        sentence:
          learner === "table"
            ? `${show(why.word)} is a counterexample: it joins P with all its prefixes. ${asks}`
            : `${show(why.word)} is a counterexample: a binary search finds the letter after which language and hypothesis differ, and ${learner === "tree" ? "a leaf is split there" : "the target of the arc there is looked for again"}. ${asks}`,
      };
    case "futures":
      return { title: "Futures", sentence: `What comes next, and after that? ${asks}` };
    case "dimension":
      return {
        title: "Another dimension?",
        sentence: `Do the suffixes ${why.suffixes.map(show).join(", ")} show a row that is no combination of the basis? ${asks}`,
      };
    case "drawn":
      return {
        title: "Test",
        sentence: `Words that are drawn from the language model test the automaton. ${asks}`,
      };
    default:
      return {
        title: "Shorter suffix",
        sentence: `Does the shorter suffix ${show(why.suffix)} tell the same states apart? If so, it replaces a longer one in the tree. ${asks}`,
      };
  }
}
