/** The steps of a run in sentences: in plain words, and in those of Pasti et al. 2024 and docs/theory.md. */

import type { Alphabet, Automaton, Kind, Learned, Word } from "hankel";
import type { Learner, Question, Reason } from "hankel/learning";
import {
  countedTerm,
  type Explanation,
  listedParts,
  type Part,
  type Said,
  type Saying,
  say,
  term,
} from "./say.ts";
import { counted, isSameWord, shownWeight } from "./text.ts";
import type { Walk } from "./views.ts";

/** Of whatever learner: its automata may be nondeterministic. */
export type AnyLearner<W = unknown> = Learner<W, W, Automaton<W>>;
export type AnyQuestion<W = unknown> = Question<W, Automaton<W>>;
export type AnyLearned<W = unknown> = Learned<W, Automaton<W>>;

/** Who asks, about what. */
export interface Setting {
  readonly alphabet: Alphabet;
  /** The name of the semifield. */
  readonly semifield: string;
  /** Weights, or the runs of a machine. */
  readonly answers: Kind<unknown>["name"];
  readonly learner: string;
}

/** Up to so many words that are asked stand in the sentence. */
const MAX_NAMED = 2;

/** A word in a sentence. */
export type Show = (word: Word) => Part;

export function showing(alphabet: Alphabet): Show {
  return (word) => ({ word: alphabet.show(word) });
}

/** Why a learner conjectures, how it starts, and what it does with a counterexample, in both vocabularies. */
interface Way {
  /** `nothing` is a row that says no to everything. */
  readonly because: (nothing: Said) => Said;
  readonly start: Said;
  readonly counterexample: Said;
}

/** What the tree learner does with a counterexample: it replaces a beginning by the word of its state, or adds boxes to the tree. */
export type TreeStep =
  | { readonly beginning: Word; readonly access: Word }
  | { /** The endings of the boxes that are new. */ readonly boxes: readonly Word[] };

const OTHER: Way = {
  because: () => say`Every ${term("arc")} has a target, and no ${term("answer")} disagrees`,
  start: say`The learner looks for ${term("state", "states")} and for the targets of their ${term("arc", "arcs")}.`,
  counterexample: say`So some ${term("arc")} leads elsewhere. The learner looks for it, and for where it leads.`,
};
const TREE: Way = {
  because: () => say`Every ${term("word")} has reached a leaf`,
  start: say`The ${term("word")} ε and its successors go down the tree.`,
  counterexample: say`${term("word", "Words")} that have no leaf go down the tree.`,
};
const PLAIN: Readonly<Record<string, Way>> = {
  table: {
    because: (nothing) =>
      say`Every ${term("row")} below the line is like the row of some ${term("state")}, or is ${nothing} and leads nowhere, and rows that are alike stay alike after every ${term("letter")}`,
    start: say`The learner knows nothing yet. It begins with the empty ${term("word")}, ε, and every single ${term("letter")}.`,
    counterexample: say`So the word and all its ${term("prefix", "beginnings")} move up, above the line. Below it stands what one ${term("letter")} more leads to.`,
  },
  tree: TREE,
};
const PAPER: Readonly<Record<string, Way>> = {
  table: {
    because: () => say`The matrix is ${term("closed")} and ${term("consistent")}`,
    start: say`${term("P")} and ${term("S")} contain only ε. The ${term("row", "rows")} of ε and of its successors are filled.`,
    counterexample: say`It joins ${term("P")} with all its ${term("prefix", "prefixes")}.`,
  },
  tree: TREE,
};

/** How the table of a machine starts: it writes nothing for ε. */
const MACHINE_START = say`The learner knows nothing yet. It asks what the machine writes for every single ${term("input")}.`;

/** Why a question is asked, and what came of a conjecture. */
export function explain(
  question: AnyQuestion,
  setting: Setting,
  walk: Walk | null = null,
  step?: TreeStep,
): Explanation {
  const { alphabet, learner } = setting;
  const isBoolean = setting.semifield === "boolean";
  const [plain, paper] = [PLAIN[learner] ?? OTHER, PAPER[learner] ?? OTHER];
  if (question.kind === "conjecture") {
    const { size } = question.hypothesis;
    const nothing = nullRow(isBoolean);
    const because = explainConjecture(plain.because(nothing), paper.because(nothing), size, isBoolean);
    return answered(because, walk, setting.semifield);
  }
  const show = showing(alphabet);
  const { words } = question.batch;
  const isMachine = setting.answers === "runs";
  const starts = isMachine && learner === "table" ? { start: MACHINE_START } : {};
  const told =
    question.why.kind === "counterexample" ? ofWord(question.why.word, words, show, step) : undefined;
  const plainly = told ?? inPlainWords(question.why, show, { ...plain, ...starts }, isBoolean, isMachine);
  const formally = told ?? inPaperWords(question.why, show, { ...paper, ...starts }, isBoolean, isMachine);
  return {
    plain: { ...plainly, sentence: say`${plainly.sentence} ${asked(words.map(show))}` },
    paper: { ...formally, sentence: say`${formally.sentence} ${queried(words.length)}` },
  };
}

