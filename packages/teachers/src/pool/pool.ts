import { type Alphabet, HankelError, type Wdfsa, type Word } from "@hankel/core";
import type { WeighOptions } from "../box.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Lane, LaneFailure } from "./lane.ts";
import { Pace } from "./pace.ts";

/** How often one word may fail before the batch fails. */
const ATTEMPTS = 5;

/** The words of a batch from index `from` up to, but not including, `to`. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly attempts: number;
}

/** A batch whose answers are awaited. */
interface Batch<W> {
  readonly words: readonly Word[];
  readonly weights: W[];
  readonly options: WeighOptions<W>;
  /** The pieces not yet sent, retries first. */
  readonly queue: Piece[];
  underWay: number;
  failure: Error | undefined;
  readonly resolve: (weights: readonly W[]) => void;
  readonly reject: (error: Error) => void;
}

export interface PoolOptions {
  readonly clock?: Clock | undefined;
  /** How many words a request holds at most. */
  readonly largestRequest?: number | undefined;
}

/**
 * Splits batches into pieces and spreads them over the lanes. Answers may return in any order; the weights come back in
 * the order of the words. When a lane fails, its pieces are asked again on a ready lane. A piece that may have caused the
 * failure is halved, until the batch fails with an error that names a single word.
 */
export class Pool<W> {
  readonly #lanes: readonly Lane<W>[];
  readonly #alphabet: Alphabet;
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #busy = new Map<Lane<W>, number>();
  #batch: Batch<W> | undefined;
  #waiting: (() => void)[] = [];

  constructor(
    lanes: readonly Lane<W>[],
    alphabet: Alphabet,
    { clock = systemClock, largestRequest }: PoolOptions = {},
  ) {
    this.#lanes = lanes;
    this.#alphabet = alphabet;
    this.#clock = clock;
    this.#pace = new Pace(largestRequest);
    for (const lane of lanes) {
      this.#busy.set(lane, 0);
      lane.onChange = () => this.#changed();
    }
  }

  async weigh(words: readonly Word[], options: WeighOptions<W> = {}): Promise<readonly W[]> {
    if (this.#batch !== undefined)
      throw new HankelError("usage", "the last batch is not answered yet; wait for it before the next");
    if (words.length === 0) return [];
    const onAbort = () => this.#pump();
    options.signal?.addEventListener("abort", onAbort);
    try {
      return await new Promise<readonly W[]>((resolve, reject) => {
        const queue = [{ from: 0, to: words.length, attempts: 0 }];
        const weights = new Array<W>(words.length);
        this.#batch = { words, weights, options, queue, underWay: 0, failure: undefined, resolve, reject };
        this.#pump();
      });
    } finally {
      options.signal?.removeEventListener("abort", onAbort);
      this.#batch = undefined;
    }
  }

  findCounterexample(hypothesis: Wdfsa<W>): Promise<Word | null> {
    return this.#once((lane) => lane.findCounterexample(hypothesis), "on a conjecture");
  }

  draw(count: number, seed: number): Promise<readonly Word[]> {
    return this.#once((lane) => lane.draw(count, seed), "when asked for samples");
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  /** Asks any ready lane; after a failure it asks again, on that lane or another. */
  async #once<T>(ask: (lane: Lane<W>) => Promise<T>, what: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const lane = await this.#ready();
      try {
        return await ask(lane);
      } catch (error) {
        if (!(error instanceof LaneFailure)) throw error;
        if (error.final || attempt >= ATTEMPTS) {
          throw new HankelError("teacher", `the black box failed ${what}: ${error.message}`, {
            cause: error,
          });
        }
      }
    }
  }

  async #ready(): Promise<Lane<W>> {
    for (;;) {
      const lane = this.#lanes.find(({ state }) => state === "ready");
      if (lane !== undefined) return lane;
      const lost = this.#allLost();
      if (lost !== undefined) throw lost;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
    this.#pump();
  }

