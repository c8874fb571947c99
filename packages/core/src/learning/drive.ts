import { minimize } from "../automata/minimize.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Answer, AsyncTeacher, Learner, LearnerRun, Question, Teacher } from "./protocol.ts";

/** What a run costs. */
export interface Statistics {
  /** Of the result, or of the best hypothesis. */
  readonly states: number;
  readonly arcs: number;
  /** Degrees of freedom: what no learner can always do with fewer questions (docs/theory.md §7). */
  readonly dof: number;
  /** Words weighed. */
  readonly questions: number;
  /** Batches of words: what a slow teacher feels. */
  readonly rounds: number;
  /** Letters in all words weighed. */
  readonly symbols: number;
  /** Conjectures. */
  readonly equivalences: number;
}

/** How a run ended: the teacher accepted the automaton, or a limit or the caller stopped it before. */
export type Outcome = "accepted" | "budget" | "cancelled";

export interface Learned<W> {
  readonly automaton: Wdfsa<W>;
  readonly outcome: Outcome;
  /** Which limit was met, in words; empty when the run was accepted. */
  readonly reason: string;
  readonly statistics: Statistics;
}

/** The answers of so many questions take two to three gigabytes. */
export const MAX_QUESTIONS = 2 ** 24;

/** Where a run ends that would go on. */
export interface Budget {
  readonly maxStates?: number;
  /** `MAX_QUESTIONS` unless given: a language without a finite automaton would fill the memory otherwise. */
  readonly maxQuestions?: number;
  readonly maxSeconds?: number;
}

export interface DriveOptions<W> extends Budget {
  /** Told of each question when its answer is there. */
  readonly observe?: (question: Question<W>, answer: Answer<W>, costs: Costs) => void;
  /** Asked before each question: stop here? */
  readonly cancelled?: () => boolean;
  /** Milliseconds; `Date.now` unless given. */
  readonly clock?: () => number;
}

/** The running counts. */
export interface Costs {
  questions: number;
  rounds: number;
  symbols: number;
  equivalences: number;
}

/**
 * A learner's run with its costs counted and its budget kept: again a generator of questions, so that drivers
 * stay loops of a few lines. When a budget ends the run, the result is the last hypothesis.
 */
export function* drive<W>(
  learner: Learner<W>,
  options: DriveOptions<W> = {},
): Generator<Question<W>, Learned<W>, Answer<W>> {
  const costs: Costs = { questions: 0, rounds: 0, symbols: 0, equivalences: 0 };
  const clock = options.clock ?? Date.now;
  const start = clock();
  const run: LearnerRun<W> = learner.run();
  let step = run.next();
  while (step.done !== true) {
    const question = step.value;
    const stop = whyStop(learner, question, costs, (clock() - start) / 1000, options);
    if (stop !== undefined) return { ...learned(minimize(learner.hypothesis()), costs), ...stop };
    count(question, costs);
    const answer = yield question;
    options.observe?.(question, answer, costs);
    step = run.next(answer);
  }
  return learned(step.value, costs);
}

function learned<W>(automaton: Wdfsa<W>, costs: Costs): Learned<W> {
  const { size: states, arcs, dof } = automaton;
  return { automaton, outcome: "accepted", reason: "", statistics: { states, arcs, dof, ...costs } };
}

/** Learns from a teacher that answers at once. */
export function runLearner<W>(
  learner: Learner<W>,
  teacher: Teacher<W>,
  options: DriveOptions<W> = {},
): Learned<W> {
  const run = drive(learner, options);
  let step = run.next();
  while (step.done !== true) {
    const question = step.value;
    step = run.next(
      question.kind === "weigh"
        ? { kind: "weights", weights: teacher.weigh(question.words) }
        : { kind: "verdict", counterexample: teacher.findCounterexample(question.hypothesis) },
    );
  }
  return step.value;
}

/** Learns from a teacher that may take its time. */
export async function runLearnerAsync<W>(
  learner: Learner<W>,
  teacher: AsyncTeacher<W>,
  options: DriveOptions<W> = {},
): Promise<Learned<W>> {
  const run = drive(learner, options);
  let step = run.next();
  while (step.done !== true) {
    const question = step.value;
    step = run.next(
      question.kind === "weigh"
        ? { kind: "weights", weights: await teacher.weigh(question.words) }
        : { kind: "verdict", counterexample: await teacher.findCounterexample(question.hypothesis) },
    );
  }
  return step.value;
}

function count<W>(question: Question<W>, costs: Costs): void {
  if (question.kind === "conjecture") {
    costs.equivalences++;
    return;
  }
  costs.rounds++;
  costs.questions += question.words.length;
  for (const word of question.words) costs.symbols += word.length;
}

function whyStop<W>(
  learner: Learner<W>,
  question: Question<W>,
  costs: Costs,
  seconds: number,
  options: DriveOptions<W>,
): { outcome: Outcome; reason: string } | undefined {
  const { maxStates, maxQuestions = MAX_QUESTIONS, maxSeconds } = options;
  const over = (limit: string) => ({ outcome: "budget" as const, reason: limit });
  if (options.cancelled?.() === true) return { outcome: "cancelled", reason: "cancelled" };
  if (maxStates !== undefined && learner.states > maxStates) {
    return over(`the language has more than ${maxStates} states (${learner.states} told apart so far)`);
  }
  const asked = question.kind === "weigh" ? question.words.length : 0;
  if (costs.questions + asked > maxQuestions) {
    return over(`the next batch would go beyond ${maxQuestions} questions (${costs.questions} asked so far)`);
  }
  if (maxSeconds !== undefined && seconds > maxSeconds) {
    return over(`more than ${maxSeconds} seconds have passed`);
  }
  return undefined;
}
