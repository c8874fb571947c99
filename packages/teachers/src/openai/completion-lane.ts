import type { Distribution, Word } from "@hankel/core";
import { type Lane, LaneFailure } from "../pool/lane.ts";
import type { CompletionServer } from "./completion-server.ts";

/** Asks a completion server about one word at a time. */
export class CompletionLane implements Lane<Distribution> {
  readonly depth = 1;
  readonly reason = "";
  onChange: () => void = () => {};
  readonly #server: CompletionServer;

  constructor(server: CompletionServer) {
    this.#server = server;
  }

  get state(): "ready" | "dead" {
    return this.#server.isClosed ? "dead" : "ready";
  }

  async weigh(words: readonly Word[], signal?: AbortSignal): Promise<readonly Distribution[]> {
    const answers: Distribution[] = [];
    for (const word of words) answers.push(await this.#server.distribution(word, signal));
    return answers;
  }

  findCounterexample(): Promise<never> {
    return Promise.reject(new LaneFailure("a completion server finds no counterexamples", { final: true }));
  }

  draw(): Promise<never> {
    return Promise.reject(new LaneFailure("a completion server draws no words", { final: true }));
  }

  async close(): Promise<void> {
    this.#server.close();
  }
}
