import type { Hankel } from "@hankel/core";
import { type Cell, columns, harmless } from "./columns.ts";
import type { Paint } from "./paint.ts";

/** Larger matrices are only described. */
const MAX_ROWS = 40;
const MAX_COLUMNS = 10;

/**
 * The Hankel matrix: a row for each prefix and, below the line, for each of their successors; a column for each
 * suffix; and to the right the class of the row. Rows of one class are proportional, and live classes are the states.
 */
export function showMatrix<W>(hankel: Hankel<W>, paint: Paint): string[] {
  const { algebra, alphabet, suffixes } = hankel;
  const rows = Array.from({ length: hankel.rows }, (_, row) => row);
  const upper = hankel.prefixes;
  const lower = rows.filter((row) => !hankel.isPrefix(row));
  const size = `${upper.length} prefixes and ${lower.length} successors × ${suffixes.length} suffixes`;
  if (rows.length > MAX_ROWS || suffixes.length > MAX_COLUMNS) return [`the matrix has ${size}`];
  const states = new Map<number, number>();
  for (const rowClass of hankel.representatives().keys()) states.set(rowClass, states.size);

  const cells = (row: number): Cell[] => {
    const state = hankel.scale(row) === undefined ? undefined : states.get(hankel.classOf(row));
    const colour = (text: string) => (state === undefined ? text : paint.group(state, text));
    const name = hankel.scale(row) === undefined ? "null" : state === undefined ? "new" : `state ${state}`;
    return [
      { text: harmless(alphabet.show(hankel.word(row))) },
      { text: "│", paint: paint.faint },
      ...suffixes.map((_, suffix) => ({
        text: harmless(algebra.format(hankel.at(row, suffix))),
        paint: colour,
      })),
      { text: "│", paint: paint.faint },
      { text: name, paint: colour },
    ];
  };
  const header: Cell[] = [
    { text: "" },
    { text: "│", paint: paint.faint },
    ...suffixes.map((suffix) => ({ text: harmless(alphabet.show(suffix)), paint: paint.bold })),
    { text: "│", paint: paint.faint },
    { text: "class", paint: paint.faint },
  ];
  const lines = columns([header, ...upper.map(cells), ...lower.map(cells)]);
  const rule = paint.faint(
    "─".repeat(
      Math.max(
        ...columns([header.map(bare), ...rows.map((row) => cells(row).map(bare))]).map((line) => line.length),
      ),
    ),
  );
  return [lines[0], rule, ...lines.slice(1, 1 + upper.length), rule, ...lines.slice(1 + upper.length)];
}

function bare({ text }: Cell): Cell {
  return { text };
}
