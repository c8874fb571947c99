/** What a run ends with, and what ends it. */

import type { Wdfsa } from "../automata/wdfsa.ts";
import { Contradiction, HankelError } from "../errors.ts";
import type { Evidence } from "./evidence.ts";

/** The running counts. */
export interface Costs {
  /** Words weighed for the learner. */
  questions: number;
  /** Batches of them: what a slow teacher feels. */
  rounds: number;
  /** Letters in these words. */
  symbols: number;
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
   * Degrees of freedom of the weights: no learner can always do with fewer questions (docs/theory.md §7). Undefined
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
 * - `failed`: the teacher failed or answered what is no answer, or something else that the run needs failed
 * - `contradiction`: no language gives all of the answers
 * - `tolerance`: floating-point weights came too close together to be told apart, or left their range
 */
export type Outcome = "accepted" | "budget" | "cancelled" | "failed" | "contradiction" | "tolerance";

/** What a run gives, however it ended. */
export interface Learned<W> {
  /** The result, or the best automaton so far when the run was not accepted. */
  readonly automaton: Wdfsa<W>;
  readonly outcome: Outcome;
  /** Why the run ended, in words; empty when it was accepted. */
  readonly reason: string;
  readonly statistics: Statistics;
  /** Words weighed to test conjectures. */
  readonly tests: number;
  /** What the answers show of the language; only of a run that was not accepted. */
  readonly evidence: Evidence | undefined;
  /** What was thrown, where an error ended the run. */
  readonly error: unknown;
}

/** Where a run ends that would go on. */
export interface Budget {
  readonly maxStates?: number | undefined;
  /**
   * Words that are weighed, for the learner or to test conjectures, each time that the teacher is asked. `MAX_QUESTIONS`
   * unless given: a language without a finite automaton would fill the memory otherwise.
   */
  readonly maxQuestions?: number | undefined;
  readonly maxSeconds?: number | undefined;
}

/** The answers of so many questions take two to three gigabytes. */
export const MAX_QUESTIONS = 2 ** 24;

/**
 * The outcome of a run that an error ended. Undefined for wrong usage and for mistakes in this library, which are thrown:
 * over floats the algebra fails when a weight leaves its range, over exact weights it never should.
 */
export function outcomeOf(error: unknown, exact: boolean): Outcome | undefined {
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

/** Does a teacher say that it was stopped? Some do it in the words of their platform. */
export function wasStopped(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return code === "cancelled" || name === "AbortError";
}
