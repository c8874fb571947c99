import type { Automaton, Word } from "@hankel/core";
import { statesRequest, type WeighedWords, wordsRequest } from "../wire/answers.ts";
import { conjectureRequest, type Request, sampleRequest } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import type { Lane } from "./lane.ts";

/** A lane that speaks the protocol. Subclasses transport the messages. */
export abstract class ProtocolLane implements Lane<unknown> {
  abstract readonly depth: number;
  abstract readonly state: "ready" | "recovering" | "dead";
  abstract readonly reason: string;
  onChange: () => void = () => {};

  /** Set before the first question. */
  protected abstract readonly vocabulary: Vocabulary;
  /** Rejects with a `LaneFailure`. */
  protected abstract request<T>(request: Request<T>, signal?: AbortSignal): Promise<T>;
  abstract close(): Promise<void>;

  weigh(words: readonly Word[], signal?: AbortSignal): Promise<readonly unknown[]> {
    return this.request(wordsRequest(this.vocabulary, words), signal);
  }

  weighWithStates(words: readonly Word[], signal?: AbortSignal): Promise<WeighedWords> {
    return this.request(statesRequest(this.vocabulary, words), signal);
  }

  findCounterexample(hypothesis: Automaton<unknown>): Promise<Word | null> {
    return this.request(conjectureRequest(this.vocabulary, hypothesis));
  }

  draw(count: number, seed: number): Promise<readonly Word[]> {
    return this.request(sampleRequest(this.vocabulary.alphabet, count, seed));
  }
}
