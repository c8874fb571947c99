import { HankelError, type Word } from "@hankel/core";
import type { BlackBox } from "../box.ts";
import type { Journal } from "../journal/journal.ts";
import type { Book, Settled } from "./book.ts";
import { combine, type OnConflict } from "./combine.ts";
import type { LiveCounts, OnEvent, Purpose } from "./events.ts";

export interface Conflict<W> {
  readonly word: Word;
  readonly answers: readonly W[];
  readonly used: W;
}

export interface AskerOptions<W> {
  readonly box: BlackBox<W>;
  readonly book: Book<W>;
  readonly journal: Journal | undefined;
  /** How often each word is asked. */
  readonly repeat: number;
  readonly onConflict: OnConflict;
  readonly counts: LiveCounts;
  readonly onEvent: OnEvent;
  readonly signal: AbortSignal;
  /** Throws `Stopped` when so many answers more would be too many. */
  readonly permit: (answers: number) => void;
}

/**
 * Asks the black box what the book does not know. Each answer is in the journal before anyone uses it, and in the order
 * in which it was asked: one that comes before its turn is kept beside it until then.
 */
export class Asker<W> {
  readonly #options: AskerOptions<W>;
  readonly conflicts: Conflict<W>[] = [];
  /** The largest distance between answers to one word. */
  spread = 0;

  constructor(options: AskerOptions<W>) {
    this.#options = options;
  }

  /** The weights of words, asked or remembered. */
  async weigh(words: readonly Word[], purpose: Purpose): Promise<W[]> {
    const { book, counts, onEvent } = this.#options;
    const nodes = words.map((word) => book.tree.insert(word));
    const missing = [...new Set(nodes)].filter((node) => book.known(node) === undefined);
    const asked = missing.length > 0 ? await this.#fetch(missing) : 0;
    counts.remembered += words.length - asked;
    onEvent({ event: "weigh", purpose, words: words.length, asked }, counts);
    return nodes.map((node) => (book.known(node) as Settled<W>).weight);
  }

  /** Asks words again that are answered; the answers are not recorded here. */
  async again(words: readonly Word[]): Promise<readonly W[]> {
    const { box, counts, permit, signal } = this.#options;
    permit(words.length);
    const weights = await box.weigh(words, { signal });
    counts.asked += words.length;
    return weights;
  }

  /** Makes one weight of several answers to a word, as the user wishes; tells of a conflict. */
  settle(word: Word, answers: readonly W[]): Settled<W> {
    const { box, onConflict, onEvent, counts } = this.#options;
    const { algebra, alphabet } = box;
    const { weight, spread, conflict, decided } = combine(algebra, answers, onConflict);
    this.spread = Math.max(this.spread, spread);
    if (conflict) {
      const shown = answers.map((answer) => algebra.format(answer));
      if (onConflict === "stop" || !decided) {
        throw new HankelError(
          "teacher",
          `the black box contradicts itself: ${alphabet.show(word)} weighs ${shown.join(", then ")}` +
            (decided ? "" : "; there is no majority") +
            "; --repeat and --on-conflict say what to do about noise, --tolerance about rounding",
        );
      }
      this.conflicts.push({ word, answers, used: weight });
      const used = algebra.format(weight);
      onEvent({ event: "conflict", word: alphabet.spell(word), answers: shown, used }, counts);
    }
    return answers.length > 1 ? { weight, answers } : { weight };
  }

  /** Gets words into the book; returns how many of them had to be asked. */
  async #fetch(nodes: readonly number[]): Promise<number> {
    const { book, journal, box, repeat, permit, signal, onEvent, counts } = this.#options;
    const settled = nodes.map((node) => book.takeSpare(node));
    const unknown = nodes.flatMap((_, i) => (settled[i] === undefined ? [i] : []));
    const words = unknown.map((i) => book.tree.word(nodes[i]));
    const inTurn = this.#inTurn(nodes, settled);
    const collect = this.#collector(words, (place, whole) => {
      settled[unknown[place]] = whole;
    });
    try {
      permit(unknown.length * repeat);
      inTurn();
      const arrived = (from: number, weights: readonly W[]) => {
        const { complete, failure } = collect(from, weights);
        onEvent({ event: "answers", answers: weights.length }, counts);
        const turn = inTurn();
        for (const place of complete) {
          const i = unknown[place];
          if (i >= turn) journal?.keepEarly(book.line("answer", nodes[i], settled[i] as Settled<W>));
        }
        if (failure !== undefined) throw failure;
      };
      const asked = Array.from({ length: repeat }, () => words).flat();
      if (asked.length > 0) await box.weigh(asked, { signal, arrived });
    } finally {
      // Whatever happened: nobody is asked again, by this run, for what has been answered.
      settled.forEach((whole, i) => {
        if (whole !== undefined) book.keepSpare(nodes[i], whole, true);
      });
    }
    await journal?.sync();
    if (book.early === 0) journal?.dropEarly();
    return unknown.length;
  }

  /** Records and journals what has come, as far as nothing before it is missing; returns how far that is. */
  #inTurn(nodes: readonly number[], settled: readonly (Settled<W> | undefined)[]): () => number {
    const { book, journal } = this.#options;
    let turn = 0;
    return () => {
      let end = turn;
      while (end < nodes.length && settled[end] !== undefined) end++;
      const range = nodes
        .slice(turn, end)
        .map((node, i) => ({ node, whole: settled[turn + i] as Settled<W> }));
      journal?.append(range.map(({ node, whole }) => book.line("answer", node, whole)));
      for (const { node, whole } of range) book.record(node, whole);
      turn = end;
      return turn;
    };
  }

  /** Puts repeated answers together; says, for each arrival, the places of words that have all of theirs. */
  #collector(words: readonly Word[], done: (place: number, whole: Settled<W>) => void) {
    const { repeat, counts } = this.#options;
    const answers = words.map(() => new Array<W | undefined>(repeat));
    const missing = words.map(() => repeat);
    return (from: number, weights: readonly W[]) => {
      const complete: number[] = [];
      let failure: unknown;
      counts.asked += weights.length;
      weights.forEach((weight, i) => {
        const place = (from + i) % words.length;
        answers[place][Math.floor((from + i) / words.length)] = weight;
        if (--missing[place] > 0) return;
        try {
          done(place, this.settle(words[place], answers[place] as W[]));
          complete.push(place);
        } catch (error) {
          // A contradiction ends the run, but not before the answers that came with it are safe.
          failure ??= error;
        }
      });
      return { complete, failure };
    };
  }
}
