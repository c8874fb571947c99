/** What a section of a benchmark found: a table and goals, as they are written to bench/results. */

export interface Column {
  readonly name: string;
  /** Digits after the decimal point; none unless given. */
  readonly digits?: number;
}

export type Cell = string | number | null;

/** Of more goals than this that are met a document gives only the number; bench/results has them all. */
const COUNTED = 2;

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
  /** The day, and how many cores the machine had. */
  readonly measured?: string;
  readonly cores?: number;
  readonly seeds: number;
  /** How long the section took, by the clock. */
  readonly seconds?: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Which rows the document shows; all unless given. */
  readonly shown?: readonly number[];
  readonly goals: readonly Goal[];
  readonly notes: readonly string[];
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

/** The same for a document: under a heading; a first cell that repeats the one above is left empty. */
export function asMarkdown(result: Result): string {
  const [head, ...all] = cells(result);
  const rows = result.shown?.map((row) => all[row]) ?? all;
  const rule = head.map((_, i) => (isText(result, i) ? "---" : "---:"));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const grouped = rows.map(([first, ...rest], i) => [first === rows[i - 1]?.[0] ? "" : first, ...rest]);
  const parts = [`## ${result.title}`, result.about, [head, rule, ...grouped].map(line).join("\n")];
  const met = result.goals.filter((goal) => goal.met);
  const below = [
    ...result.goals.filter((goal) => !goal.met).map(remark),
    ...(met.length > COUNTED ? [`met: ${met.length} of ${result.goals.length} goals`] : met.map(remark)),
    ...result.notes,
  ];
  if (below.length > 0) parts.push(below.map((text) => `- ${text}`).join("\n"));
  return parts.join("\n\n");
}

function remarks(result: Result): string[] {
  return [...result.goals.map(remark), ...result.notes];
}

function remark({ goal, found, met }: Goal): string {
  return `${met ? "met" : "missed"}: ${goal}; found ${found}`;
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
