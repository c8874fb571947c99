import type { GroupWithZero } from "../index.ts";
import { countOf } from "../internal/core.ts";
import type { Hankel, Terms } from "../learning.ts";
import { briefApart, type Cell, columns, tableWidth } from "./columns.ts";
import { answersIn, outputsIn } from "./machine.ts";
import type { Paint } from "./paint.ts";

/** Larger matrices are only described. */
const MAX_ROWS = 40;
const MAX_COLUMNS = 10;

/**
 * The Hankel matrix: a row for each prefix and, below the line, for each of their successors; a column for each
 * suffix; and to the right the class of the row. Rows of one class are proportional, and live classes are the states.
 */
export function showMatrix<W>(hankel: Hankel<W>, paint: Paint, terms: Terms): string[] {
  const { alphabet, suffixes } = hankel;
  const upper = hankel.prefixes;
  const lower = Array.from({ length: hankel.rows }, (_, row) => row).filter((row) => !hankel.isPrefix(row));
  if (hankel.rows > MAX_ROWS || suffixes.length > MAX_COLUMNS) {
    return [
      `too large to show: ${countOf(upper.length, "prefix", "prefixes")} and ` +
        `${countOf(lower.length, "successor")} × ${countOf(suffixes.length, "suffix", "suffixes")}`,
    ];
  }
  const states = new Map(Array.from(hankel.representatives().keys(), (rowClass, state) => [rowClass, state]));
  const bar: Cell = { text: "│", paint: paint.faint };
  const header: Cell[] = [
    "",
    bar,
    ...suffixes.map((suffix) => ({ text: alphabet.show(suffix, terms), paint: paint.bold })),
    bar,
    { text: "class", paint: paint.faint },
  ];
  const shown = suffixes.map((_, suffix) =>
    entries(
      hankel.algebra,
      Array.from({ length: hankel.rows }, (_row, row) => hankel.at(row, suffix)),
    ),
  );
  const row = (number: number) => rowCells(hankel, number, { states, bar, paint, terms, entries: shown });
  const rows = [header, ...upper.map(row), ...lower.map(row)];
  const rule = paint.faint("─".repeat(tableWidth(rows)));
  const lines = columns(rows);
  return [lines[0], rule, ...lines.slice(1, 1 + upper.length), rule, ...lines.slice(1 + upper.length)];
}

/** The entries of a column: weights, or what a machine answers with, cut so that one sees which rows differ. */
function entries<W>(algebra: GroupWithZero<W>, column: readonly W[]): string[] {
  const texts = briefApart(answersIn(algebra, column).map(({ text }) => text));
  return column.map((weight, row) => (outputsIn(weight, algebra)?.length === 0 ? "·" : texts[row]));
}

/** What all rows share. */
interface Shared {
  readonly states: ReadonlyMap<number, number>;
  readonly bar: Cell;
  readonly paint: Paint;
  readonly terms: Terms;
  /** By suffixes, the entry of each row. */
  readonly entries: readonly (readonly string[])[];
}

function rowCells<W>(
  hankel: Hankel<W>,
  row: number,
  { states, bar, paint, terms, entries: shown }: Shared,
): Cell[] {
  const { alphabet, suffixes } = hankel;
  const live = hankel.scale(row) !== undefined;
  const state = live ? states.get(hankel.classOf(row)) : undefined;
  const colour = (text: string) => (state === undefined ? text : paint.group(state, text));
  return [
    alphabet.show(hankel.word(row), terms),
    bar,
    ...suffixes.map((_, suffix) => ({ text: shown[suffix][row], paint: colour })),
    bar,
    { text: state !== undefined ? `state ${state}` : live ? "new" : "null", paint: colour },
  ];
}
