import { type Alphabet, countOf, HankelError, messageOf, type Terms, type Word } from "@hankel/core";
import type { WeighOptions } from "../box.ts";
import { Crew } from "./crew.ts";
import { Deaths, type Fate, pauseAfter, UNHARMED } from "./deaths.ts";
import { type Lane, LaneFailure } from "./lane.ts";
import { Pace, type PaceOptions } from "./pace.ts";
import { sleep } from "./sleep.ts";
import { abortable, type Clock, GRACE, reasonOf, systemClock } from "./time.ts";

/** How often one word may fail before the batch fails. */
const ATTEMPTS = 5;

/** A worker that has found the failing word by itself has asked it often, so this counts for several failures. */
const FOUND = 3;

/** How often a piece may be lost without a fault of its own before it is suspect all the same. */
const LOSSES = 20;

/** The words of a batch from index `from` up to, but not including, `to`. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly attempts: number;
  /** How often it was lost through no fault of its own. */
  readonly lost: number;
  /** The machines that died with it. */
  readonly fate: Fate;
  /** It waits until then. */
  readonly after: number;
  /** The lanes that should not get it, as long as there are others. */
  readonly shun: readonly object[];
}

/** A batch whose answers are awaited. */
interface Underway<W> {
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
  /** What words are called in messages. */
  readonly terms?: Terms | undefined;
  /**
   * Given if the lanes are machines that come and go, and are not equally fast; the pool waits while there is none. The lanes that
   * should not be asked this word again, if there are others.
   */
  readonly shun?: ((word: Word) => readonly object[]) | undefined;
}

/**
 * Splits batches into pieces and spreads them over the lanes. Answers may return in any order; the weights come back in
 * the order of the words. When a lane fails, its pieces are asked again on a ready lane. A piece that may have caused the
 * failure is halved, until the batch fails with an error that names a single word. Machines that come and go also die with
 * innocent pieces: `Deaths` says when a piece is to blame.
 */
export class Pool<W, L extends Lane<W> = Lane<W>> {
  readonly #clock: Clock;
  readonly #crew: Crew<L>;
  readonly #alphabet: Alphabet;
  readonly #shun: PoolOptions["shun"];
  readonly #terms: Terms | undefined;
  readonly #deaths: Deaths;
  #stopWaiting: () => void = () => {};
  #batch: Underway<W> | undefined;
  #waiting: (() => void)[] = [];
  /** Why the next batch fails, whatever its answers. */
  #failure: HankelError | undefined;

  constructor(
    lanes: readonly L[],
    alphabet: Alphabet,
    { clock = systemClock, shun, terms, ...pace }: PoolOptions = {},
  ) {
    this.#clock = clock;
    this.#alphabet = alphabet;
    this.#deaths = new Deaths(clock);
    this.#shun = shun;
    this.#terms = terms;
    // Copies of one program are equally fast, so they learn from each other.
    const shared = new Pace(pace);
    this.#crew = new Crew(clock, shun === undefined ? () => shared : () => new Pace(pace));
    for (const lane of lanes) this.#include(lane);
  }

  /** Adds a lane, which gets its first request at once. */
  add(lane: L): void {
    this.#include(lane);
    this.#changed();
  }

  /** Lets the batch under way fail, or else the next one. */
  fail(error: HankelError): void {
    this.#failure ??= error;
    if (this.#batch !== undefined) this.#batch.failure ??= error;
    this.#changed();
  }

  #include(lane: L): void {
    this.#crew.add(lane);
    lane.onChange = () => this.#changed();
  }

