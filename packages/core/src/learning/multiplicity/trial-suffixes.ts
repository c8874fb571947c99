import type { Letter, Word } from "../../words/word.ts";

/**
 * Suffixes to try before a conjecture: a·s for a suffix s of the block, each once, shortest first. The weights of the basis words
 * followed by a·s are known, so a trial costs one question for each word p·b that is no basis word. Nothing is lost if it
 * succeeds, since a new column needs these answers anyway, and it saves an equivalence question and the search in its
 * counterexample.
 *
 * A batch tries one suffix at first, and twice as many after each batch that succeeds as a whole, up to an eighth of the basis. A
 * batch that does not ends the trials until the next counterexample. So at most as many suffixes are tried in vain as
 * there are basis words and conjectures.
 */
export class TrialSuffixes {
  readonly #letters: number;
  readonly #seen = new Set<string>();
  #waiting: Word[] = [];
  #batch = 1;

  constructor(letters: number) {
    this.#letters = letters;
  }

  /** A suffix of the block: those with another letter before it wait to be tried. */
  add(suffix: Word): void {
    this.#seen.add(suffix.join());
    for (let letter: Letter = 0; letter < this.#letters; letter++) this.#waiting.push([letter, ...suffix]);
  }

  /** The suffixes of the next batch, for a basis of this size. */
  next(size: number): Word[] {
    const fresh = this.#waiting.filter((suffix) => !this.#seen.has(suffix.join()));
    fresh.sort((a, b) => a.length - b.length);
    const count = Math.min(this.#batch, 1 + (size >> 3));
    this.#waiting = fresh.slice(count);
    const batch = fresh.slice(0, count);
    for (const suffix of batch) this.#seen.add(suffix.join());
    return batch;
  }

  /** Were all suffixes of a batch new? If not, the trials end for now. */
  goesOn(tried: number, added: number): boolean {
    this.#batch = added === tried ? 2 * this.#batch : 1;
    return added === tried;
  }
}
