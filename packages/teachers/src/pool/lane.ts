import type { Wdfsa, Word } from "@hankel/core";

/** Why a lane has no answer to a request. */
export class LaneFailure extends Error {
  /** May the request be to blame? One that was only under way when another brought the worker down is not. */
  readonly guilty: boolean;
  /** Is asking again of no use? */
  readonly final: boolean;

  constructor(reason: string, options: { guilty?: boolean; final?: boolean } = {}) {
    super(reason);
    this.name = "LaneFailure";
    this.guilty = options.guilty ?? true;
    this.final = options.final ?? false;
  }
}

/** One worker, connection or thread that answers requests; it heals itself as long as it can. */
export interface Lane<W> {
  /** How many requests it may be given at once: more than one, so that it never waits for the next. */
  readonly depth: number;
  /** A recovering lane will be ready again, a dead one never. */
  readonly state: "ready" | "recovering" | "dead";
  /** Why it died. */
  readonly reason: string;
  /** Called whenever the state changes. */
  onChange: () => void;
  /** Each of these rejects with a `LaneFailure`. */
  weigh(words: readonly Word[]): Promise<readonly W[]>;
  findCounterexample(hypothesis: Wdfsa<W>): Promise<Word | null>;
  draw(count: number, seed: number): Promise<readonly Word[]>;
  close(): Promise<void>;
}
