import type { Word } from "@hankel/core";
import type { Vocabulary } from "../wire/vocabulary.ts";

/** Messages are made to take at most this share of what is allowed: the size of an answer is only guessed. */
const SHARE = 1 / 2;

/** Estimates the bytes of requests and answers, so that both fit into a message. */
export class MessageSizes {
  /** The bytes of each symbol in a request, with quotes and comma. */
  readonly #symbol: readonly number[];
  /** The bytes of the answer to a word are at most this for each of its letters, and once more. */
  #perLetter: number;
  /** Do answers grow with the word? */
  readonly #growing: boolean;

  constructor({ alphabet, kind }: Vocabulary) {
    this.#symbol = alphabet.symbols.map((symbol) => Buffer.byteLength(JSON.stringify(symbol)) + 1);
    this.#growing = kind.tellsPrefixes;
    this.#perLetter = kind.answerBytes;
  }

  /** How many of the words from index `from` up to, but not including, `to` fit into a message, with their answers. */
  fit(words: readonly Word[], from: number, to: number, largest: number): number {
    const most = SHARE * largest;
    let [request, answer, count] = [0, 0, 0];
    for (let i = from; i < to; i++) {
      const word = words[i];
      for (let j = 0; j < word.length; j++) request += this.#symbol[word[j]];
      request += 3;
      answer += this.#perLetter * this.#length(word);
      if (request > most || answer > most) break;
      count++;
    }
    return count;
  }

  /** Notes how many bytes the answers to words took. */
  answered(words: readonly Word[], bytes: number): void {
    let letters = 0;
    for (const word of words) letters += this.#length(word);
    if (letters > 0) this.#perLetter = Math.max(this.#perLetter, bytes / letters);
  }

  #length(word: Word): number {
    return this.#growing ? word.length + 1 : 1;
  }
}
