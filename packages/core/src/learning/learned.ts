/** The result of a run, and why it ended. */

import type { Automaton } from "../automata/convert.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import { Contradiction, HankelError } from "../errors.ts";
import { Interruption } from "../interruption.ts";
import type { Evidence } from "./evidence.ts";

/** The running counts. */
export interface Costs {
  /** Words weighed for the learner. */
  questions: number;
  /** Batches of these words: a slow teacher is waited for once per batch. */
  rounds: number;
  /** Letters in these words. */
  symbols: number;
  /** What these words cost, by the prices of the run. */
  cost: number;
  /** Conjectures that were answered. */
  equivalences: number;
  /** Words weighed to test conjectures. */
  tests: number;
}

/** What a run costs. */
export interface Statistics extends Readonly<Omit<Costs, "tests">> {
  /** Of the result, or of the best hypothesis. */
  readonly states: number;
  readonly arcs: number;
  /**
   * Degrees of freedom of the weights: no learner can always do with fewer questions (docs/theory.md, 7.4). Undefined
   * where 1 is the only non-zero weight.
   */
  readonly dof: number | undefined;
}

/**
 * How a run ended.
 *
 * - `accepted`: no counterexample to the automaton was found
 * - `budget`: a limit was reached
 * - `cancelled`: the caller, or the person who answers, asked to stop
 * - `failed`: the teacher failed or gave an invalid answer, or something else that the run needs failed
 * - `contradiction`: no language gives all of the answers
 * - `tolerance`: floating-point weights came too close together to be told apart, or left their range
 */
export type Outcome = "accepted" | "budget" | "cancelled" | "failed" | "contradiction" | "tolerance";

/** What a learner says of an automaton that it has found. */
export interface Account {
  /** How near it is to the target, in sentences, if it is only near it; empty if the learner says nothing. */
  readonly conclusion: string;
  /** What the learner had chosen when it gave this automaton, if it chooses: of a language model, the point of the curve. */
  readonly chosen: object | undefined;
}

/** The result of a run, however it ended. */
export interface Learned<W, H extends Automaton<W> = Wdfsa<W>> extends Account {
  /** The result, or the best automaton so far when the run was not accepted. */
  readonly automaton: H;
  readonly outcome: Outcome;
  /** Why the run ended, in words; empty when it was accepted. */
  readonly reason: string;
  readonly statistics: Statistics;
  /** Words weighed to test conjectures. */
  readonly tests: number;
  /** What the answers show about the language; undefined if the run was accepted. */
  readonly evidence: Evidence | undefined;
  /** What was thrown, if an error ended the run. */
  readonly error: unknown;
}

/**
 * What `learn` and `learnAsync` throw when the teacher fails: its `cause` is what the teacher threw, and `learned` is what the run
 * has found until then.
 *
 * @example
 * const weigh = (): boolean => {
 *   throw new Error("out of order");
 * };
 * try {
 *   learn(functionTeacher({ algebra: boolean, alphabet: "a", weigh, equivalence: wpMethod(1) }));
 * } catch (error) {
 *   if (error instanceof RunFailed) console.log(error.code, error.learned.outcome); // teacher failed
 * }
 */
export class RunFailed extends HankelError {
  readonly learned: Learned<unknown, Automaton<unknown>>;

  constructor(learned: Learned<unknown, Automaton<unknown>>) {
    const { error, reason } = learned;
    super(error instanceof HankelError ? error.code : "teacher", reason, { cause: error });
    this.name = "RunFailed";
    this.learned = learned;
  }
}

/** The result of a run, unless the teacher failed: whoever looks at the automaton only must not take it for one. */
export function unlessFailed<L extends Learned<unknown, Automaton<unknown>>>(learned: L): L {
  if (learned.outcome === "failed") throw new RunFailed(learned);
  return learned;
}

/**
 * Limits that end a run. A run that meets one has the outcome `"budget"`, and its result is the best automaton so far. Each is a
 * number that is not negative; `Infinity` is none.
 */
export interface Budget {
  /**
   * The most states of a conjecture; unlimited by default. The `soft` learner does not end there: its result is the best
   * automaton of so many states.
   */
  readonly maxStates?: number | undefined;
  /**
   * The most words that the teacher weighs, for the learner and for tests of conjectures; 16,777,216 by default, which is as
   * many as a `Map` holds.
   */
  readonly maxQuestions?: number | undefined;
  /** The most seconds that the run takes; unlimited by default. */
  readonly maxSeconds?: number | undefined;
  /**
   * The most bytes of memory that the run may take; a gibibyte (2³⁰) by default. It is what `memory` measures, if that is given,
   * and otherwise about what the learner's words and answers take.
   */
  readonly maxMemory?: number | undefined;
}

/** A gibibyte: enough for a language with some hundred thousand states. */
export const MAX_MEMORY = 2 ** 30;

/**
 * The outcome of a run that an error ended. Undefined for wrong usage and for bugs in this library, which are thrown on.
 * An algebra of floats fails when a weight leaves its range; an exact one never should.
 */
export function outcomeOf(error: unknown, exact: boolean): Outcome | undefined {
  if (error instanceof Interruption) return error.outcome;
  if (error instanceof Contradiction) return "contradiction";
  if (!(error instanceof HankelError)) return undefined;
  switch (error.code) {
    case "teacher":
    case "system":
      return "failed";
    case "tolerance":
    case "budget":
    case "cancelled":
      return error.code;
    case "algebra":
    case "automaton":
      return exact ? undefined : "tolerance";
    default:
      return undefined;
  }
}

/** Does the error only say that a signal or a person ended the work? Some teachers throw the error of their platform. */
export function wasStopped(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return code === "cancelled" || name === "AbortError";
}
