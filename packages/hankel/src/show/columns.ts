import { shortenedApart } from "../internal/core.ts";
import { visible } from "../support/terminal.ts";
import { width } from "../support/width.ts";

/** A cell: its text, or that and how to colour it once its width is known. */
export type Cell = string | { readonly text: string; readonly paint?: (text: string) => string };

/** Hidden characters would spoil the columns, so they are shown. */
function textOf(cell: Cell): string {
  return visible(typeof cell === "string" ? cell : cell.text);
}

const MAX_CELL = 24;

/** Lines of cells in columns, each as wide as its widest cell. */
export function columns(cells: readonly (readonly Cell[])[], gap = "  "): string[] {
  const widths = columnWidths(cells);
  return cells.map((row) =>
    row
      .map((cell, i) => {
        const text = textOf(cell);
        const shown = (typeof cell === "string" ? undefined : cell.paint?.(text)) ?? text;
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
      widths[i] = Math.max(widths[i] ?? 0, width(textOf(cell)));
    });
  }
  return widths;
}

/** Weights or outputs that are compared with each other: cut off where one sees how they differ. */
export function briefApart(texts: readonly string[]): string[] {
  return shortenedApart(texts.map(visible), MAX_CELL);
}
