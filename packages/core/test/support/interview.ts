/** Runs a learner against a teacher, question by question, with a full record and a limit on the number of questions. */

import {
  type Alphabet,
  type Answer,
  type Automaton,
  type GroupWithZero,
  type Kind,
  type Learner,
  type Question,
  TableLearner,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { bytes } from "./drafts.ts";

/** A learner under test: its name, and how to make one. */
export interface Subject {
  readonly name: string;
  /** `kind`: what answers, if the learner is to know more than that it weighs words. */
  make<W>(algebra: GroupWithZero<W>, alphabet: Alphabet, kind?: Kind<W>): Learner<W>;
}

export interface Conjecture<W> {
  readonly hypothesis: Wdfsa<W>;
  /** The number of states that the learner reported. */
  readonly states: number;
  /** P ∪ PΣ, P and S, if the learner has a table. */
  readonly table: { readonly rows: Word[]; readonly prefixes: Word[]; readonly suffixes: Word[] } | undefined;
}

export interface Interview<W> {
  readonly result: Wdfsa<W>;
  readonly conjectures: readonly Conjecture<W>[];
  /** All words in the order of the questions. */
  readonly asked: readonly Word[];
  /** All answers by word. */
  readonly answers: ReadonlyMap<string, W>;
  /** Every question as a line of text. */
  readonly transcript: readonly string[];
}

/** More questions than any target of the tests needs. */
const MAX_STEPS = 10_000;

export interface InterviewOptions<W> {
  /** A learner with more states fails the test; most targets of the tests have fewer. */
  readonly maxStates?: number;
  /** Does the learner know that the teacher is a machine? */
  readonly informed?: boolean;
  /** Called with every question before it is answered. */
  readonly watch?: (learner: Learner<W>, question: Question<W>) => void;
}

export function interview<W>(
  subject: Subject,
  teacher: Teacher<W>,
  { maxStates = 60, informed = false, watch }: InterviewOptions<W> = {},
): Interview<W> {
  const learner = subject.make(teacher.kind.algebra, teacher.alphabet, informed ? teacher.kind : undefined);
  const conjectures: Conjecture<W>[] = [];
  const asked: Word[] = [];
  const answers = new Map<string, W>();
  const transcript: string[] = [];
  const run = learner.run();
  let step = run.next();
  for (let steps = 0; step.done !== true; steps++) {
    if (steps >= MAX_STEPS) throw new Error(`${subject.name} still asks after ${MAX_STEPS} steps`);
    if (learner.states > maxStates) throw new Error(`${subject.name} reports ${learner.states} states`);
    const question = step.value;
    watch?.(learner, question);
    transcript.push(line(question));
    let answer: Answer<W>;
    if (question.kind === "weigh") {
      const weights = teacher.weigh(question.batch.words);
      question.batch.words.forEach((word, i) => answers.set(word.join(), weights?.[i]));
      asked.push(...question.batch.words);
      answer = { kind: "weights", weights };
    } else {
      conjectures.push({ hypothesis: question.hypothesis, states: learner.states, table: table(learner) });
      answer = { kind: "verdict", counterexample: verdictOf(teacher, question.hypothesis) };
    }
    step = run.next(answer);
  }
  return { result: step.value, conjectures, asked, answers, transcript };
}

/** A question as text, for comparisons. */
export function line<W>(question: Question<W>): string {
  if (question.kind === "conjecture") return `conjecture ${bytes(question.hypothesis)}`;
  return `weigh ${question.batch.words.map((word) => `[${word.join()}]`).join(" ")}`;
}

function table<W>(learner: Learner<W>): Conjecture<W>["table"] {
  if (!(learner instanceof TableLearner)) return undefined;
  const { hankel } = learner as TableLearner<W>;
  return {
    rows: Array.from({ length: hankel.rows }, (_, row) => hankel.word(row)),
    prefixes: hankel.prefixes.map((row) => hankel.word(row)),
    suffixes: [...hankel.suffixes],
  };
}

/** The verdict of a teacher as it gives it, also if that is none. */
export function verdictOf<W>(teacher: Teacher<W>, hypothesis: Automaton<W>): Word | null {
  return teacher.findCounterexample === undefined ? null : teacher.findCounterexample(hypothesis);
}
