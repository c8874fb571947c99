/** The tour: what a newcomer should look at, on the run of the table learner on an even number of a's. */

import { type Said, say, term, type Vocabulary } from "./say.ts";

export interface Caption {
  readonly title: string;
  /** The step of the run, counted from 0. */
  readonly step: number;
  /** What is highlighted: the value of its attribute `data-tour`. */
  readonly light: "target" | "sentence" | "table" | "automaton" | "time";
  readonly said: Readonly<Record<Vocabulary, Said>>;
}

const both = (said: Said) => ({ plain: said, paper: said });

export const captions: readonly Caption[] = [
  {
    title: "A black box",
    step: 0,
    light: "target",
    said: both(
      say`Inside a ${term("black box")} is a machine that we cannot see. We give it a ${term("word")} and it answers ✓ or ✗. This one says ✓ when the word has an even number of a’s. The learner is not told so: it has to find out.`,
    ),
  },
  {
    title: "The table of answers",
    step: 0,
    light: "table",
    said: {
      plain: say`The learner writes the answers into a table. A ${term("row")} is the beginning of a word, a ${term("column")} its ending, and the cell is the answer to both joined. Where a ? stands, it is asking. ε is the empty word.`,
      paper: say`The learner fills a ${term("Hankel matrix")}: the ${term("row")} of a ${term("prefix")} p and the ${term("column")} of a ${term("suffix")} s meet in L(p·s). Where a ? stands, there is a membership ${term("question", "query")}. ε is the empty word.`,
    },
  },
  {
    title: "Rows that are alike",
    step: 1,
    light: "table",
    said: {
      plain: say`Above the line stand the words of ${term("state", "states")}, below it each of them with one ${term("letter")} more. The row of b is like the row of ε: so reading b leads back to the same state. The row of a is ${term("null row", "all ✗")}: nothing that begins with a is known to be right, so it has no state yet. A textbook would draw a dead end for it, the ${term("sink")}; here it is never drawn, nor counted.`,
      paper: say`Above the line stands ${term("P")}, below it PΣ. The rows of b and ε are ${term("homothetic")}: b leads back to the ${term("state")} of ε. The row of a is ${term("null row", "all ✗")}, and has no state: the ${term("sink")} of the textbooks is never drawn here, nor counted.`,
    },
  },
  {
    title: "A first guess",
    step: 1,
    light: "automaton",
    said: {
      plain: say`That is enough for an ${term("automaton")}, with one state. The learner asks: is this it? The answer is no, with a proof: aa is ✓ in the black box, but the automaton is lost after the first a. Such a word is a ${term("counterexample")}.`,
      paper: say`The matrix is ${term("closed")} and ${term("consistent")}: a ${term("conjecture")} with one state. The ${term("equivalence question", "equivalence query")} returns the ${term("counterexample")} aa.`,
    },
  },
  {
    title: "Rows move up",
    step: 3,
    light: "table",
    said: {
      plain: say`The word aa and its beginning a have moved up, above the line. Below it now stand aa and a with one letter more, and the learner asks about them. In other runs a row moves up for another reason: it is unlike the row of every state, so it must be a new one.`,
      paper: say`The counterexample joins ${term("P")} with its ${term("prefix", "prefixes")}: a and aa. In other runs a row joins P because the matrix is not ${term("closed")}: the row is ${term("homothetic")} to no row in P.`,
    },
  },
  {
    title: "A new ending",
    step: 4,
    light: "sentence",
    said: {
      plain: say`The row of a looks dead, and is not: it is all ✗, yet aa, which begins with a, is ✓. The ending that shows it, a, becomes a new column. Every step comes with a sentence that says what happens and why. Hover over a dotted word, or tap it, to see what it means.`,
      paper: say`The matrix is not ${term("consistent")}: the row of a is ${term("null row", "all ✗")}, and that of its successor aa is not. So a joins ${term("S")}. Every step comes with a sentence that says what happens and why. Hover over a dotted word, or tap it, for its definition.`,
    },
  },
  {
    title: "Two states",
    step: 5,
    light: "automaton",
    said: {
      plain: say`With two columns there are two different rows: ✓ ✗ for words with an even number of a’s, ✗ ✓ for the others. So there are two states. This guess is right.`,
      paper: say`There are now two classes of ${term("homothetic")} rows, so the next ${term("conjecture")} has two states. No ${term("counterexample")} exists.`,
    },
  },
  {
    title: "Found",
    step: 6,
    light: "time",
    said: both(
      say`At the end you can compare what was inside the black box with what was learned. Go through the run again with these buttons; a keyboard’s arrow keys do the same. Then choose another machine: in “The last but one is an a”, a row moves up by itself.`,
    ),
  },
];
