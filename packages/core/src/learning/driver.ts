import type { Automaton } from "../automata/convert.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError, messageOf } from "../errors.ts";
import { Interruption, interruptible } from "../interruption.ts";
import type { Batch } from "../words/batch.ts";
import { accountOf, type Best, BestSoFar } from "./best-so-far.ts";
import { type Evidence, evidenceOfGrowth, Growth, gatherEvidence } from "./evidence.ts";
import { type Costs, type Learned, type Outcome, outcomeOf, wasStopped } from "./learned.ts";
import { type LimitOptions, Limits } from "./limits.ts";
import { checkPrices, costOf, type PriceOptions, type Prices } from "./prices.ts";
import {
  type Answer,
  answerOf,
  type Examination,
  type ExaminationQuestion,
  type Learner,
  type LearnerRun,
  type Purpose,
  type Question,
  type TeacherBase,
} from "./protocol.ts";

/** Options of a run with any learner. */
export interface DriveOptions<W, A = W, H extends Automaton<W> = Wdfsa<W>>
  extends LimitOptions,
    PriceOptions {
  /** Called with each question of the learner before it is answered. A watcher cannot change anything. */
  readonly announce?: ((question: Question<W, H>, costs: Readonly<Costs>) => void) | undefined;
  /** Called with each question of the learner and its answer. */
  readonly observe?:
    | ((question: Question<W, H>, answer: Answer<A>, costs: Readonly<Costs>) => void)
    | undefined;
  /** Called before each question, and now and then while something is computed; the run ends when it returns true. */
  readonly cancelled?: (() => boolean) | undefined;
  /**
   * Called while something is computed, before `cancelled`. A thread that computes hears nothing by itself: here it may look
   * whether it was sent a message.
   */
  readonly hear?: (() => void) | undefined;
  /**
   * Called with each automaton that would be the result if the run were ended in its next computation: with every
   * conjecture, before it is examined, and between two of them now and then with a hypothesis, which nobody examines.
   */
  readonly best?: ((automaton: H, conjectured: boolean) => void) | undefined;
}

/** What a driver asks a teacher. In place of a conjecture it asks the questions that examine it. */
export type TeacherQuestion<W> = Exclude<Question<W>, { kind: "conjecture" }> | ExaminationQuestion<W>;

/**
 * Steps a learner, and the examinations of its conjectures, from question to question. It counts what a run costs, keeps
 * the budgets, calls the watchers, and can be cancelled. However a run ends, there is a result: `learned`. Two loops put
 * the questions to a teacher: `runLearner` and `runLearnerAsync`.
 *
 * @example
 * const teacher = exactTeacher(fromExpression("(ab)*", boolean));
 * const driver = new Driver(new TableLearner(boolean, new Alphabet("ab")), teacher);
 * const question = driver.next();
 * console.log(question?.kind); // weigh
 */
export class Driver<W, A = W, H extends Automaton<W> = Wdfsa<W>> {
  readonly #learner: Learner<W, A, H>;
  readonly #teacher: TeacherBase<W, A>;
  readonly #options: DriveOptions<W, A, H>;
  readonly #run: LearnerRun<W, A, H>;
  readonly #costs: Costs = { questions: 0, rounds: 0, symbols: 0, cost: 0, equivalences: 0, tests: 0 };
  readonly #growth = new Growth();
  readonly #limits: Limits;
  readonly #prices: Prices;
  /** How many answers have been asked for, those before the run included. */
  #spent: number;
  /** How many weights the learner has been given. */
  #answers = 0;
  /** The question of the learner that waits for its answer. */
  #question: Question<W, H> | undefined;
  /** The examination of its conjecture, while it runs; before the learner begins, what its teacher asks by itself. */
  #examination: Examination<W, A> | undefined;
  #isPreparing: boolean;
  /** How many words were tested before it. */
  #testsBefore = 0;
  /** The answer that the next step takes. */
  #given: Answer<A> | undefined;
  #lastConjecture: H | undefined;
  readonly #best: BestSoFar<W, A, H>;
  /** May the run be ended within a computation? */
  readonly #ends: boolean;
  /** Was the learner ended within a step? Then what it knows may be half changed, and it is not asked for a hypothesis. */
  #broken = false;
  #learned: Learned<W, H> | undefined;

