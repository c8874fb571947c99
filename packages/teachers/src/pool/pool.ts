import { type Alphabet, HankelError, type Wdfsa, type Word } from "@hankel/core";
import type { WeighOptions } from "../box.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Lane, LaneFailure } from "./lane.ts";
import { Pace } from "./pace.ts";

/** A word on which the box failed so often is given up. */
const ATTEMPTS = 5;

/** A run of words of a batch: asked whole, or in pieces. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly attempts: number;
}

/** A batch under way. */
interface Batch<W> {
  readonly words: readonly Word[];
  readonly weights: W[];
  readonly options: WeighOptions<W>;
  /** What is still to be asked, retries first. */
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
 * Hands batches out to lanes, in pieces, as many at once as the lanes take. Whatever the order in which they come back,
 * weights end up in the order of the words. A piece whose lane failed is asked again on one that is ready; if it may be
 * to blame it is cut in halves, until a single word that fails again and again is named and ends the batch.
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
    if (this.#batch !== undefined) throw new HankelError("usage", "a batch is under way already");
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

  /** Asks any lane, and another one or the same again when it fails. */
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

  /** Gives every ready lane as much as it takes, and ends the batch when there is nothing left to wait for. */
  #pump(): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    const slots = this.#lanes.reduce((sum, { depth }) => sum + this.#pace.depth(depth), 0);
    for (let given = true; given; ) {
      given = false;
      // In turns, so that the first lane does not get everything that there is.
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
    if (!error.guilty) batch.queue.unshift(piece);
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

/** A piece that is under suspicion has its lane to itself, so that nothing else can be to blame. */
function cost<W>(piece: Piece, lane: Lane<W>): number {
  return piece.attempts > 0 ? lane.depth : 1;
}
