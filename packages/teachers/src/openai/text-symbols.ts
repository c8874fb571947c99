import { HankelError, quote } from "@hankel/core";
import type { Continuation } from "./dialect.ts";

/** A token that only begins a symbol is followed if it has at least this probability. */
const LEAST_BEGINNING = 1e-3;
/** A symbol of more tokens than this is followed no further. */
const MOST_TOKENS = 16;

/**
 * How likely the text after a context begins with each symbol, and last, how likely it ends. A token counts for the symbol that it begins
 * with. If it is only the beginning of a symbol, the next tokens decide; `ask` says what they are.
 */
export type Masses = (
  context: string,
  ask: (context: string) => Promise<readonly Continuation[]>,
) => Promise<Float64Array>;

/**
 * Symbols as texts, of which none begins another: a text that goes on shows which of them comes next.
 *
 * @param end a text that ends a word, besides the end tokens of the model
 */
export function massesOf(symbols: readonly string[], end: string | undefined): Masses {
  const texts = end === undefined ? symbols : [...symbols, end];
  if (texts.includes("")) throw new HankelError("usage", "the empty text cannot be a symbol or the end");
  for (const text of texts) {
    const longer = texts.find((other) => other !== text && other.startsWith(text));
    if (longer === undefined && texts.indexOf(text) === texts.lastIndexOf(text)) continue;
    const both = longer === undefined ? "is both a symbol and the end" : `begins ${quote(longer)}`;
    throw new HankelError("usage", `${quote(text)} ${both}, so a text does not show which of them it is`);
  }
  return async (context, ask) => {
    const masses = new Float64Array(symbols.length + 1);
    /** Follows the text `begun`, which has this probability and begins some of the texts. */
    const follow = async (begun: string, share: number, depth: number): Promise<void> => {
      for (const { text, probability, ends } of await ask(context + begun)) {
        const reached = begun + text;
        const found = texts.findIndex((symbol) => reached.startsWith(symbol));
        if (found >= 0) masses[found] += share * probability;
        else if (ends && begun === "") masses[symbols.length] += probability;
        else if (text !== "" && texts.some((symbol) => symbol.startsWith(reached))) {
          const likely = share * probability;
          if (likely >= LEAST_BEGINNING && depth < MOST_TOKENS) await follow(reached, likely, depth + 1);
        }
      }
    };
    await follow("", 1, 1);
    return masses;
  };
}
