import { minimize } from "../automata/minimal/minimize.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Answer, AsyncTeacher, Learner, LearnerRun, Question, Teacher } from "./protocol.ts";

/** What a run costs. */
export interface Statistics {
  /** Of the result, or of the best hypothesis. */
  readonly states: number;
  readonly arcs: number;
  /**
   * Degrees of freedom of the weights: no learner can always do with fewer questions (docs/theory.md §7). Undefined
   * where 1 is the only non-zero weight.
   */
  readonly dof: number | undefined;
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

/** What a run gives: the automaton, how it ended, and what it cost. */
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

/** Options of a run, whatever the learner. */
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
  const watch = new Watch(learner, options);
  const run: LearnerRun<W> = learner.run();
  let step = run.next();
  while (step.done !== true) {
    const question = step.value;
    if (watch.stops(question)) return watch.stopped();
    const answer = yield question;
    watch.heard(question, answer);
    step = run.next(answer);
  }
  return watch.accepted(step.value);
}

/** Learns from a teacher that answers at once. A loop of its own: of a word a question a generator more is a tenth of the time. */
export function runLearner<W>(
  learner: Learner<W>,
  teacher: Teacher<W>,
  options: DriveOptions<W> = {},
): Learned<W> {
  const watch = new Watch(learner, options);
  const run: LearnerRun<W> = learner.run();
  let step = run.next();
  while (step.done !== true) {
    const question = step.value;
    if (watch.stops(question)) return watch.stopped();
    const answer: Answer<W> =
      question.kind === "weigh"
        ? { kind: "weights", weights: teacher.weigh(question.words) }
        : { kind: "verdict", counterexample: teacher.findCounterexample(question.hypothesis) };
    watch.heard(question, answer);
    step = run.next(answer);
  }
  return watch.accepted(step.value);
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

/** Counts what a run costs, and says when a budget ends it. */
class Watch<W> {
  readonly #learner: Learner<W>;
  readonly #options: DriveOptions<W>;
  readonly #costs: Costs = { questions: 0, rounds: 0, symbols: 0, equivalences: 0 };
  readonly #clock: () => number;
  readonly #start: number;
  #outcome: Outcome = "accepted";
  #reason = "";

  constructor(learner: Learner<W>, options: DriveOptions<W>) {
    this.#learner = learner;
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#start = this.#clock();
  }

  /** Does the run end before this question? If not, the question is counted. */
  stops(question: Question<W>): boolean {
    const { maxStates, maxQuestions = MAX_QUESTIONS, maxSeconds, cancelled } = this.#options;
    const { questions } = this.#costs;
    const asked = question.kind === "weigh" ? question.words.length : 0;
    if (cancelled?.() === true) return this.#stop("cancelled", "cancelled");
    if (maxStates !== undefined && this.#learner.states > maxStates) {
      const { states } = this.#learner;
      return this.#stop(
        "budget",
        `the language has more than ${maxStates} states (${states} told apart so far)`,
      );
    }
    if (questions + asked > maxQuestions) {
      return this.#stop(
        "budget",
        `the next batch would go beyond ${maxQuestions} questions (${questions} asked so far)`,
      );
    }
    if (maxSeconds !== undefined && (this.#clock() - this.#start) / 1000 > maxSeconds) {
      return this.#stop("budget", `more than ${maxSeconds} seconds have passed`);
    }
    count(question, this.#costs);
    return false;
  }

  #stop(outcome: Outcome, reason: string): true {
    this.#outcome = outcome;
    this.#reason = reason;
    return true;
  }

  heard(question: Question<W>, answer: Answer<W>): void {
    this.#options.observe?.(question, answer, this.#costs);
  }

  stopped(): Learned<W> {
    return this.accepted(minimize(this.#learner.hypothesis()));
  }

  accepted(automaton: Wdfsa<W>): Learned<W> {
    const { size: states, arcs, dof } = automaton;
    const statistics = { states, arcs, dof, ...this.#costs };
    return { automaton, outcome: this.#outcome, reason: this.#reason, statistics };
  }
}

function count<W>(question: Question<W>, costs: Costs): void {
  if (question.kind === "conjecture") {
    costs.equivalences++;
    return;
  }
  const { words } = question;
  costs.rounds++;
  costs.questions += words.length;
  for (let i = 0; i < words.length; i++) costs.symbols += words[i].length;
}