  async weigh(words: readonly Word[], options: WeighOptions<W> = {}): Promise<readonly W[]> {
    if (this.#batch !== undefined)
      throw new HankelError("usage", "the last batch is not answered yet; wait for it before the next");
    if (this.#failure !== undefined) throw this.#failure;
    if (words.length === 0) return [];
    const { signal } = options;
    const onAbort = () => this.#pump();
    signal?.addEventListener("abort", onAbort);
    try {
      return await abortable(this.#answers(words, options), signal, { grace: GRACE, clock: this.#clock });
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#stopWaiting();
      this.#batch = undefined;
    }
  }

  #answers(words: readonly Word[], options: WeighOptions<W>): Promise<readonly W[]> {
    return new Promise<readonly W[]>((resolve, reject) => {
      const queue = this.#pieces(words, options.again === true);
      const weights = new Array<W>(words.length);
      this.#batch = { words, weights, options, queue, underWay: 0, failure: undefined, resolve, reject };
      this.#pump();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#crew.lanes.map((lane) => lane.close()));
  }

  /** Asks any ready lane; after a failure it asks again, on that lane or another. An error says on what it failed. */
  async ask<T>(ask: (lane: L) => Promise<T>, what: string): Promise<T> {
    let [attempts, lost, fate] = [0, 0, UNHARMED];
    for (;;) {
      const lane = await this.#ready();
      const begun = this.#clock.now();
      try {
        return await ask(lane);
      } catch (error) {
        if (!(error instanceof LaneFailure)) throw error;
        const { died, suspect, final } = error;
        if (died !== undefined) {
          fate = this.#deaths.died(fate, died - begun);
          await sleep(pauseAfter(fate.deaths), [], this.#clock);
          if (this.#deaths.verdict(fate) !== "guilty") continue;
        } else if (!final && (suspect ? ++attempts < ATTEMPTS : ++lost < LOSSES)) continue;
        throw new HankelError("teacher", `the black box failed ${what}: ${error.message}`, { cause: error });
      }
    }
  }

  async #ready(): Promise<L> {
    for (;;) {
      const lane = this.#crew.lanes.find(({ state }) => state === "ready");
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
    if (this.#shun !== undefined) return this.#failure;
    if (this.#crew.lanes.some(({ state }) => state !== "dead")) return undefined;
    return new HankelError("teacher", this.#crew.lanes[0].reason);
  }

  /** Fills every ready lane, and settles the batch once nothing is left to wait for. */
  #pump(): void {
    const batch = this.#batch;
    if (batch === undefined) return;
    for (let given = true; given; ) {
      given = false;
      // One piece per lane and turn, so that the first lane does not get everything.
      for (const lane of this.#crew.lanes) {
        const place = this.#choose(batch, lane);
        if (place < 0) continue;
        void this.#send(batch, lane, this.#take(batch, lane, place));
        given = true;
      }
    }
    this.#waitFor(batch);
    if (batch.underWay > 0) return;
    const { signal } = batch.options;
    if (signal?.aborted && batch.queue.length > 0) batch.failure ??= reasonOf(signal);
    if (batch.failure === undefined && batch.queue.length > 0) batch.failure = this.#allLost();
    if (batch.failure !== undefined) batch.reject(batch.failure);
    else if (batch.queue.length === 0) batch.resolve(batch.weights);
  }

  /** Looks again when the first of the pieces that wait may be asked. */
  #waitFor({ queue }: Underway<W>): void {
    this.#stopWaiting();
    const now = this.#clock.now();
    const next = Math.min(...queue.map(({ after }) => after).filter((after) => after > now));
    if (next < Number.POSITIVE_INFINITY)
      this.#stopWaiting = this.#clock.after(next - now, () => this.#pump());
  }

  /** The pieces of a batch. Words that are asked again go to other lanes than before, so they are sorted out by these. */
  #pieces(words: readonly Word[], again: boolean): Piece[] {
    const whole = { from: 0, to: words.length, attempts: 0, lost: 0, fate: UNHARMED, after: 0, shun: [] };
    const shun = this.#shun;
    if (!again || shun === undefined) return [whole];
    return words.map((word, i) => ({ ...whole, from: i, to: i + 1, shun: shun(word) }));
  }

  /** The place in the queue of the piece that this lane may have now; -1 if there is none. */
  #choose({ queue, failure, options }: Underway<W>, lane: L): number {
    if (queue.length === 0 || failure !== undefined || options.signal?.aborted) return -1;
    const now = this.#clock.now();
    const place = queue.findIndex(
      ({ shun, after }) => after <= now && (!shun.includes(lane) || this.#crew.isWhole(shun)),
    );
    if (place < 0) return -1;
    return this.#crew.isFree(lane, queue[place].attempts > 0) ? place : -1;
  }

  /** Takes as many words from a piece as the lane should have. */
  #take({ words, queue }: Underway<W>, lane: L, place: number): Piece {
    const piece = queue[place];
    const { from } = piece;
    const queued = queue.reduce((words, { from, to }) => words + to - from, 0);
    const size = this.#crew.share(lane, queued);
    let to = piece.attempts > 0 ? piece.to : Math.min(piece.to, from + size);
    if (lane.fit !== undefined) to = from + Math.max(1, lane.fit(words, from, to));
    if (to === piece.to) {
      queue.splice(place, 1);
      return piece;
    }
    // Which of the parts machines died with, nobody knows.
    queue[place] = { ...piece, from: to, fate: UNHARMED };
    return { ...piece, to, fate: UNHARMED };
  }

  async #send(batch: Underway<W>, lane: L, piece: Piece): Promise<void> {
    const end = this.#crew.begin(lane, piece.to - piece.from, piece.attempts > 0);
    batch.underWay++;
    try {
      const wanted = { states: batch.options.states !== undefined, signal: batch.options.signal };
      const { weights, states } = await lane.weigh(batch.words.slice(piece.from, piece.to), wanted);
      this.#deaths.survived(end("answered"));
      // An answer that comes after the grace is not used: nobody waits for it.
      if (batch !== this.#batch) return;
      for (let i = 0; i < weights.length; i++) batch.weights[piece.from + i] = weights[i];
      if (states !== undefined) batch.options.states?.(piece.from, states);
      batch.options.arrived?.(piece.from, weights);
    } catch (error) {
      const suspect = error instanceof LaneFailure && error.suspect;
      this.#failed(batch, lane, piece, error, end(suspect ? "failed" : "lost"));
    } finally {
      batch.underWay--;
      this.#pump();
    }
  }

  /** A lane was at a piece for so many milliseconds, and failed. */
  #failed(batch: Underway<W>, lane: L, piece: Piece, error: unknown, took: number): void {
    if (!(error instanceof LaneFailure)) {
      batch.failure ??= error instanceof Error ? error : new Error(messageOf(error));
      return;
    }
    if (error.died !== undefined) {
      this.#died(batch, piece, error, took + error.died - this.#clock.now());
      return;
    }
    if (error.suspect) this.#deaths.survived(took);
    const { from, to, lost } = piece;
    const attempts = piece.attempts + (error.at === undefined ? 1 : FOUND);
    // Another machine may know the answer.
    const shun = this.#shun === undefined ? piece.shun : [...new Set([...piece.shun, lane])];
    if (!error.suspect && lost < LOSSES) batch.queue.unshift({ ...piece, lost: lost + 1 });
    else if (to - from > 1 && error.at !== undefined) {
      const at = from + error.at;
      const rest = [
        { ...piece, to: at },
        { ...piece, from: at + 1 },
      ].filter((part) => part.from < part.to);
      batch.queue.unshift({ ...piece, from: at, to: at + 1, attempts, shun }, ...rest);
    } else if (to - from > 1 && !error.final) {
      batch.queue.unshift(...halves({ ...piece, attempts: 1, lost, shun }));
    } else if (attempts < ATTEMPTS && !error.final) {
      batch.queue.unshift({ ...piece, attempts, shun });
    } else batch.failure ??= this.#givenUp(batch.words[from], to - from, error);
  }

  /** A machine died after so many milliseconds at a piece. */
  #died(batch: Underway<W>, piece: Piece, error: LaneFailure, took: number): void {
    const fate = this.#deaths.died(piece.fate, took);
    const verdict = this.#deaths.verdict(fate);
    const { from, to } = piece;
    const after = this.#clock.now() + pauseAfter(fate.deaths);
    if (verdict === "chance") batch.queue.unshift({ ...piece, fate, after });
    else if (to - from > 1) batch.queue.unshift(...halves({ ...piece, attempts: 1 }));
    else if (verdict === "suspect")
      batch.queue.unshift({ ...piece, fate, after, attempts: Math.max(piece.attempts, 1) });
    else {
      const reason = `${countOf(fate.deaths, "worker")} died with it in hand; the last was ${error.message}`;
      batch.failure ??= this.#givenUp(batch.words[from], 1, new LaneFailure(reason));
    }
  }

  /** The error about a request of so many words that begins with this word. */
  #givenUp(word: Word, count: number, cause: LaneFailure): HankelError {
    const shown = this.#alphabet.show(word, this.#terms);
    if (count === 1) return new FailedWord(this.#alphabet.spell(word), shown, cause);
    const where = `on a request of ${count} questions, the first of them ${shown}`;
    return new HankelError("teacher", `the black box failed ${where}: ${cause.message}`, { cause });
  }
}

/** The two halves of a piece. Which of them machines died with, nobody knows. */
function halves(piece: Piece): Piece[] {
  const middle = (piece.from + piece.to) >> 1;
  const half = { ...piece, fate: UNHARMED };
  return [
    { ...half, to: middle },
    { ...half, from: middle },
  ];
}

/** The black box failed on a word again and again, so it was given up. */
export class FailedWord extends HankelError {
  readonly symbols: readonly string[];
  /** What went wrong, without the word. */
  readonly reason: string;

  constructor(symbols: readonly string[], shown: string, cause: Error) {
    super("teacher", `the black box failed on ${shown}: ${cause.message}`, { cause });
    this.symbols = symbols;
    this.reason = cause.message;
  }
}
