import { HankelError, quote } from "@hankel/core";
import type { Continuation } from "./dialect.ts";

/** A token that only begins a symbol is followed if it has at least this probability. */
const LEAST_BEGINNING = 1e-3;
/** A symbol of more tokens than this is followed no further. */
const MOST_TOKENS = 16;

/** Symbols as texts, of which none begins another: a text that goes on shows which of them comes next. */
export class TextSymbols {
  /** The symbols, and last the text that ends a word if there is one. */
  readonly #texts: readonly string[];
  readonly #size: number;

  /** @param end a text that ends a word, besides the end tokens of the model */
  constructor(symbols: readonly string[], end: string | undefined) {
    const texts = end === undefined ? symbols : [...symbols, end];
    this.#texts = texts;
    this.#size = symbols.length;
    if (texts.includes("")) throw new HankelError("usage", "the empty text cannot be a symbol or the end");
    for (const text of texts) {
      const longer = texts.find((other) => other !== text && other.startsWith(text));
      if (longer === undefined && texts.indexOf(text) === texts.lastIndexOf(text)) continue;
      const both = longer === undefined ? "is both a symbol and the end" : `begins ${quote(longer)}`;
      throw new HankelError("usage", `${quote(text)} ${both}, so a text does not show which of them it is`);
    }
  }

  /**
   * How likely the text after a context begins with each symbol, and last, how likely it ends. A token counts for the
   * symbol that it begins with. If it is only the beginning of a symbol, the next tokens decide; `ask` says what they are.
   */
  async masses(
    context: string,
    ask: (context: string) => Promise<readonly Continuation[]>,
  ): Promise<Float64Array> {
    const masses = new Float64Array(this.#size + 1);
    /** Follows the text `begun`, which has this probability and begins some of the texts. */
    const follow = async (begun: string, share: number, depth: number): Promise<void> => {
      for (const { text, probability, ends } of await ask(context + begun)) {
        const reached = begun + text;
        const found = this.#texts.findIndex((symbol) => reached.startsWith(symbol));
        if (found >= 0) masses[found] += share * probability;
        else if (ends && begun === "") masses[this.#size] += probability;
        else if (text !== "" && this.#texts.some((symbol) => symbol.startsWith(reached))) {
          const likely = share * probability;
          if (likely >= LEAST_BEGINNING && depth < MOST_TOKENS) await follow(reached, likely, depth + 1);
        }
      }
    };
    await follow("", 1, 1);
    return masses;
  }
}
