import { bytesOf, countOf } from "../errors.ts";
import type { Kind } from "../kinds/kind.ts";
import { MAX_QUESTIONS } from "../limits.ts";
import { notNegative } from "../numbers.ts";
import { deterministicForm, type Form } from "./form.ts";
import { type Budget, MAX_MEMORY } from "./learned.ts";

/** What the limits of a run are, and how time and memory are measured. */
export interface LimitOptions extends Budget {
  /**
   * How many bytes the run takes; by default, what the learner says that its words and answers take. Only whether they are
   * more than the limit matters.
   */
  readonly memory?: ((limit: number) => number) | undefined;
  /** A limit of the caller's own: says in words that it is met. Called before each question. */
  readonly limit?: (() => string | undefined) | undefined;
  /** The time in milliseconds; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** The clock's time from which `maxSeconds` counts; by default, when the driver is made. */
  readonly started?: number | undefined;
}

/** What is looked at of a learner. */
interface Measured {
  readonly states: number;
  readonly alphabet?: { readonly size: number };
  readonly form?: Pick<Form<never, never>, "weights" | "beyond">;
  readonly kind?: Pick<Kind<never>, "terms" | "form">;
  readonly memory?: number;
}

/** What a weight of the automaton takes while the automaton is brought into canonical form: in the automata, numbered, sorted. */
const CLOSING_BYTES = 128;

/** The limits alone, in an order of their own. */
function budgetOf({
  maxStates,
  maxQuestions,
  maxSeconds,
  maxMemory,
}: Budget): Record<keyof Budget, number | undefined> {
  return { maxStates, maxQuestions, maxSeconds, maxMemory };
}

/** The limits of a run: which of them it has met, in words. */
export class Limits {
  readonly maxQuestions: number;
  readonly maxStates: number;
  readonly #options: LimitOptions;
  readonly #learner: Measured;
  /** The clock of the run. */
  readonly now: () => number;
  readonly #start: number;

  constructor(options: LimitOptions, learner: Measured) {
    for (const [name, limit] of Object.entries(budgetOf(options))) notNegative(limit ?? 0, name);
    this.maxQuestions = options.maxQuestions ?? MAX_QUESTIONS;
    this.maxStates = options.maxStates ?? Number.POSITIVE_INFINITY;
    this.#options = options;
    this.#learner = learner;
    this.now = options.clock ?? Date.now;
    this.#start = options.started ?? this.now();
  }

  /** The limit that the run has met before its next question, in words; undefined if it may go on. */
  reached(): string | undefined {
    return this.#states() ?? this.late() ?? this.#memory() ?? this.#options.limit?.();
  }

  /** Says that the time is up; undefined while it is not. */
  late(): string | undefined {
    const { maxSeconds } = this.#options;
    if (maxSeconds === undefined || this.passed() / 1000 <= maxSeconds) return undefined;
    return timePassed(maxSeconds);
  }

  /** How many milliseconds the run has taken. */
  passed(): number {
    return this.now() - this.#start;
  }

  /** Says that the next batch is one too many. */
  beyond(asked: number): string {
    return `the next batch would go beyond ${countOf(this.maxQuestions, "question")} (${asked} asked so far)`;
  }

  #states(): string | undefined {
    const { maxStates } = this;
    if (maxStates === Number.POSITIVE_INFINITY) return undefined;
    const { states, form = deterministicForm, kind } = this.#learner;
    return states <= maxStates ? undefined : form.beyond(maxStates, states, kind?.terms.language, kind?.form);
  }

  #memory(): string | undefined {
    const { maxMemory = MAX_MEMORY, memory } = this.#options;
    const limit = maxMemory - this.#closing();
    const bytes = memory === undefined ? (this.#learner.memory ?? 0) : memory(limit);
    if (bytes <= limit) return undefined;
    return `the run takes more than ${bytesOf(maxMemory)} of memory, which is its limit (--max-memory)`;
  }

  /** The bytes that the end of the run takes. They are set aside, since it can come with any answer. */
  #closing(): number {
    const { states, alphabet, form = deterministicForm } = this.#learner;
    return alphabet === undefined ? 0 : CLOSING_BYTES * form.weights(states, alphabet.size);
  }
}

/** Says that so many seconds are over. */
export function timePassed(seconds: number): string {
  return `more than ${countOf(seconds, "second")} ${seconds === 1 ? "has" : "have"} passed`;
}
