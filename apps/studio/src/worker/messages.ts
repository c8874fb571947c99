import type { CounterexampleUse } from "hankel/learning";
import type { challenger } from "../engine/challenge.ts";
import type { Explorer } from "../engine/explore.ts";
import { problemOf } from "../engine/problem.ts";
import type { Spoken } from "../engine/speaking.ts";
import type { StudioLearner, TargetSpec } from "../engine/spec.ts";
import type { Advice, Failure, MachineView, Opened, Piece, Result } from "../engine/views.ts";

/** What a person has answered so far; a run that starts again is told it first. */
export interface PersonAnswers {
  readonly answers: readonly {
    readonly symbols: readonly string[];
    readonly weight: string;
    /** How many counterexamples were given before it. */
    readonly after: number;
  }[];
  /** In the order of the conjectures. */
  readonly counterexamples: readonly (readonly string[])[];
}

/** What a person is asked. */
export type PersonQuestion =
  | { readonly kind: "weigh"; readonly words: readonly string[] }
  | {
      readonly kind: "conjecture";
      readonly states: number;
      /** What the conjecture says of the first words; `text` gives the word as an answer. */
      readonly says: readonly { readonly word: string; readonly text: string; readonly weight: string }[];
    };

type Challenger = ReturnType<typeof challenger>;

/** The questions about a result, and who answers them. */
export interface Answering extends Explorer, Challenger {
  journal(): string;
  /** An automaton of the curve; null if it is too large to show. */
  automaton(point: number): MachineView | null;
  /** Takes another automaton of the curve as the result. */
  choose(point: number): Result;
  /** Words drawn from the language model and from the automaton, and how likely both think them. */
  speak(count: number, seed: number, round: number): Promise<Spoken>;
}

export type QueryName = keyof Answering;
export type Asks = { [N in QueryName]: Parameters<Answering[N]> };
export type Replies = { [N in QueryName]: Awaited<ReturnType<Answering[N]>> };

export interface Query<N extends QueryName> {
  readonly type: "query";
  readonly id: number;
  readonly name: N;
  readonly ask: Asks[N];
}

export type Control = "hold" | "go" | "stop";

export type ToWorker =
  | {
      readonly type: "learn";
      readonly spec: TargetSpec;
      readonly learner: StudioLearner;
      readonly answers: PersonAnswers;
      /** How the table uses counterexamples, if not as in the paper. */
      readonly counterexamples?: CounterexampleUse | undefined;
    }
  | { readonly type: "weights"; readonly weights: readonly string[] }
  | { readonly type: "verdict"; readonly counterexample: string | null }
  /** Holds a run on a network, lets it go on, or ends it with the best automaton so far. */
  | { readonly type: "control"; readonly to: Control }
  | Query<QueryName>;

export type FromWorker =
  | { readonly type: "opened"; readonly opened: Opened; readonly learner: string }
  | { readonly type: "piece"; readonly piece: Piece }
  | { readonly type: "asked"; readonly question: PersonQuestion }
  /** The run goes on, but another learner is likely to do better. */
  | { readonly type: "advice"; readonly advice: Advice }
  /** An answer of a person that cannot be used. */
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "answers"; readonly answers: PersonAnswers }
  /** The run is over: the best automaton so far, and what went wrong, if something did. */
  | { readonly type: "ended"; readonly result: Result; readonly failure: Failure | null }
  /** There is no run. */
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "reply"; readonly id: number; readonly value: unknown }
  | { readonly type: "reply-error"; readonly id: number; readonly message: string };

/** Says that there is no run, and why. */
export function failed(error: unknown): FromWorker {
  const { message, where } = problemOf(error, "");
  return {
    type: "failed",
    failure: { message: where === "" ? message : `${message} (${where})`, advice: "" },
  };
}
