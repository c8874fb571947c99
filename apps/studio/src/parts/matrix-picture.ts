import { brief, colourOf, escapeXml } from "hankel/formats";
import type { MatrixFrame } from "../engine/views.ts";
import type { Run } from "../state/run.svelte.ts";
import { type PictureTheme, svgOptions } from "./page.ts";

/** A picture of a larger matrix could not be read. */
const MOST = { rows: 60, columns: 30 };
const ROW = 28;
const CHARACTER = 8.2;

/** The matrix at a step as the text of an SVG file: the rows of P above a line, each in the colour of its class. */
export function matrixPicture(
  run: Run,
  matrix: MatrixFrame,
  entries: readonly (readonly string[])[],
  theme: PictureTheme,
): string {
  const isDark = theme === "dark";
  const [ink, soft, paper] = isDark ? ["#e9e6df", "#a9b4c2", "#15181c"] : ["#1c2127", "#4d5866", "#ffffff"];
  const inP = run.prefixes.slice(0, matrix.prefixes);
  const isInP = new Set(inP);
  const others = Array.from({ length: matrix.rows }, (_, row) => row).filter((row) => !isInP.has(row));
  const rows = [...inP, ...others].slice(0, MOST.rows);
  const columns = Array.from({ length: Math.min(matrix.columns, MOST.columns) }, (_, column) => column);
  const shown = (row: number, column: number) =>
    row < matrix.filledRows && column < matrix.filledColumns ? truth(run, entries[row][column]) : "?";
  const head = CHARACTER * Math.max(3, ...rows.map((row) => brief(run.rows[row], 16).length)) + 30;
  const longest = columns.map((column) =>
    Math.max(
      brief(run.suffixes[column], 14).length,
      ...rows.map((row) => brief(shown(row, column), 14).length),
    ),
  );
  const starts = [head];
  for (const length of longest) starts.push(starts[starts.length - 1] + CHARACTER * Math.max(2, length) + 22);
  const isCut = matrix.rows > MOST.rows || matrix.columns > MOST.columns;
  const width = Math.ceil(starts[starts.length - 1]) + 8;
  const height = ROW * (rows.length + 1) + (isCut ? ROW : 8);
  const middle = (column: number) => (starts[column] + starts[column + 1]) / 2;
  const text = (x: number, row: number, content: string, anchor: string, fill = ink) =>
    `<text x="${Math.round(x)}" y="${ROW * row + 19}" text-anchor="${anchor}" fill="${fill}">${escapeXml(brief(content, 16))}</text>`;
  const parts = [
    ...(theme === "transparent" ? [] : [`<rect width="${width}" height="${height}" fill="${paper}"/>`]),
    ...columns.map((column) => text(middle(column), 0, run.suffixes[column], "middle", soft)),
    ...rows.flatMap((row, i) => {
      const label = matrix.labels[row];
      const band =
        label < 0
          ? []
          : [
              `<rect y="${ROW * (i + 1)}" width="${width}" height="${ROW}" fill="${colourOf(label)}" fill-opacity="${isDark ? 0.25 : 0.14}"/>`,
              `<rect y="${ROW * (i + 1)}" width="5" height="${ROW}" fill="${colourOf(label)}"/>`,
            ];
      const cells = columns.map((column) => text(middle(column), i + 1, shown(row, column), "middle"));
      return [...band, text(14, i + 1, run.rows[row], "start", soft), ...cells];
    }),
    `<path d="M0 ${ROW}H${width}M0 ${ROW * (inP.length + 1)}H${width}M${Math.round(head)} 0V${ROW * (rows.length + 1)}" stroke="${soft}" fill="none"/>`,
    ...(isCut ? [text(14, rows.length + 1, "a part of it", "start", soft)] : []),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${svgOptions(theme).fonts}" font-size="14">\n${parts.join("\n")}\n</svg>\n`;
}

/** An entry as people read it: of a yes/no language ✓ or ✗. */
function truth(run: Run, entry: string): string {
  if (run.opened?.semifield !== "boolean") return entry;
  return entry === "true" ? "✓" : entry === "false" ? "✗" : entry;
}