  #allLost(): HankelError | undefined {
    if (this.#lanes.some(({ state }) => state !== "dead")) return undefined;
    return new HankelError("teacher", this.#lanes[0].reason);
  }

  /** Fills every ready lane, and settles the batch once nothing is left to wait for. */
  #pump(): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    const slots = this.#lanes.reduce((sum, { depth }) => sum + this.#pace.depth(depth), 0);
    for (let given = true; given; ) {
      given = false;
      // One piece per lane and turn, so that the first lane does not get everything.
      for (const lane of this.#lanes) {
        const busy = this.#busy.get(lane) ?? 0;
        const suspect = (batch.queue[0]?.attempts ?? 0) > 0;
        if (lane.state !== "ready" || busy >= (suspect ? 1 : this.#pace.depth(lane.depth))) continue;
        const piece = this.#take(batch, slots);
        if (piece === undefined) break;
        void this.#ask(batch, lane, piece);
        given = true;
      }
    }
    if (batch.underWay > 0) return;
    const stopped = batch.options.signal?.aborted === true && batch.queue.length > 0;
    if (batch.failure === undefined && stopped) batch.failure = new HankelError("cancelled", "cancelled");
    if (batch.failure === undefined && batch.queue.length > 0) batch.failure = this.#allLost();
    if (batch.failure !== undefined) batch.reject(batch.failure);
    else if (batch.queue.length === 0) batch.resolve(batch.weights);
  }

  #take(batch: Batch<W>, slots: number): Piece | undefined {
    const { queue } = batch;
    const [first] = queue;
    if (first === undefined || batch.failure !== undefined || batch.options.signal?.aborted) return undefined;
    const size = this.#pace.size(batch.words.length, slots);
    if (first.attempts > 0 || first.to - first.from <= size) return queue.shift();
    const to = first.from + size;
    queue[0] = { ...first, from: to };
    return { ...first, to };
  }

  async #ask(batch: Batch<W>, lane: Lane<W>, piece: Piece): Promise<void> {
    const taken = cost(piece, lane);
    this.#busy.set(lane, (this.#busy.get(lane) ?? 0) + taken);
    batch.underWay++;
    const started = this.#clock.now();
    try {
      const weights = await lane.weigh(batch.words.slice(piece.from, piece.to));
      this.#pace.measured(weights.length, this.#clock.now() - started);
      for (let i = 0; i < weights.length; i++) batch.weights[piece.from + i] = weights[i];
      batch.options.arrived?.(piece.from, weights);
    } catch (error) {
      this.#failed(batch, piece, error);
    }
    this.#busy.set(lane, (this.#busy.get(lane) ?? 0) - taken);
    batch.underWay--;
    this.#pump();
  }

  #failed(batch: Batch<W>, piece: Piece, error: unknown): void {
    if (!(error instanceof LaneFailure)) {
      batch.failure ??= error instanceof Error ? error : new Error(String(error));
      return;
    }
    const { from, to } = piece;
    if (!error.suspect) batch.queue.unshift(piece);
    else if (to - from > 1 && !error.final) {
      const middle = (from + to) >> 1;
      batch.queue.unshift({ from, to: middle, attempts: 1 }, { from: middle, to, attempts: 1 });
    } else if (piece.attempts + 1 < ATTEMPTS && !error.final) {
      batch.queue.unshift({ ...piece, attempts: piece.attempts + 1 });
    } else {
      const word = this.#alphabet.show(batch.words[from]);
      const where =
        to - from === 1 ? `on ${word}` : `on a request of ${to - from} words, the first of them ${word}`;
      batch.failure ??= new HankelError("teacher", `the black box failed ${where}: ${error.message}`, {
        cause: error,
      });
    }
  }
}

/** A suspect piece fills its lane, so that no other request can cause its failure. */
function cost<W>(piece: Piece, lane: Lane<W>): number {
  return piece.attempts > 0 ? lane.depth : 1;
}
