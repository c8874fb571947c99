import { type Alphabet, Contradiction, type Kind, shortened, type Word } from "@hankel/core";

/** The most words that wait for a second answer. */
const MOST = 100_000;

/** An answer, and the machine that gave it. */
interface Given {
  readonly answer: unknown;
  readonly machine: string;
}

/**
 * Compares the answers of two machines to one word. A word of a lease that ran out is answered by another machine, and the
 * first one may answer after all. Only such words are kept.
 */
export class Comparisons {
  readonly #kind: Kind<unknown>;
  readonly #alphabet: Alphabet;
  /** The words that may be answered twice, with the first answer when it is there. */
  readonly #watched = new Map<string, Given | undefined>();

  constructor(kind: Kind<unknown>, alphabet: Alphabet) {
    this.#kind = kind;
    this.#alphabet = alphabet;
  }

  /** These words may be answered twice. */
  watch(words: readonly Word[]): void {
    for (const word of words) {
      if (this.#watched.size >= MOST) return;
      const key = word.join();
      if (!this.#watched.has(key)) this.#watched.set(key, undefined);
    }
  }

  /** Takes answers of a machine; returns an error that names the machines if another one said something else. */
  take(machine: string, words: readonly Word[], answers: readonly unknown[]): Contradiction | undefined {
    if (this.#watched.size === 0) return undefined;
    for (let i = 0; i < words.length; i++) {
      const key = words[i].join();
      if (!this.#watched.has(key)) continue;
      const before = this.#watched.get(key);
      if (before === undefined) this.#watched.set(key, { answer: answers[i], machine });
      else if (before.machine !== machine) {
        this.#watched.delete(key);
        if (!this.#kind.equals(before.answer, answers[i]))
          return this.#contradiction(words[i], before, answers[i], machine);
      }
    }
    return undefined;
  }

  #contradiction(word: Word, before: Given, answer: unknown, machine: string): Contradiction {
    const shown = this.#alphabet.show(word, this.#kind.terms);
    const [first, second] = [before.answer, answer].map((one) => shortened(this.#kind.format(one)));
    return new Contradiction(
      `the workers ${before.machine} and ${machine} contradict each other: for ${shown} the first ` +
        `answers ${first}, the second ${second}; --repeat and --on-conflict say what to do about noise`,
    );
  }
}