/** A row that says no to everything. */
function nullRow(isBoolean: boolean): Said {
  return say`${term("null row", isBoolean ? "all ✗" : "all zero")}`;
}

/** What is asked of a counterexample before it is used: its own answer, and then where it goes wrong. */
function ofWord(
  word: Word,
  words: readonly Word[],
  show: Show,
  step: TreeStep | undefined,
): Saying | undefined {
  if (words.length === 1 && isSameWord(words[0], word)) {
    return {
      title: "Counterexample",
      sentence: say`${show(word)} shows that the automaton is wrong: it is a ${term("counterexample")}. First the learner asks for its ${term("answer")}.`,
    };
  }
  if (step === undefined) return undefined;
  if ("boxes" in step) {
    const boxes = listedParts(step.boxes.map(show));
    const split =
      step.boxes.length === 0
        ? say`Words that have no leaf yet go one box further`
        : say`${step.boxes.length === 1 ? "A new box" : "New boxes"} in the tree, ${boxes}, ${step.boxes.length === 1 ? "tells" : "tell"} words apart that shared a leaf. Words that have no leaf now go down`;
    return {
      title: step.boxes.length === 0 ? "Down the tree" : "A leaf is split",
      sentence: say`${split}: each is asked with the ${term("suffix", "ending")} of the box where it stands.`,
    };
  }
  return {
    title: "Where does it go wrong?",
    sentence: say`In ${show(word)}, the ${term("prefix", "beginning")} ${show(step.beginning)} is replaced by ${show(step.access)}, since both seem to lead to the same place. If the two answers fit, the mistake comes later, and otherwise before: a binary search.`,
  };
}

/** Why a learner makes a conjecture, and of how many states. */
export function explainConjecture(plain: Said, paper: Said, size: number, isBoolean: boolean): Explanation {
  const refuses = isBoolean ? "refuses every word" : "gives every word zero";
  const drawn =
    size === 0
      ? say`an ${term("automaton")} that ${refuses}`
      : say`an ${term("automaton")} with ${countedTerm(size, "state")}`;
  return {
    plain: { title: "Is this it?", sentence: say`${plain}. So the learner asks: is ${drawn} right?` },
    paper: {
      title: "Conjecture",
      sentence: say`${paper}: an ${term("equivalence question", "equivalence query")} asks whether ${drawn} is right.`,
    },
  };
}

/** Adds the counterexample that a conjecture was answered with. */
export function answered({ plain, paper }: Explanation, walk: Walk | null, semifield: string): Explanation {
  if (walk === null) return { plain, paper };
  const [right, wrong] = [walk.weight, walk.believed].map((weight) => shownWeight(semifield, weight));
  const word = { word: walk.word };
  const answer =
    semifield === "boolean"
      ? say` No: ${word} is ${right} in the ${term("black box")} and ${wrong} in the automaton.`
      : walk.answers === "outputs"
        ? say` No: for ${word} the ${term("black box")} writes ${right}, and the automaton ${wrong}.`
        : say` No: the ${term("black box")} gives ${word} the ${term("weight")} ${right}, and the automaton ${wrong}.`;
  return {
    plain: { ...plain, sentence: say`${plain.sentence}${answer}` },
    paper: { ...paper, sentence: say`${paper.sentence}${answer}` },
  };
}

/** What is asked, in plain words and in those of the paper. */
export function asked(words: readonly Part[]): Said {
  return say`It asks about ${words.length <= MAX_NAMED ? listedParts(words) : countedTerm(words.length, "word")}.`;
}

export function queried(words: number): Said {
  const [count, queries] = counted(words, "query").split(" ");
  return say`${count} membership ${term("question", queries)}.`;
}

