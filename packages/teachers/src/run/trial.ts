import {
  type Automaton,
  Batch,
  type EquivalenceTest,
  firstMismatch,
  type Terms,
  type Word,
} from "@hankel/core";

const NOTHING = { batch: Batch.of([]), weights: [] };

/** How far the tests of the last conjecture came. */
export class Trial<W> {
  /** How many words the conjecture was tried on. */
  words = 0;
  /** The number of letters of the longest of them. */
  longest = 0;
  /** How many of them were cut where floats cannot weigh them. */
  cut = 0;
  /** The words of the test in progress, if it chooses them by the answers. */
  searched: Word[] = [];
  /** The test in progress, and how many words were tried before it. */
  #current:
    | {
        readonly test: EquivalenceTest;
        readonly hypothesis: Automaton<W>;
        readonly atMost: () => number | undefined;
        readonly before: number;
      }
    | undefined;
  /** The last words that were tried, and their weights. */
  #last: { readonly batch: Batch; readonly weights: readonly W[] } = NOTHING;

  /** A conjecture is going to be tested. */
  begin(): void {
    this.words = 0;
    this.longest = 0;
    this.cut = 0;
    this.#current = undefined;
  }

  /** A test of the conjecture starts. */
  start(test: EquivalenceTest, hypothesis: Automaton<W>, conjecture: number): void {
    // The bound is computed only if the run ends before the test.
    const atMost = () => test.count?.(hypothesis, conjecture) ?? test.atMost?.(hypothesis, conjecture);
    this.searched = [];
    this.#current = test.asksBox ? undefined : { test, hypothesis, atMost, before: this.words };
    this.#last = NOTHING;
  }

  /** The conjecture was tried on these words. */
  note(batch: Batch, weights: readonly W[]): void {
    this.#last = { batch, weights };
    this.words += batch.length;
    this.longest = Math.max(this.longest, batch.longest);
    if (this.#current?.test.examine !== undefined) this.searched.push(...batch.words);
  }

  /** The tests are over. */
  end(): void {
    this.#current = undefined;
  }

  /** How far a test came that was not finished, as a sentence; empty if there is none. */
  sentence(terms: Terms): string {
    if (this.#current === undefined) return "";
    const { test, hypothesis, atMost, before } = this.#current;
    const { batch, weights } = this.#last;
    const failed = firstMismatch(hypothesis.algebra, hypothesis, batch.words, weights);
    if (failed !== null) {
      return `The last conjecture failed on ${hypothesis.alphabet.show(failed, terms)}, a ${terms.word} of ${test.text}.`;
    }
    const most = atMost();
    const bound = test.count === undefined ? "at most " : "";
    const of = most === undefined ? "" : `of ${bound}${grouped(most)} `;
    return `The last conjecture passed ${grouped(this.words - before)} ${of}${terms.word}s of ${test.text}.`;
  }
}

/** A number with a comma before each group of three digits. */
function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
