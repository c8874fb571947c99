/** The headings of the page in plain words and in those of the paper. Each is a term of the glossary. */

import type { Vocabulary } from "./say.ts";

interface Heading {
  readonly plain: string;
  readonly paper: string;
  readonly term: string;
}

export const HEADINGS = {
  matrix: { plain: "What is known", paper: "Hankel matrix", term: "Hankel matrix" },
  hypothesis: { plain: "The automaton so far", paper: "Hypothesis", term: "hypothesis" },
  result: { plain: "What was learned", paper: "Learned automaton", term: "automaton" },
  target: { plain: "What was inside the black box", paper: "Target", term: "target" },
  prefixes: { plain: "above the line", paper: "in P", term: "P" },
  suffix: { plain: "ending", paper: "in S", term: "S" },
  suffixes: { plain: "endings", paper: "in S", term: "S" },
  questions: { plain: "question", paper: "membership query", term: "question" },
  conjectures: { plain: "guess", paper: "equivalence query", term: "equivalence question" },
} as const satisfies Readonly<Record<string, Heading>>;

export function headingOf(name: keyof typeof HEADINGS, vocabulary: Vocabulary): string {
  return HEADINGS[name][vocabulary];
}