function inPlainWords(why: Reason, show: Show, way: Way, isBoolean: boolean, isMachine: boolean): Saying {
  switch (why.kind) {
    case "start":
      return { title: "Start", sentence: way.start };
    case "unclosed": {
      const word = show(why.prefix);
      const factor = isBoolean || isMachine ? "" : ", by whatever factor it is multiplied";
      return {
        title: "A row must move up",
        sentence: say`The ${term("row")} of ${word} is unlike the row of every ${term("state")}${factor}: what may follow ${word} is something new. So ${word} moves up, above the line, and gets a state of its own.`,
      };
    }
    case "inconsistent": {
      const [one, other] = why.prefixes.map(show);
      const letter = show([why.letter]);
      const alike =
        isBoolean || isMachine
          ? say`the same ${term("row")}`
          : say`the same ${term("row")} up to a ${term("scale", "factor")}`;
      return {
        title: "One state, two behaviours",
        sentence: say`${one} and ${other} have ${alike}, so they share a ${term("state")}. But after the ${term("letter")} ${letter} they differ at the ${term("suffix", "ending")} ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} becomes a new ${term("column")}, which tells them apart.`,
      };
    }
    case "revived": {
      const [word, whole] = [show(why.prefix), show([...why.prefix, why.letter, ...why.suffix])];
      const ending = show([why.letter, ...why.suffix]);
      return {
        title: "A row looks dead, and is not",
        sentence: isBoolean
          ? say`The ${term("row")} of ${word} is ${nullRow(true)}, so it has no ${term("state")} yet. But ${whole}, which begins with ${word}, is ✓. So the ${term("suffix", "ending")} ${ending} becomes a new ${term("column")}: there, ${word} has a ✓.`
          : say`The ${term("row")} of ${word} is ${nullRow(false)}, so it has no ${term("state")} yet. But ${whole}, which begins with ${word}, has a ${term("weight")} that is not zero. So the ${term("suffix", "ending")} ${ending} becomes a new ${term("column")}.`,
      };
    }
    case "counterexample":
      return {
        title: "Counterexample",
        sentence: say`${show(why.word)} is a ${term("counterexample")}. ${way.counterexample}`,
      };
    case "split":
      return {
        title: "A shorter ending?",
        sentence: say`Does the shorter ${term("suffix", "ending")} ${show(why.suffix)} tell the same ${term("state", "states")} apart? If so, it replaces a longer one in the tree.`,
      };
    default:
      // The learners over a field and of language models have sentences of their own.
      return { title: "Questions", sentence: [] };
  }
}

function inPaperWords(why: Reason, show: Show, way: Way, isBoolean: boolean, isMachine: boolean): Saying {
  switch (why.kind) {
    case "start":
      return { title: "Start", sentence: way.start };
    case "unclosed":
      return {
        title: "Not closed",
        sentence: isMachine
          ? say`The ${term("row")} of ${show(why.prefix)} equals no row in ${term("P")}. So ${show(why.prefix)} joins P: a new ${term("state")}.`
          : say`The ${term("row")} of ${show(why.prefix)} is not ${isBoolean ? nullRow(true) : term("null row", "null")}, and ${term("homothetic")} to no row in ${term("P")}. So ${show(why.prefix)} joins P: a new ${term("state")}.`,
      };
    case "inconsistent":
      return {
        title: "Not consistent",
        sentence: say`${show(why.prefixes[0])} and ${show(why.prefixes[1])} ${isMachine ? say`have equal ${term("row", "rows")}` : say`are ${term("homothetic")}`}, but after ${show([why.letter])} their ${isMachine ? "" : say`${term("scale", "scaled")} `}${term("row", "rows")} differ in the ${term("column")} ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins ${term("S")}.`,
      };
    case "revived":
      return {
        title: "Not consistent",
        sentence: say`The ${term("row")} of ${show(why.prefix)} is ${isBoolean ? nullRow(true) : term("null row", "null")}, but its successor on ${show([why.letter])} is ${isBoolean ? "✓" : "not zero"} in the ${term("column")} ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins ${term("S")}.`,
      };
    case "counterexample":
      return {
        title: "Counterexample",
        sentence: say`${show(why.word)} is a ${term("counterexample")}. ${way.counterexample}`,
      };
    case "split":
      return {
        title: "Shorter suffix",
        sentence: say`Does the shorter ${term("suffix")} ${show(why.suffix)} tell the same ${term("state", "states")} apart? If so, it replaces a longer one in the tree.`,
      };
    default:
      return { title: "Queries", sentence: [] };
  }
}
