import { visible } from "../support/terminal.ts";

/** A cell: its text, and how to colour it once its width is known. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const MAX_CELL = 24;

/** Lines of cells in columns, each as wide as its widest cell. Hidden characters would spoil the columns, so they are shown. */
export function columns(cells: readonly (readonly Cell[])[], gap = "  "): string[] {
  const widths = columnWidths(cells);
  const rows = cells.map((row) => row.map((cell) => ({ ...cell, text: visible(cell.text) })));
  return rows.map((row) =>
    row
      .map(({ text, paint }, i) => {
        const shown = paint?.(text) ?? text;
        return i === row.length - 1 ? shown : shown + " ".repeat(widths[i] - width(text));
      })
      .join(gap)
      .trimEnd(),
  );
}

/** How wide these rows will be. */
export function tableWidth(rows: readonly (readonly Cell[])[], gap = "  "): number {
  const widths = columnWidths(rows);
  return widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1);
}

function columnWidths(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, width(visible(cell.text)));
    });
  }
  return widths;
}

const segmenter = new Intl.Segmenter();

/** How many columns of a terminal a text takes; emoji and East Asian characters take two. */
export function width(text: string): number {
  let total = 0;
  for (const { segment } of segmenter.segment(text)) {
    total +=
      /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(
        segment,
      )
        ? 2
        : 1;
  }
  return total;
}

/** A weight in a table: cut off when a long fraction would not fit on the screen. */
export function brief(text: string): string {
  const shown = visible(text);
  return shown.length > MAX_CELL ? `${shown.slice(0, MAX_CELL - 1)}…` : shown;
}
