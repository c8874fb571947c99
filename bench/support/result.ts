/** What a section of a benchmark found: a table, goals and plots, as they are written to bench/results. */

import type { Plot } from "./plot.ts";

export interface Column {
  readonly name: string;
  /** Digits after the decimal point; none unless given. */
  readonly digits?: number;
}

export type Cell = string | number | null;

export interface Goal {
  readonly goal: string;
  readonly found: string;
  readonly met: boolean;
}

export interface Result {
  /** `subject/section`. */
  readonly id: string;
  readonly title: string;
  /** What was measured, in a sentence or two. */
  readonly about: string;
  readonly node: string;
  readonly seeds: number;
  /** How long the section took, by the clock. */
  readonly seconds?: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Which rows the document shows; all unless given. */
  readonly shown?: readonly number[];
  readonly goals: readonly Goal[];
  readonly notes: readonly string[];
  readonly plots: readonly Plot[];
}

/** A table for a terminal. */
export function asText(result: Result): string {
  const [head, ...rows] = cells(result);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (isText(result, i) ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [`${result.title} (${result.id})`, ...[head, ...rows].map(line), ...remarks(result)].join("\n");
}

/** The same for a document. */
export function asMarkdown(result: Result): string {
  const [head, ...all] = cells(result);
  const rows = result.shown?.map((row) => all[row]) ?? all;
  const rule = head.map((_, i) => (isText(result, i) ? "---" : "---:"));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const parts = [`**${result.title}.** ${result.about}`, [head, rule, ...rows].map(line).join("\n")];
  const below = remarks(result);
  if (below.length > 0) parts.push(below.map((text) => `- ${text}`).join("\n"));
  for (const { file, title } of result.plots) parts.push(`![${title}](images/${file})`);
  return parts.join("\n\n");
}

function remarks(result: Result): string[] {
  const goals = result.goals.map(
    ({ goal, found, met }) => `${met ? "met" : "missed"}: ${goal}; found ${found}`,
  );
  return [...goals, ...result.notes];
}

function cells(result: Result): string[][] {
  const rows = result.rows.map((row) => row.map((cell, i) => shown(cell, result.columns[i].digits ?? 0)));
  return [result.columns.map(({ name }) => name), ...rows];
}

/** Columns of words are aligned left, columns of numbers right. */
function isText({ rows }: Result, column: number): boolean {
  return typeof rows.find((row) => row[column] !== null)?.[column] === "string";
}

export function shown(cell: Cell, digits = 0): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  return cell.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
