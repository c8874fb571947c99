/** The steps of a run in sentences: in plain words, and in those of Pasti et al. 2024 and docs/theory.md. */

import type { Alphabet, Automaton, Kind, Learned, Word } from "hankel";
import type { Learner, Question, Reason } from "hankel/learning";
import { countedTerm, type Explanation, type Part, type Said, type Saying, say, term } from "./say.ts";
import { counted, shownWeight } from "./text.ts";
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

/** A word in a sentence. */
export type Show = (word: Word) => Part;

export function showing(alphabet: Alphabet): Show {
  return (word) => ({ word: alphabet.show(word) });
}

const SEARCH = say`a binary search finds the letter after which ${term("black box")} and ${term("hypothesis")} differ, and`;

/** Why a learner conjectures, how it starts, and what it does with a counterexample, in both vocabularies. */
interface Way {
  readonly because: Said;
  readonly start: Said;
  readonly counterexample: Said;
}

const OTHER: Way = {
  because: say`Every ${term("arc")} has a target, and no ${term("answer")} disagrees`,
  start: say`The learner looks for ${term("state", "states")} and for the targets of their ${term("arc", "arcs")}.`,
  counterexample: say`${SEARCH} the target of the ${term("arc")} there is looked for again.`,
};
const TREE: Way = {
  because: say`Every ${term("word")} has reached a leaf`,
  start: say`The ${term("word")} ε and its successors go down the tree.`,
  counterexample: say`${SEARCH} a leaf is split there.`,
};
const PLAIN: Readonly<Record<string, Way>> = {
  table: {
    because: say`Every ${term("row")} below the line is like the row of some ${term("state")}, and rows that are alike stay alike after every ${term("letter")}`,
    start: say`The learner knows nothing yet. It asks about the empty ${term("word")}, ε, and about every single ${term("letter")}.`,
    counterexample: say`the ${term("word")} and all its ${term("prefix", "beginnings")} move up, above the line.`,
  },
  tree: TREE,
};
const PAPER: Readonly<Record<string, Way>> = {
  table: {
    because: say`The matrix is ${term("closed")} and ${term("consistent")}`,
    start: say`${term("P")} and ${term("S")} contain only ε. The ${term("row", "rows")} of ε and of its successors are filled.`,
    counterexample: say`it joins ${term("P")} with all its ${term("prefix", "prefixes")}.`,
  },
  tree: TREE,
};

/** How the table of a machine starts: it writes nothing for ε. */
const MACHINE_START = say`The learner knows nothing yet. It asks what the machine writes for every single ${term("input")}.`;

/** Why a question is asked, and what came of a conjecture. */
export function explain(question: AnyQuestion, setting: Setting, walk: Walk | null = null): Explanation {
  const { alphabet, learner } = setting;
  const [plain, paper] = [PLAIN[learner] ?? OTHER, PAPER[learner] ?? OTHER];
  if (question.kind === "conjecture") {
    const { size } = question.hypothesis;
    return answered(explainConjecture(plain.because, paper.because, size), walk, setting.semifield);
  }
  const show = showing(alphabet);
  const count = question.batch.length;
  const isMachine = setting.answers === "runs";
  const starts = isMachine && learner === "table" ? { start: MACHINE_START } : {};
  const isBoolean = setting.semifield === "boolean";
  const plainly = inPlainWords(question.why, show, { ...plain, ...starts }, isBoolean, isMachine);
  const formally = inPaperWords(question.why, show, { ...paper, ...starts }, isMachine);
  return {
    plain: { ...plainly, sentence: say`${plainly.sentence} ${asked(count)}` },
    paper: { ...formally, sentence: say`${formally.sentence} ${queried(count)}` },
  };
}

/** Why a learner makes a conjecture, and of how many states. */
export function explainConjecture(plain: Said, paper: Said, size: number): Explanation {
  const states = countedTerm(size, "state");
  const drawn =
    size === 0 ? say`the ${term("automaton")} without states` : say`an ${term("automaton")} with ${states}`;
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

/** How many words are asked, in plain words and in those of the paper. */
export function asked(words: number): Said {
  return say`It asks about ${countedTerm(words, "word")}.`;
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
        title: "An empty row comes alive",
        sentence: isBoolean
          ? say`The ${term("row")} of ${word} is all ✗, so it has no ${term("state")} yet. But ${whole}, which begins with ${word}, is ✓. So the ${term("suffix", "ending")} ${ending} becomes a new ${term("column")}: there, the row of ${word} has a ✓.`
          : say`Nothing in the ${term("row")} of ${word} has a ${term("weight")}, so it has no ${term("state")} yet. But ${whole}, which begins with ${word}, has one. So the ${term("suffix", "ending")} ${ending} becomes a new ${term("column")}.`,
      };
    }
    case "counterexample":
      return {
        title: "Counterexample",
        sentence: say`${show(why.word)} shows that the automaton is wrong, so it is a ${term("counterexample")}: ${way.counterexample}`,
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

function inPaperWords(why: Reason, show: Show, way: Way, isMachine: boolean): Saying {
  switch (why.kind) {
    case "start":
      return { title: "Start", sentence: way.start };
    case "unclosed":
      return {
        title: "Not closed",
        sentence: isMachine
          ? say`The ${term("row")} of ${show(why.prefix)} equals no row in ${term("P")}. So ${show(why.prefix)} joins P: a new ${term("state")}.`
          : say`The ${term("row")} of ${show(why.prefix)} is not ${term("null row", "null")}, and ${term("homothetic")} to no row in ${term("P")}. So ${show(why.prefix)} joins P: a new ${term("state")}.`,
      };
    case "inconsistent":
      return {
        title: "Not consistent",
        sentence: say`${show(why.prefixes[0])} and ${show(why.prefixes[1])} ${isMachine ? say`have equal ${term("row", "rows")}` : say`are ${term("homothetic")}`}, but after ${show([why.letter])} their ${isMachine ? "" : say`${term("scale", "scaled")} `}${term("row", "rows")} differ in the ${term("column")} ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins ${term("S")}.`,
      };
    case "revived":
      return {
        title: "Not consistent",
        sentence: say`The ${term("row")} of ${show(why.prefix)} is ${term("null row", "null")}, but its successor on ${show([why.letter])} is not zero in the ${term("column")} ${show(why.suffix)}. So ${show([why.letter, ...why.suffix])} joins ${term("S")}.`,
      };
    case "counterexample":
      return {
        title: "Counterexample",
        sentence: say`${show(why.word)} is a ${term("counterexample")}: ${way.counterexample}`,
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
