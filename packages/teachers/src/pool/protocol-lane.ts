import type { Wdfsa, Word } from "@hankel/core";
import { conjectureRequest, type Request, sampleRequest, weighRequest } from "../wire/messages.ts";
import type { Vocabulary } from "../wire/vocabulary.ts";
import { readWeights } from "../wire/weights.ts";
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
  protected abstract request<T>(request: Request<T>): Promise<T>;
  abstract close(): Promise<void>;

  weigh(words: readonly Word[]): Promise<readonly unknown[]> {
    const { algebra, alphabet, writer } = this.vocabulary;
    return this.request(
      weighRequest(writer, words, (values) => readWeights(algebra, alphabet, words, values)),
    );
  }

  findCounterexample(hypothesis: Wdfsa<unknown>): Promise<Word | null> {
    return this.request(conjectureRequest(this.vocabulary.alphabet, hypothesis));
  }

  draw(count: number, seed: number): Promise<readonly Word[]> {
    return this.request(sampleRequest(this.vocabulary.alphabet, count, seed));
  }
}
