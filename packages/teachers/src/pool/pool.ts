import { type Alphabet, type Automaton, HankelError, type Word } from "@hankel/core";
import type { WeighOptions } from "../box.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type AnsweredWords, type Lane, LaneFailure } from "./lane.ts";
import { type Outlook, Pace, type PaceOptions } from "./pace.ts";

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

export interface PoolOptions extends PaceOptions {
  readonly clock?: Clock | undefined;
}

/** What a lane is doing. */
interface Load {
  /** The sizes of the requests that it holds. */
  readonly held: number[];
  /** Does it hold a suspect piece? Then it gets no other request, which could cause the failure. */
  suspect: boolean;
  /** When it began the oldest of them: when that was sent, or when the one before it was answered. */
  since: number;
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
  readonly #loads = new Map<Lane<W>, Load>();
  #batch: Batch<W> | undefined;
  #waiting: (() => void)[] = [];

  constructor(
    lanes: readonly Lane<W>[],
    alphabet: Alphabet,
    { clock = systemClock, ...pace }: PoolOptions = {},
  ) {
    this.#lanes = lanes;
    this.#alphabet = alphabet;
    this.#clock = clock;
    this.#pace = new Pace(pace);
    for (const lane of lanes) {
      this.#loads.set(lane, { held: [], suspect: false, since: 0 });
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

  findCounterexample(hypothesis: Automaton<W>): Promise<Word | null> {
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
    for (let given = true; given; ) {
      given = false;
      // One piece per lane and turn, so that the first lane does not get everything.
      for (const lane of this.#lanes) {
        const suspect = (batch.queue[0]?.attempts ?? 0) > 0;
        if (!this.#isFree(lane, suspect)) continue;
        const piece = this.#take(batch);
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

  /** May the lane have another request? A suspect piece needs a lane of its own. */
  #isFree(lane: Lane<W>, suspect: boolean): boolean {
    const load = this.#loads.get(lane) as Load;
    if (lane.state !== "ready" || load.suspect || load.held.length >= lane.depth) return false;
    return load.held.length === 0 || (!suspect && this.#pace.isFree(load.held));
  }

  #take(batch: Batch<W>): Piece | undefined {
    const { queue } = batch;
    const [first] = queue;
    if (first === undefined || batch.failure !== undefined || batch.options.signal?.aborted) return undefined;
    const size = this.#pace.size(this.#outlook(queue));
    if (first.attempts > 0 || first.to - first.from <= size) return queue.shift();
    const to = first.from + size;
    queue[0] = { ...first, from: to };
    return { ...first, to };
  }

  #outlook(queue: readonly Piece[]): Outlook {
    const queued = queue.reduce((words, { from, to }) => words + to - from, 0);
    let [underWay, workers, free] = [0, 0, 0];
    for (const lane of this.#lanes) {
      const { held, since } = this.#loads.get(lane) as Load;
      if (lane.state !== "dead") workers++;
      if (held.length > 0) underWay += this.#pace.left(held, this.#clock.now() - since);
      else if (lane.state === "ready") free++;
    }
    return { queued, underWay, workers, free };
  }

  async #ask(batch: Batch<W>, lane: Lane<W>, piece: Piece): Promise<void> {
    const load = this.#loads.get(lane) as Load;
    const size = piece.to - piece.from;
    if (load.held.push(size) === 1) load.since = this.#clock.now();
    load.suspect = piece.attempts > 0;
    batch.underWay++;
    try {
      const { weights, states } = await answered(lane, batch, piece);
      const now = this.#clock.now();
      this.#pace.measured(size, now - load.since);
      load.since = now;
      for (let i = 0; i < weights.length; i++) batch.weights[piece.from + i] = weights[i];
      if (states !== undefined) batch.options.states?.(piece.from, states);
      batch.options.arrived?.(piece.from, weights);
    } catch (error) {
      this.#failed(batch, piece, error);
    }
    load.held.splice(load.held.indexOf(size), 1);
    load.suspect = false;
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

/** Asks a lane about the words of a piece, with states if they are wanted. */
async function answered<W>(lane: Lane<W>, batch: Batch<W>, { from, to }: Piece): Promise<AnsweredWords<W>> {
  const words = batch.words.slice(from, to);
  if (batch.options.states === undefined) return { weights: await lane.weigh(words) };
  if (lane.weighWithStates !== undefined) return lane.weighWithStates(words);
  throw new HankelError("usage", "the black box gives no states");
}
