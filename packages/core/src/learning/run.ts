import type { Automaton } from "../automata/convert.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError } from "../errors.ts";
import type { Batch } from "../words/batch.ts";
import type { Word } from "../words/word.ts";
import { type DriveOptions, Driver, type TeacherQuestion } from "./driver.ts";
import type { Learned } from "./learned.ts";
import type { Answer, AsyncTeacher, Learner, Purpose, Teacher, Weighed } from "./protocol.ts";

/**
 * Learns from a teacher that answers at once.
 *
 * @example
 * const teacher = exactTeacher(fromExpression("(ab)*", boolean));
 * const learned = runLearner(new TreeLearner(boolean, new Alphabet("ab")), teacher, { maxStates: 10 });
 * console.log(learned.outcome); // accepted
 */
export function runLearner<W, A = W, H extends Automaton<W> = Wdfsa<W>>(
  learner: Learner<W, A, H>,
  teacher: Teacher<W, A>,
  options: DriveOptions<W, A, H> = {},
): Learned<W, H> {
  const driver = new Driver(learner, teacher, options);
  let question = driver.next();
  // One function for all questions, of which there may be millions.
  const askIt = () => ask(teacher, question as TeacherQuestion<W>);
  while (question !== undefined) {
    let answer: Answer<A>;
    try {
      const given = driver.interruptible(askIt);
      if (isPromise(given)) throw answersLater(given);
      answer = given;
    } catch (error) {
      driver.fail(error);
      break;
    }
    question = driver.next(answer);
  }
  return driver.learned;
}

/** The error for a teacher that should have answered at once. Nobody waits for its answer, so nobody may hear that it failed. */
function answersLater(answer: Promise<unknown>): HankelError {
  answer.catch(() => undefined);
  return new HankelError("usage", "the teacher answers with a promise; learn from it with learnAsync");
}

/** Options of a run with a teacher that may take its time. */
export interface AsyncDriveOptions<W, A = W, H extends Automaton<W> = Wdfsa<W>>
  extends DriveOptions<W, A, H> {
  /** Lets the event loop handle other things, such as signals; awaited once per `slice`. */
  readonly pause?: (() => Promise<unknown>) | undefined;
  /** How long a run may keep the process to itself, in milliseconds; 50 by default. */
  readonly slice?: number | undefined;
}

/**
 * Learns from a teacher that may take its time.
 *
 * @example
 * const teacher = exactTeacher(fromExpression("(ab)*", boolean));
 * const learned = await runLearnerAsync(new TreeLearner(boolean, new Alphabet("ab")), teacher);
 * console.log(learned.automaton.size); // 2
 */
export async function runLearnerAsync<W, A = W, H extends Automaton<W> = Wdfsa<W>>(
  learner: Learner<W, A, H>,
  teacher: AsyncTeacher<W, A>,
  options: AsyncDriveOptions<W, A, H> = {},
): Promise<Learned<W, H>> {
  const { pause, slice = 50, clock = Date.now } = options;
  const driver = new Driver(learner, teacher, options);
  let since = pause === undefined ? 0 : clock();
  let question = driver.next();
  const askIt = () => ask(teacher, question as TeacherQuestion<W>);
  while (question !== undefined) {
    let answer: Answer<A>;
    try {
      const given = driver.interruptible(askIt);
      // Awaiting an answer that is already there would cost a turn of the event loop.
      answer = isPromise(given) ? await given : given;
    } catch (error) {
      driver.fail(error);
      break;
    }
    if (pause !== undefined && clock() - since >= slice) {
      await pause();
      since = clock();
    }
    question = driver.next(answer);
  }
  return driver.learned;
}

/** Puts a question to a teacher. */
function ask<W, A>(
  teacher: AsyncTeacher<W, A>,
  question: TeacherQuestion<W>,
): Answer<A> | Promise<Answer<A>> {
  switch (question.kind) {
    case "search":
      if (teacher.findCounterexample === undefined) return asVerdict(null);
      return wrap(teacher.findCounterexample(question.hypothesis), asVerdict);
    case "sample":
      if (teacher.draw === undefined) throw new HankelError("usage", "the teacher cannot draw words");
      return wrap(teacher.draw(question.count, question.seed), asSamples);
    case "weigh":
      return askBatch(teacher, question.batch, "learn");
    default:
      return askBatch(teacher, question.batch, question.kind, question.states);
  }
}

function askBatch<W, A>(
  teacher: AsyncTeacher<W, A>,
  batch: Batch,
  purpose: Purpose,
  states = false,
): Answer<A> | Promise<Answer<A>> {
  if (teacher.answer !== undefined) return wrap(teacher.answer(batch, purpose, states), asWeighed<A>);
  if (states) throw new HankelError("usage", "the teacher gives no states");
  return wrap(teacher.weigh(batch.words), asWeights<A>);
}

const asWeights = <A>(weights: ArrayLike<A>): Answer<A> => ({ kind: "weights", weights });
/** Weights that the memory of who asked has been told are put together only for those who read them. */
function asWeighed<A>(weighed: Weighed<A>): Answer<A> {
  if (weighed.told !== undefined) return new ToldAnswer(weighed);
  const { weights, states } = weighed;
  return states === undefined ? { kind: "weights", weights } : { kind: "weights", weights, states };
}

class ToldAnswer<A> {
  readonly kind = "weights";
  readonly #weighed: Weighed<A>;

  constructor(weighed: Weighed<A>) {
    this.#weighed = weighed;
  }

  get told(): object | undefined {
    return this.#weighed.told;
  }

  get weights(): ArrayLike<A> {
    return this.#weighed.weights;
  }
}
const asVerdict = (counterexample: Word | null): Answer<never> => ({ kind: "verdict", counterexample });
const asSamples = (words: readonly Word[]): Answer<never> => ({ kind: "samples", words });

function wrap<T, A>(value: T | Promise<T>, as: (value: T) => Answer<A>): Answer<A> | Promise<Answer<A>> {
  return isPromise(value) ? value.then(as) : as(value);
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
