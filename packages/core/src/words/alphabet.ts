import { countOf, HankelError, quote, shortened, shown } from "../errors.ts";
import { LONGEST_WORD_SHOWN } from "../limits.ts";
import type { Letter, Word } from "./word.ts";

/** A symbol that can stand between spaces. */
const PLAIN = /^[^\s[][^\s]*$/u;

/**
 * Σ: an ordered list of distinct symbols, which are arbitrary strings. Elsewhere a symbol is a `Letter`, its index in this
 * list; "breadth-first" and "shortlex" refer to this order.
 *
 * @example
 * const alphabet = new Alphabet(["sun", "rain"]);
 * console.log(alphabet.parse("sun rain rain").join(" ")); // 0 1 1
 * console.log(alphabet.format([0, 1])); // sun rain
 */
export class Alphabet {
  readonly symbols: readonly string[];
  readonly size: number;
  readonly #index: ReadonlyMap<string, Letter>;
  /** Are all symbols plain? Then no word needs a look at each of its own. Known when the first word is written. */
  #plain: boolean | undefined;

  constructor(symbols: Iterable<string>) {
    const index = new Map<string, Letter>();
    if (typeof (symbols as Partial<Iterable<string>> | undefined)?.[Symbol.iterator] !== "function") {
      throw new HankelError(
        "usage",
        `expected an alphabet, such as "ab" or ["sun", "rain"], not ${shown(symbols)}`,
      );
    }
    for (const symbol of symbols) {
      if (typeof symbol !== "string") {
        throw new HankelError("usage", `a symbol must be a string, not ${typeof symbol}`);
      }
      if (index.has(symbol)) {
        throw new HankelError("usage", `the symbol ${quote(symbol)} occurs twice in the alphabet`);
      }
      index.set(symbol, index.size);
    }
    this.symbols = Object.freeze([...index.keys()]);
    this.size = index.size;
    this.#index = index;
  }

  /** An alphabet of this many symbols: `a`, `b`, … for the first 26, then `s26`, `s27`, … */
  static letters(size: number): Alphabet {
    return new Alphabet(
      Array.from({ length: size }, (_, i) => (i < 26 ? String.fromCharCode(97 + i) : `s${i}`)),
    );
  }

  /** The letter of a symbol, or -1 if it is not in the alphabet. */
  letter(symbol: string): Letter {
    return this.#index.get(symbol) ?? -1;
  }

  /** The word that these symbols spell; throws if one is not in the alphabet. */
  word(symbols: Iterable<string>): Word {
    const word: Letter[] = [];
    for (const symbol of symbols) {
      const letter = this.letter(symbol);
      if (letter < 0) {
        throw new HankelError("parse", `${quote(symbol)} is not in the alphabet ${this.#some()}`);
      }
      word.push(letter);
    }
    return word;
  }

  /** The symbols of a word. */
  spell(word: Word): string[] {
    return Array.from(word, (letter) => this.#symbol(letter));
  }

  #symbol(letter: Letter): string {
    return this.symbols[letter] ?? `?${letter}`;
  }

  /**
   * Reads a word: symbols separated by spaces, or a JSON array of symbols, which is needed if a symbol contains a
   * space. The empty text is ε.
   */
  parse(text: string): Word {
    const trimmed = text.trim();
    if (!trimmed.startsWith("[")) return this.word(trimmed === "" ? [] : trimmed.split(/\s+/u));
    let symbols: unknown;
    try {
      symbols = JSON.parse(trimmed);
    } catch (cause) {
      if (this.letter(trimmed.split(/\s+/u)[0]) >= 0) return this.word(trimmed.split(/\s+/u));
      throw new HankelError("parse", `${quote(text)} starts like a JSON array but is not one`, { cause });
    }
    if (!Array.isArray(symbols) || symbols.some((symbol) => typeof symbol !== "string")) {
      throw new HankelError("parse", `${quote(text)} is not an array of symbols (strings)`);
    }
    return this.word(symbols as string[]);
  }

  /** The inverse of `parse`. */
  format(word: Word): string {
    this.#plain ??= this.symbols.every((symbol) => PLAIN.test(symbol));
    if (!this.#plain) {
      const symbols = this.spell(word);
      return symbols.every((symbol) => PLAIN.test(symbol)) ? symbols.join(" ") : JSON.stringify(symbols);
    }
    // Whole samples are written so: no word needs an array of its symbols.
    let text = "";
    for (let i = 0; i < word.length; i++) text += (i === 0 ? "" : " ") + this.#symbol(word[i]);
    return text;
  }

  /**
   * For display: like `format`, but ε is written as such, symbols of one character are not separated, and of a very long
   * word only the beginning is shown. Machines have other terms.
   */
  show(word: Word, { emptyWord, letter } = { emptyWord: "ε", letter: "letter" }): string {
    if (word.length === 0) return emptyWord;
    const single = this.symbols.every((symbol) => /^[^\s[\]"]$/u.test(symbol));
    const beginning = word.slice(0, LONGEST_WORD_SHOWN);
    const text = single ? this.spell(beginning).join("") : this.format(beginning);
    if (beginning.length === word.length && text.length <= LONGEST_WORD_SHOWN) return text;
    return `${shortened(text, LONGEST_WORD_SHOWN)} (${countOf(word.length, letter)})`;
  }

  equals(other: Alphabet): boolean {
    return (
      this === other || (this.size === other.size && this.symbols.every((s, i) => s === other.symbols[i]))
    );
  }

  #some(): string {
    const shown = this.symbols.slice(0, 8).map(quote).join(", ");
    return `{${shown}${this.size > 8 ? `, … ${this.size - 8} more` : ""}}`;
  }
}
