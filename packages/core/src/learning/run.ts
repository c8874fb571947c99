import { HankelError } from "../errors.ts";
import type { Word } from "../words/word.ts";
import { type DriveOptions, Driver, type TeacherQuestion } from "./driver.ts";
import type { Learned } from "./learned.ts";
import type { Answer, AsyncTeacher, Learner, Teacher } from "./protocol.ts";

/** Learns from a teacher that answers at once. */
export function runLearner<W>(
  learner: Learner<W>,
  teacher: Teacher<W>,
  options: DriveOptions<W> = {},
): Learned<W> {
  const driver = new Driver(learner, teacher, options);
  let question = driver.next();
  while (question !== undefined) {
    let answer: Answer<W>;
    try {
      answer = ask(teacher, question) as Answer<W>;
    } catch (error) {
      driver.fail(error);
      break;
    }
    question = driver.next(answer);
  }
  return driver.learned;
}

/** Options of a run with a teacher that may take its time. */
export interface AsyncDriveOptions<W> extends DriveOptions<W> {
  /** Lets the event loop handle other things, such as signals; awaited once per `slice`. */
  readonly pause?: (() => Promise<unknown>) | undefined;
  /** How long a run may keep the process to itself, in milliseconds; 50 by default. */
  readonly slice?: number | undefined;
}

/** Learns from a teacher that may take its time. */
export async function runLearnerAsync<W>(
  learner: Learner<W>,
  teacher: AsyncTeacher<W>,
  options: AsyncDriveOptions<W> = {},
): Promise<Learned<W>> {
  const { pause, slice = 50, clock = Date.now } = options;
  const driver = new Driver(learner, teacher, options);
  let since = pause === undefined ? 0 : clock();
  let question = driver.next();
  while (question !== undefined) {
    let answer: Answer<W>;
    try {
      const given = ask(teacher, question);
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
function ask<W>(teacher: AsyncTeacher<W>, question: TeacherQuestion<W>): Answer<W> | Promise<Answer<W>> {
  switch (question.kind) {
    case "search":
      return wrap(teacher.findCounterexample(question.hypothesis), asVerdict);
    case "sample":
      if (teacher.draw === undefined) throw new HankelError("usage", "the teacher cannot draw words");
      return wrap(teacher.draw(question.count, question.seed), asSamples);
    case "weigh":
      return wrap(teacher.weigh(question.words, "learn"), asWeights<W>);
    default:
      return wrap(teacher.weigh(question.words, question.kind), asWeights<W>);
  }
}

const asWeights = <W>(weights: ArrayLike<W>): Answer<W> => ({ kind: "weights", weights });
const asVerdict = (counterexample: Word | null): Answer<never> => ({ kind: "verdict", counterexample });
const asSamples = (words: readonly Word[]): Answer<never> => ({ kind: "samples", words });

function wrap<T, W>(value: T | Promise<T>, as: (value: T) => Answer<W>): Answer<W> | Promise<Answer<W>> {
  return isPromise(value) ? value.then(as) : as(value);
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
