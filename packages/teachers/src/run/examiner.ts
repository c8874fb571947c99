import { createHash } from "node:crypto";
import {
  type EquivalenceTest,
  firstMismatch,
  HankelError,
  Random,
  type Wdfsa,
  type Word,
  writeHankel,
} from "@hankel/core";
import type { BlackBox } from "../box.ts";
import type { Journal } from "../journal/journal.ts";
import type { Asker } from "./asker.ts";
import { type Book, sampleKey } from "./book.ts";
import type { LiveCounts, OnEvent } from "./events.ts";

export interface ExaminerOptions<W> {
  readonly box: BlackBox<W>;
  readonly book: Book<W>;
  readonly journal: Journal | undefined;
  readonly asker: Asker<W>;
  readonly tests: readonly EquivalenceTest[];
  readonly seed: number;
  readonly counts: LiveCounts;
  readonly onEvent: OnEvent;
  /** Called with a conjecture's number before it is tested. */
  readonly before: (conjecture: number) => Promise<void>;
  /** Told of words that were used. */
  readonly uses: (words: readonly Word[]) => void;
}

/** Test words go out in batches that grow: a counterexample among the first ones should not cost many others. */
const FIRST_BATCH = 16;
const LARGEST_BATCH = 2048;

/**
 * Tries conjectures by the tests that the user chose, one after the other, until a counterexample turns up. A verdict
 * that is in the journal stands, provided it was on the very same conjecture.
 */
export class Examiner<W> {
  readonly #options: ExaminerOptions<W>;
  #number = 0;
  #tried = 0;
  /** The last conjecture, where its verdict is from the journal. */
  #replayed: { hypothesis: Wdfsa<W>; number: number } | undefined;

  constructor(options: ExaminerOptions<W>) {
    this.#options = options;
  }

  /** On how many words the last conjecture was tried. The journal only knows that it passed: they are counted again. */
  tried(): number {
    if (this.#replayed === undefined) return this.#tried;
    const { hypothesis, number } = this.#replayed;
    let total = 0;
    this.#options.tests.forEach((test, place) => {
      if (test.asksBox) return;
      const samples = this.#options.book.samples.get(sampleKey(number, place)) ?? [];
      for (const _ of test.words(hypothesis, number, samples)) total++;
    });
    return total;
  }

  async findCounterexample(hypothesis: Wdfsa<W>): Promise<Word | null> {
    const { book, journal, counts, onEvent, before } = this.#options;
    const number = this.#number++;
    const hash = hashOf(hypothesis);
    onEvent({ event: "conjecture", number, states: hypothesis.size }, counts);
    const known = book.verdicts[number];
    let counterexample: Word | null;
    if (known !== undefined) {
      if (known.hash !== hash) throw notTheSame(number);
      ({ counterexample } = known);
      this.#replayed = { hypothesis, number };
    } else {
      this.#replayed = undefined;
      await before(number);
      counterexample = await this.#examine(hypothesis, number);
      const verdict = { states: hypothesis.size, hash, counterexample };
      const word = counterexample === null ? null : book.alphabet.spell(counterexample);
      journal?.append([{ kind: "conjecture", conjecture: number, ...verdict, counterexample: word }]);
      await journal?.sync();
      book.recordVerdict(verdict);
    }
    if (counterexample === null) onEvent({ event: "accepted", number }, counts);
    else {
      onEvent({ event: "counterexample", number, word: book.alphabet.spell(counterexample) }, counts);
    }
    return counterexample;
  }

  async #examine(hypothesis: Wdfsa<W>, number: number): Promise<Word | null> {
    const { box, tests, counts, onEvent } = this.#options;
    this.#tried = 0;
    for (const [place, test] of tests.entries()) {
      const words = test.count?.(hypothesis, number);
      onEvent({ event: "testing", number, test: test.text, words }, counts);
      const found = test.asksBox
        ? await box.findCounterexample(hypothesis)
        : await this.#tryWords(
            hypothesis,
            test.words(hypothesis, number, await this.#samples(test, number, place)),
          );
      if (found !== null) return found;
    }
    return null;
  }

  async #tryWords(hypothesis: Wdfsa<W>, words: Iterable<Word>): Promise<Word | null> {
    const { asker, box, counts, uses } = this.#options;
    for (const batch of growing(words)) {
      const weights = await asker.weigh(batch, "test");
      uses(batch);
      this.#tried += batch.length;
      counts.tests += batch.length;
      const found = firstMismatch(box.algebra, hypothesis, batch, weights);
      if (found !== null) return found;
    }
    return null;
  }

  /** Words that the target draws for a test; what was drawn once for a conjecture stays. */
  async #samples(test: EquivalenceTest, number: number, place: number): Promise<readonly Word[]> {
    const { box, book, journal, seed } = this.#options;
    const count = test.samples?.(number) ?? 0;
    if (count === 0) return [];
    const known = book.samples.get(sampleKey(number, place));
    if (known !== undefined) return known;
    // A JSON number of any language holds 31 bits.
    const words = await box.draw(count, new Random(seed, number, place).bits() >>> 1);
    journal?.append([
      {
        kind: "samples",
        conjecture: number,
        test: place,
        words: words.map((word) => book.alphabet.spell(word)),
      },
    ]);
    await journal?.sync();
    book.samples.set(sampleKey(number, place), words);
    return words;
  }
}

function* growing(words: Iterable<Word>): Generator<Word[]> {
  let size = FIRST_BATCH;
  let batch: Word[] = [];
  for (const word of words) {
    batch.push(word);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    size = Math.min(2 * size, LARGEST_BATCH);
  }
  if (batch.length > 0) yield batch;
}

function hashOf<W>(hypothesis: Wdfsa<W>): string {
  return createHash("sha256").update(writeHankel(hypothesis)).digest("hex").slice(0, 16);
}

function notTheSame(number: number): HankelError {
  return new HankelError(
    "usage",
    `the journal does not fit: its conjecture ${number} is not the one that the learner makes now from the same ` +
      "answers; it is of another version. Start a new journal; --warm takes the answers of this one along",
  );
}