  constructor(learner: Learner<W, A, H>, teacher: TeacherBase<W, A>, options: DriveOptions<W, A, H> = {}) {
    this.#learner = learner;
    this.#teacher = teacher;
    this.#options = options;
    this.#run = learner.run();
    this.#examination = teacher.prepare?.();
    this.#isPreparing = this.#examination !== undefined;
    this.#prices = checkPrices(options.prices);
    this.#spent = teacher.answered ?? 0;
    // Where automata are only near the target, the learner keeps to the number of states itself.
    const maxStates = teacher.kind.approximate ? undefined : options.maxStates;
    this.#limits = new Limits({ ...options, maxStates }, learner);
    this.#best = new BestSoFar(learner, this.#limits, options.best);
    this.#ends = [options.maxSeconds, options.cancelled, options.best].some((way) => way !== undefined);
  }

  /** Takes the answer to the last question and returns the next one; undefined when the run is over. */
  next(answer?: Answer<A>): TeacherQuestion<W> | undefined {
    try {
      this.#given = answer;
      const question = this.interruptible(this.#step);
      return question === undefined ? undefined : this.#permit(question);
    } catch (error) {
      const outcome = outcomeOf(error, this.#learner.algebra.exact);
      if (outcome === undefined) throw error;
      this.#end(outcome, messageOf(error), error);
      return undefined;
    }
  }

  /** Computes something that ends with an `Interruption` when the run should end: a step of it, or the answer of a teacher. */
  interruptible<T>(compute: () => T): T {
    return interruptible(this.#look, compute);
  }

  /** Ends the run because the teacher threw something instead of answering. */
  fail(error: unknown): void {
    const reason = messageOf(error);
    // A teacher that was told to stop because the time is up reports only that it was stopped.
    const late = this.#limits.late();
    if (!wasStopped(error))
      this.#end(outcomeOf(error, this.#learner.algebra.exact) ?? "failed", reason, error);
    else if (late !== undefined) this.#end("budget", late);
    else this.#end("cancelled", reason, error);
  }

  /** What the run ended with. */
  get learned(): Learned<W, H> {
    if (this.#learned === undefined) throw new HankelError("usage", "the run is not over");
    return this.#learned;
  }

  /** Gives the learner its answer. Returns its next question, or the first one that examines its conjecture. */
  #learn(answer: Answer<A> | undefined): TeacherQuestion<W> | undefined {
    if (answer !== undefined) {
      this.#answers = this.#costs.questions;
      this.#options.observe?.(this.#question as Question<W, H>, answer, this.#costs);
    }
    this.#broken = true;
    const step = this.#run.next(answer as Answer<A>);
    this.#broken = false;
    if (step.done === true) {
      this.#learned = this.#result({ automaton: step.value, ...accountOf(this.#learner) }, "accepted", "");
      return undefined;
    }
    const question = step.value;
    this.#question = question;
    if (this.#growth.isDue(this.#answers)) this.#growth.note(this.#answers, this.#learner.states);
    if (question.kind === "weigh") {
      if (this.#ends) this.#best.note();
      return question;
    }
    const { hypothesis } = question;
    this.#lastConjecture = hypothesis;
    this.#best.conjectured(hypothesis);
    this.#testsBefore = this.#costs.tests;
    this.#options.announce?.(question, this.#costs);
    this.#examination =
      this.#teacher.examine?.(hypothesis, this.#costs.equivalences) ?? searchCounterexample(hypothesis);
    return this.#examine(undefined);
  }

  /** Gives the examination its answer. Returns its next question, or, at its end, the learner's. */
  #examine(answer: Answer<A> | undefined): TeacherQuestion<W> | undefined {
    const step = (this.#examination as Examination<W, A>).next(answer as Answer<A>);
    if (step.done !== true) return step.value;
    this.#examination = undefined;
    if (this.#isPreparing) {
      this.#isPreparing = false;
      return this.#learn(undefined);
    }
    this.#costs.equivalences++;
    return this.#learn({ kind: "verdict", counterexample: step.value });
  }

  /** The question, if it may be asked; undefined when the run is over. Words that are asked are counted. */
  #permit(question: TeacherQuestion<W>): TeacherQuestion<W> | undefined {
    if (this.#stops()) return undefined;
    if (question.kind === "search" || question.kind === "sample") return question;
    const purpose = question.kind === "weigh" ? "learn" : question.kind;
    const states = question.kind === "test" && question.states === true;
    // A word may have taken more answers than it was said to cost.
    this.#spent = Math.max(this.#spent, this.#teacher.answered ?? 0);
    let { batch } = question;
    let cost = this.#cost(batch, purpose, states);
    if (this.#spent + cost > this.#limits.maxQuestions) {
      // A learner needs its whole batch; a test tries as many words as the budget allows.
      batch = batch.first(purpose === "test" ? this.#affordable(batch, states) : 0);
      cost = this.#cost(batch, purpose, states);
      if (batch.length === 0) return this.#end("budget", this.#limits.beyond(this.#spent));
    }
    this.#spent += cost;
    this.#count(batch, purpose);
    if (question.kind !== "weigh") return { kind: question.kind, batch, ...(states && { states }) };
    this.#options.announce?.(question, this.#costs);
    return question;
  }

  #cost(batch: Batch, purpose: Purpose, states: boolean): number {
    return this.#teacher.cost === undefined ? batch.length : this.#teacher.cost(batch, purpose, states);
  }

  /** How many of these words the budget allows, from the first one on. */
  #affordable(batch: Batch, states: boolean): number {
    let [low, high] = [0, batch.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const cost = this.#cost(batch.first(middle), "test", states);
      if (this.#spent + cost <= this.#limits.maxQuestions) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #count(batch: Batch, purpose: Purpose): void {
    const costs = this.#costs;
    if (purpose === "test") costs.tests += batch.length;
    if (purpose !== "learn") return;
    costs.rounds++;
    costs.questions += batch.length;
    costs.symbols += batch.letters;
    costs.cost = costOf(costs.questions, costs.symbols, this.#prices);
  }

  /** Is the run over before the next question? */
  #stops(): boolean {
    if (this.#options.cancelled?.() === true) this.#end("cancelled", "cancelled");
    else {
      const reached = this.#limits.reached();
      if (reached !== undefined) this.#end("budget", reached);
    }
    return this.#learned !== undefined;
  }

  /** Gives the learner, or the examination, its answer. This and `#look` are one function each for all steps of a run. */
  readonly #step = (): TeacherQuestion<W> | undefined =>
    this.#examination === undefined ? this.#learn(this.#given) : this.#examine(this.#given);

  /** Throws if the run should end. */
  readonly #look = (): void => {
    this.#options.hear?.();
    if (this.#options.cancelled?.() === true) throw new Interruption("cancelled", "cancelled");
    const late = this.#limits.late();
    if (late !== undefined) throw new Interruption("budget", late);
  };

  #end(outcome: Outcome, reason: string, thrown?: unknown): undefined {
    const error = thrown instanceof Interruption ? undefined : thrown;
    const best = this.#inTime(() => this.#bestNow(error !== undefined)) ?? this.#best.best;
    this.#learned = this.#result(best, outcome, reason, error);
  }

  /** Something that is computed at the end of a run. Once the run should have ended there is little time for it; undefined if it takes longer. */
  #inTime<T>(compute: () => T): T | undefined {
    const { now } = this.#limits;
    let end: number | undefined;
    const look = () => {
      this.#options.hear?.();
      if (end === undefined) {
        const due = this.#options.cancelled?.() === true || this.#limits.late() !== undefined;
        if (due) end = now() + CLOSING;
      } else if (now() > end) throw new Interruption("budget", "the end takes too long");
    };
    try {
      return interruptible(look, () => {
        look();
        return compute();
      });
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      return undefined;
    }
  }

  #result(best: Best<H>, outcome: Outcome, reason: string, error?: unknown): Learned<W, H> {
    const { size: states, arcs, dof } = best.automaton;
    const { tests, ...costs } = this.#costs;
    const accepted = outcome === "accepted";
    const evidence = accepted ? undefined : this.#evidence();
    return {
      ...best,
      outcome,
      reason,
      statistics: { states, arcs, dof, ...costs },
      tests,
      evidence,
      error,
    };
  }

  /** What the answers of an unfinished run show. */
  #evidence(): Evidence {
    // While a conjecture is tested, no states can be found.
    const tested = this.#examination === undefined ? 0 : this.#costs.tests - this.#testsBefore;
    this.#growth.note(this.#answers, this.#learner.states);
    const { points } = this.#growth;
    return (
      this.#inTime(() => gatherEvidence(this.#learner, points, tested)) ??
      evidenceOfGrowth(this.#learner, points, tested)
    );
  }

  /**
   * The best automaton so far. One that is only near the target is not brought into canonical form; nor is a large one, so
   * that a run ends soon after it is told to. Minimising it, or even building it, can fail where weights are floats or the
   * answers contradict each other: then it is the hypothesis as it stands, or the last one that was conjectured. A run that
   * found a state too many gives the hypothesis without it, or, where no state can be left out, the last conjecture.
   */
  #bestNow(failed: boolean): Best<H> {
    if (this.#broken && !failed && this.#learner.steady !== true) return this.#best.best;
    return { automaton: this.#hypothesisNow(failed), ...accountOf(this.#learner) };
  }

  #hypothesisNow(failed: boolean): H {
    const { algebra, alphabet, form } = this.#learner;
    const { kind } = this.#teacher;
    const fallible = failed || !algebra.exact;
    try {
      const { maxStates } = this.#limits;
      const over = this.#learner.states > maxStates;
      const known = (over && form.ranked ? this.#lastConjecture : undefined) ?? this.#learner.hypothesis();
      const unfinished = over ? form.within(known, maxStates) : known;
      const hypothesis = form.complete(kind, unfinished, this.#lastConjecture, this.#learner.answers());
      const large = form.weights(hypothesis.size, alphabet.size) > LARGE;
      if (kind.approximate || large) return hypothesis;
      try {
        const canonical = form.canonical(hypothesis);
        // Where no way to a final state is known yet, nothing would be left of the states that were found.
        return canonical.size === 0 && this.#learner.states > 0 ? hypothesis : canonical;
      } catch (error) {
        // There is no time left to bring it into its form, but it is there.
        if (!fallible && !(error instanceof Interruption)) throw error;
        return hypothesis;
      }
    } catch (error) {
      if (!fallible || error instanceof Interruption) throw error;
      return this.#lastConjecture ?? form.zero(algebra, alphabet);
    }
  }
}

/** How long the end of a run may compute once the run should have ended, in milliseconds; then the best automaton so far has to do. */
const CLOSING = 500;

/** Bringing so many weights into canonical form takes about a second if they are long fractions. */
const LARGE = 100_000;

/**
 * The examination by a teacher that finds counterexamples itself.
 *
 * @example
 * const examination = searchCounterexample<boolean>(minimize(fromExpression("a*", boolean)));
 * console.log(examination.next().done); // false
 */
export function* searchCounterexample<W, A = W>(hypothesis: Automaton<W>): Examination<W, A> {
  return answerOf("verdict", yield { kind: "search", hypothesis }).counterexample;
}
