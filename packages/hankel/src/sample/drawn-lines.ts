import { Alphabet, HankelError } from "../index.ts";
import { drawWordRange, sampleSetLine, type WordDrawing, type WordTable } from "../internal/core.ts";
import type { Compute } from "../threads/common.ts";

/** The lines of some words that were drawn, and how many letters they have. */
export interface DrawnLines {
  readonly text: string;
  readonly letters: number;
}

/** So many words are a part. */
export const PART = 10_000;

/** What is drawn, and how it is written. */
export interface Given {
  readonly table: WordTable;
  readonly drawing: WordDrawing;
  readonly symbols: readonly string[];
  readonly pautomac: boolean;
}

/** Draws and writes words, so many at a time; undefined where they have more letters than all may have together. */
export function drawnLines({ table, drawing, symbols, pautomac }: Given): Compute<DrawnLines | undefined> {
  const alphabet = new Alphabet(symbols);
  return (part) => {
    const first = part * PART;
    try {
      const words = drawWordRange(table, drawing, first, Math.min(first + PART, drawing.count));
      const lines = words.map((word) => (pautomac ? sampleSetLine(word) : `${alphabet.format(word)}\n`));
      return { text: lines.join(""), letters: words.reduce((sum, { length }) => sum + length, 0) };
    } catch (error) {
      if (error instanceof HankelError && error.code === "budget") return undefined;
      throw error;
    }
  };
}
