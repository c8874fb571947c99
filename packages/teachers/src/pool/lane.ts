import { type Automaton, HankelError, type Word } from "@hankel/core";
import type { Announcement } from "../box.ts";
import {
  type AnsweredWords,
  conjectureRequest,
  type Request,
  sampleRequest,
  wordsRequest,
} from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";

/** Why a lane could not answer a request. */
export class LaneFailure extends Error {
  /** May this request have caused the failure? Not if another one brought the worker down. */
  readonly suspect: boolean;
  /** Is it pointless to ask again? */
  readonly final: boolean;
  /** Which word of the request fails, counted from 0, if the lane has found it by asking again and again. */
  readonly at: number | undefined;
  /** When a machine that comes and goes was last alive, by the clock, if it died with the request in hand. */
  readonly died: number | undefined;

  constructor(reason: string, options: LaneFailureOptions = {}) {
    super(reason);
    this.name = "LaneFailure";
    this.suspect = options.suspect ?? true;
    this.final = options.final ?? false;
    this.at = options.at;
    this.died = options.died;
  }
}

export interface LaneFailureOptions {
  readonly suspect?: boolean;
  readonly final?: boolean;
  readonly at?: number | undefined;
  readonly died?: number | undefined;
}

/** A recovering lane will be ready again, a dead one never. */
export type LaneState = "ready" | "recovering" | "dead";

/** One worker process, HTTP connection or thread that answers requests. It restarts itself after a failure. */
export interface Lane<W> {
  /** How many requests it may hold at once. More than one, so that the worker is never idle between two. */
  readonly depth: number;
  /** How many words it weighs at the same time; 1 unless given. */
  readonly copies?: number;
  readonly state: LaneState;
  /** Why it died. */
  readonly reason: string;
  /** Called whenever the state changes. */
  onChange: () => void;
  /** How many of the words from index `from` up to, but not including, `to` one request can hold; all unless given. */
  fit?(words: readonly Word[], from: number, to: number): number;
  /** Rejects with a `LaneFailure`. */
  weigh(words: readonly Word[], asked: LaneQuestion): Promise<AnsweredWords<W>>;
  close(): Promise<void>;
}

/** How a lane is asked. */
export interface LaneQuestion {
  /** Are the states after the words wanted? Only of a black box that announced them. */
  readonly states: boolean;
  /** When it aborts, the lane no longer pauses or tries again. */
  readonly signal?: AbortSignal | undefined;
}

/** A lane that speaks the protocol. Subclasses transport the messages. */
export abstract class ProtocolLane implements Lane<unknown> {
  abstract readonly depth: number;
  abstract readonly state: LaneState;
  abstract readonly reason: string;
  onChange: () => void = () => {};
  #vocabulary: Vocabulary | undefined;

  /** Rejects with a `LaneFailure`. */
  protected abstract request<T>(request: Request<T>, signal?: AbortSignal): Promise<T>;
  abstract close(): Promise<void>;

  /** Must be called before the first question. */
  use(vocabulary: Vocabulary, _announcement?: Announcement): void {
    this.#vocabulary = vocabulary;
  }

  get vocabulary(): Vocabulary {
    if (this.#vocabulary === undefined) throw new HankelError("usage", "the black box has not been started");
    return this.#vocabulary;
  }

  weigh(words: readonly Word[], { states, signal }: LaneQuestion): Promise<AnsweredWords<unknown>> {
    return this.request(wordsRequest(this.vocabulary, words, states), signal);
  }

  findCounterexample(hypothesis: Automaton<unknown>): Promise<Word | null> {
    return this.request(conjectureRequest(this.vocabulary, hypothesis));
  }

  draw(count: number, seed: number): Promise<readonly Word[]> {
    return this.request(sampleRequest(this.vocabulary.alphabet, count, seed));
  }
}
