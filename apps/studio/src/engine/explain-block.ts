/** The steps of the multiplicity learner in sentences, with the words of docs/theory/fields.md §14. */

import type { Alphabet, Word } from "hankel";
import type { Reason } from "hankel/learning";
import {
  type AnyQuestion,
  asked,
  type Explanation,
  explainConjecture,
  quotes,
  type Show,
} from "./explain.ts";
import { counted, isSameWord, listed, ordinal } from "./text.ts";

/** Where the learner is when it asks. */
interface BlockStep {
  /** The words that joined the basis since the question before, with the suffixes that showed their dimensions. */
  readonly joined: readonly { readonly prefix: Word; readonly suffix: Word }[];
  readonly rank: number;
  /** Does it ask for the rows of their successors? */
  readonly fillsRows: boolean;
}

/** Why a question is asked, and first what the answers to the one before have shown. */
export function explainBlock(question: AnyQuestion, alphabet: Alphabet, step: BlockStep): Explanation {
  const show = quotes(alphabet);
  const found = step.joined.length === 0 ? "" : `${discovery(step, show)} `;
  if (question.kind === "weigh" && step.fillsRows) {
    const count = asked(question.batch.length);
    return { title: "New dimension", sentence: `${found}The rows of the successors are filled: ${count}.` };
  }
  const { title, sentence } =
    question.kind === "conjecture" ? conjecture(step.rank) : asks(question.why, question.batch.words, show);
  return { title, sentence: `${found}${sentence}` };
}

function discovery({ joined, rank }: BlockStep, show: Show): string {
  const [{ prefix, suffix }] = joined;
  if (joined.length > 1) {
    const words = listed(joined.map((each) => show(each.prefix)));
    return `${counted(joined.length, "row")} are no combinations of the rows of the basis: ${words} join the basis, with a suffix each, and the rank is at least ${rank}.`;
  }
  if (rank === 1) {
    return `L(${show(suffix)}) is not zero, so the row of ε is not either: ε is the first word of the basis.`;
  }
  return `In the column ${show(suffix)}, the row of ${show(prefix)} is no combination of the rows of the basis. So ${show(prefix)} joins the basis, ${show(suffix)} joins the suffixes, and the rank is at least ${rank}.`;
}

function conjecture(rank: number): Explanation {
  if (rank === 0) return explainConjecture("No word with a weight is known. The", rank);
  const because = "Every row p·a is a combination of the rows of the basis";
  return explainConjecture(`${because}: its coordinates are the arcs of the state p on a. The`, rank);
}

function asks(why: Reason, words: readonly Word[], show: Show): Explanation {
  const count = asked(words.length);
  if (why.kind === "start") {
    return { title: "Start", sentence: `Is L(ε) zero? If not, ε is the first word of the basis: ${count}.` };
  }
  if (why.kind === "counterexample") return ofCounterexample(why, words, show);
  const suffixes = why.kind === "dimension" ? why.suffixes.map(show) : [];
  const columns =
    suffixes.length === 1 ? `the column ${suffixes[0]}` : `one of the columns ${listed(suffixes)}`;
  return {
    title: "Another column?",
    sentence: `Does ${columns} show a new dimension: a row that is no combination of the rows of the basis? Asking this costs less than a wrong conjecture. ${count}.`,
  };
}

function ofCounterexample(
  { word, suffix }: Extract<Reason, { kind: "counterexample" }>,
  words: readonly Word[],
  show: Show,
): Explanation {
  const count = asked(words.length);
  if (suffix === undefined) {
    const isWeighed = words.length > 1 || !isSameWord(words[0], word);
    return {
      title: "Counterexample",
      sentence: isWeighed
        ? `${show(word)} is a counterexample. At which letter does it break the hypothesis? A prefix is replaced by the combination of basis words that the hypothesis takes it for; if the weight stays the same, the break comes later (a binary search): ${count}.`
        : `${show(word)} is a counterexample: its weight is asked.`,
    };
  }
  const broken = word.length - suffix.length;
  return {
    title: broken === 0 ? "Counterexample" : "Here it breaks",
    sentence:
      broken === 0
        ? `${show(word)} is a counterexample, and the first word with a weight: it becomes the first column.`
        : `${show(word)} breaks the hypothesis at its ${ordinal(broken)} letter, ${show([word[broken - 1]])}: the row of some basis word followed by this letter is not the combination that the hypothesis takes it for, and what follows, ${show(suffix)}, shows it. So ${show(suffix)} becomes a column: ${count}.`,
  };
}
