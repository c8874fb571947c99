import { type Automaton, HankelError, type Word } from "@hankel/core";
import type { Announcement } from "../box.ts";
import {
  type AnsweredWords,
  conjectureRequest,
  type Request,
  sampleRequest,
  statesRequest,
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

  constructor(reason: string, options: { suspect?: boolean; final?: boolean; at?: number | undefined } = {}) {
    super(reason);
    this.name = "LaneFailure";
    this.suspect = options.suspect ?? true;
    this.final = options.final ?? false;
    this.at = options.at;
  }
}

/** One worker process, HTTP connection or thread that answers requests. It restarts itself after a failure. */
export interface Lane<W> {
  /** How many requests it may hold at once. More than one, so that the worker is never idle between two. */
  readonly depth: number;
  /** How many words it weighs at the same time; 1 unless given. */
  readonly copies?: number;
  /** A recovering lane will be ready again, a dead one never. */
  readonly state: "ready" | "recovering" | "dead";
  /** Why it died. */
  readonly reason: string;
  /** Called whenever the state changes. */
  onChange: () => void;
  /** How many of the words from index `from` up to, but not including, `to` one request can hold; all unless given. */
  fit?(words: readonly Word[], from: number, to: number): number;
  /** Each of these rejects with a `LaneFailure`. When the signal aborts, the lane no longer pauses or tries again. */
  weigh(words: readonly Word[], signal?: AbortSignal): Promise<readonly W[]>;
  /** The same with states; needed only if the black box announced them. */
  weighWithStates?(words: readonly Word[], signal?: AbortSignal): Promise<AnsweredWords<W>>;
  findCounterexample(hypothesis: Automaton<W>): Promise<Word | null>;
  draw(count: number, seed: number): Promise<readonly Word[]>;
  close(): Promise<void>;
}

/** A lane that speaks the protocol. Subclasses transport the messages. */
export abstract class ProtocolLane implements Lane<unknown> {
  abstract readonly depth: number;
  abstract readonly state: "ready" | "recovering" | "dead";
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

  weigh(words: readonly Word[], signal?: AbortSignal): Promise<readonly unknown[]> {
    return this.request(wordsRequest(this.vocabulary, words), signal);
  }

  weighWithStates(words: readonly Word[], signal?: AbortSignal): Promise<AnsweredWords<unknown>> {
    return this.request(statesRequest(this.vocabulary, words), signal);
  }

  findCounterexample(hypothesis: Automaton<unknown>): Promise<Word | null> {
    return this.request(conjectureRequest(this.vocabulary, hypothesis));
  }

  draw(count: number, seed: number): Promise<readonly Word[]> {
    return this.request(sampleRequest(this.vocabulary.alphabet, count, seed));
  }
}
