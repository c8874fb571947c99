/** The steps of the multiplicity learner in sentences, with the words of docs/theory/fields.md §14. */

import type { Word } from "hankel";
import type { Reason } from "hankel/learning";
import {
  type AnyQuestion,
  answered,
  explainConjecture,
  type Setting,
  type Show,
  showing,
} from "./explain.ts";
import {
  countedTerm,
  type Explanation,
  inBoth,
  listedParts,
  type Said,
  type Saying,
  say,
  term,
} from "./say.ts";
import { isSameWord, ordinal } from "./text.ts";
import type { Walk } from "./views.ts";

/** Where the learner is when it asks. */
interface BlockStep {
  /** The words that joined the basis since the question before, with the suffixes that showed their dimensions. */
  readonly joined: readonly { readonly prefix: Word; readonly suffix: Word }[];
  readonly rank: number;
  /** Does it ask for the rows of their successors? */
  readonly fillsRows: boolean;
}

/** Why a question is asked, and first what the answers to the one before have shown. */
export function explainBlock(
  question: AnyQuestion,
  { alphabet, semifield }: Setting,
  step: BlockStep,
  walk: Walk | null = null,
): Explanation {
  const show = showing(alphabet);
  const found = step.joined.length === 0 ? say`` : say`${discovery(step, show)} `;
  if (question.kind === "conjecture") {
    const { plain, paper } = answered(conjecture(step.rank), walk, semifield);
    return {
      plain: { ...plain, sentence: say`${found}${plain.sentence}` },
      paper: { ...paper, sentence: say`${found}${paper.sentence}` },
    };
  }
  if (step.fillsRows) {
    const count = asked(question.batch.length);
    return inBoth(
      "New dimension",
      say`${found}The ${term("row", "rows")} of the successors are filled: ${count}.`,
    );
  }
  const { title, sentence } = asks(question.why, question.batch.words, show);
  return inBoth(title, say`${found}${sentence}`);
}

function asked(words: number): Said {
  return say`${countedTerm(words, "word")} ${words === 1 ? "is" : "are"} asked`;
}

function discovery({ joined, rank }: BlockStep, show: Show): Said {
  const [{ prefix, suffix }] = joined;
  if (joined.length > 1) {
    const words = listedParts(joined.map((each) => show(each.prefix)));
    return say`${countedTerm(joined.length, "row")} are no combinations of the rows of the ${term("basis")}: ${words} join it, with a ${term("suffix")} each, and the ${term("rank")} is at least ${rank}.`;
  }
  if (rank === 1) {
    return say`L(${show(suffix)}) is not zero, so the ${term("row")} of ε is not either: ε is the first word of the ${term("basis")}.`;
  }
  return say`In the ${term("column")} ${show(suffix)}, the ${term("row")} of ${show(prefix)} is no combination of the rows of the ${term("basis")}. So ${show(prefix)} joins it, ${show(suffix)} joins the ${term("suffix", "suffixes")}, and the ${term("rank")} is at least ${rank}.`;
}

function conjecture(rank: number): Explanation {
  if (rank === 0) {
    const because = say`No ${term("word")} with a ${term("weight")} is known`;
    return explainConjecture(because, because, rank, false);
  }
  const because = say`Every ${term("row")} p·a is a combination of the rows of the ${term("basis")}, and its coordinates are the ${term("arc", "arcs")} of the ${term("state")} p on a`;
  return explainConjecture(because, because, rank, false);
}

function asks(why: Reason, words: readonly Word[], show: Show): Saying {
  const count = asked(words.length);
  if (why.kind === "start") {
    return {
      title: "Start",
      sentence: say`Is L(ε) zero? If not, ε is the first word of the ${term("basis")}: ${count}.`,
    };
  }
  if (why.kind === "counterexample") return ofCounterexample(why, words, show);
  const suffixes = why.kind === "dimension" ? why.suffixes.map(show) : [];
  const columns =
    suffixes.length === 1
      ? say`the ${term("column")} ${suffixes[0]}`
      : say`one of the ${term("column", "columns")} ${listedParts(suffixes)}`;
  return {
    title: "Another column?",
    sentence: say`Does ${columns} show a new dimension: a ${term("row")} that is no combination of the rows of the ${term("basis")}? Asking this costs less than a wrong ${term("conjecture")}. ${count}.`,
  };
}

function ofCounterexample(
  { word, suffix }: Extract<Reason, { kind: "counterexample" }>,
  words: readonly Word[],
  show: Show,
): Saying {
  const count = asked(words.length);
  if (suffix === undefined) {
    const isWeighed = words.length > 1 || !isSameWord(words[0], word);
    return {
      title: "Counterexample",
      sentence: isWeighed
        ? say`${show(word)} is a ${term("counterexample")}. At which letter does it break the ${term("hypothesis")}? A ${term("prefix")} is replaced by the combination of words of the ${term("basis")} that the hypothesis takes it for; if the weight stays the same, the break comes later (a binary search): ${count}.`
        : say`${show(word)} is a ${term("counterexample")}: its weight is asked.`,
    };
  }
  const broken = word.length - suffix.length;
  return {
    title: broken === 0 ? "Counterexample" : "Here it breaks",
    sentence:
      broken === 0
        ? say`${show(word)} is a ${term("counterexample")}, and the first word with a ${term("weight")}: it becomes the first ${term("column")}.`
        : say`${show(word)} breaks the ${term("hypothesis")} at its ${ordinal(broken)} letter, ${show([word[broken - 1]])}: the ${term("row")} of some word of the ${term("basis")} followed by this letter is not the combination that the hypothesis takes it for, and what follows, ${show(suffix)}, shows it. So ${show(suffix)} becomes a ${term("column")}: ${count}.`,
  };
}
