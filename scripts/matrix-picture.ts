import { basisOf, type Wfsa, type Word, wordsUpTo } from "@hankel/core";
import { darkStyle } from "../packages/hankel/src/draw/plot-parts.ts";

const CELL = { width: 48, height: 30 };
/** The top left corner of the entries. */
const ORIGIN = { x: 72, y: 56 };
const INK = "#1f2933";
const FAINT = "#5f6c7b";
/** A row of the basis has its own colour, which its name has in every combination. */
const ROWS = [
  { fill: "#dbe9f8", text: "#2b6cb0" },
  { fill: "#fbe3d3", text: "#c05621" },
];

/**
 * Draws a corner of the Hankel matrix of an automaton in canonical form over a field: the rows of the basis in colour, the
 * others as combinations of them, and a frame around a block of full rank.
 */
export function matrixPicture<W>(automaton: Wfsa<W>, length: number): string {
  const words = wordsUpTo(automaton.alphabet, length);
  const { prefixes, suffixes } = basisOf(automaton);
  const places = prefixes.map((word) => placeOf(words, word));
  const width = ORIGIN.x + CELL.width * words.length + 200;
  const height = ORIGIN.y + CELL.height * words.length + 40;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif" font-size="15">`,
    darkStyle({ "#dbe9f8": "#1d3550", "#fbe3d3": "#4b2c18" }),
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...words.flatMap((row, i) => drawRow(automaton, words, row, { place: i, state: places.indexOf(i) })),
    ...words.map((word, j) => text(x(j), ORIGIN.y - 14, automaton.alphabet.show(word), FAINT)),
    ...edges(words.length),
    ...suffixes.flatMap((suffix) => places.map((i) => frame(i, placeOf(words, suffix)))),
    "</svg>\n",
  ].join("\n");
}

/** A word, its entries, and how its row follows from those of the basis. */
function drawRow<W>(
  automaton: Wfsa<W>,
  words: readonly Word[],
  row: Word,
  { place, state }: { readonly place: number; readonly state: number },
): string[] {
  const { algebra } = automaton;
  const entries = words.map((column) => algebra.format(automaton.weigh([...row, ...column])));
  const width = CELL.width * words.length;
  const colour = state < 0 ? undefined : ROWS[state % ROWS.length];
  return [
    ...(colour === undefined
      ? []
      : [
          `<rect x="${ORIGIN.x}" y="${ORIGIN.y + CELL.height * place}" width="${width}" height="${CELL.height}" fill="${colour.fill}"/>`,
        ]),
    text(ORIGIN.x - 28, y(place), automaton.alphabet.show(row), colour?.text ?? FAINT),
    ...entries.map((entry, j) => text(x(j), y(place), entry, INK)),
    `<text x="${ORIGIN.x + width + 40}" y="${y(place)}">${state < 0 ? combination(automaton, row) : `state ${state}`}</text>`,
  ];
}

/** The coordinates of a row: the weights of the states behind its word. */
function combination<W>(automaton: Wfsa<W>, row: Word): string {
  const { algebra } = automaton;
  let reached = new Map([[0, algebra.one]]);
  for (const letter of row) reached = automaton.step(reached, letter);
  const { prefixes } = basisOf(automaton);
  const terms = [...reached]
    .filter(([, weight]) => !algebra.isZero(weight))
    .toSorted(([p], [q]) => p - q)
    .map(([state, weight], i) => {
      const written = algebra.format(weight);
      const sign = written.startsWith("-") ? "−" : i === 0 ? "" : "+";
      const space = i === 0 ? "" : " ";
      const size = written.replace("-", "");
      const factor = size === "1" ? "" : `${size}·`;
      const colour = ROWS[state % ROWS.length].text;
      return `${sign}${space}${factor}<tspan fill="${colour}" font-weight="bold">${automaton.alphabet.show(prefixes[state])}</tspan>`;
    });
  return `= ${terms.join(" ")}`;
}

/** The lines beside the words, and the dots where the matrix goes on. */
function edges(count: number): string[] {
  const [right, bottom] = [ORIGIN.x + CELL.width * count, ORIGIN.y + CELL.height * count];
  return [
    `<path d="M${ORIGIN.x} ${ORIGIN.y - 34}V${bottom}M${ORIGIN.x - 56} ${ORIGIN.y}H${right}" stroke="${FAINT}"/>`,
    text(right + 16, ORIGIN.y + (CELL.height * count) / 2, "…", FAINT),
    text(ORIGIN.x + (CELL.width * count) / 2, bottom + 22, "⋮", FAINT),
  ];
}

function frame(row: number, column: number): string {
  const [left, top] = [ORIGIN.x + CELL.width * column, ORIGIN.y + CELL.height * row];
  return `<rect x="${left + 2}" y="${top + 2}" width="${CELL.width - 4}" height="${CELL.height - 4}" rx="4" fill="none" stroke="${INK}" stroke-width="2"/>`;
}

function placeOf(words: readonly Word[], word: Word): number {
  return words.findIndex((other) => other.join() === word.join());
}

function x(column: number): number {
  return ORIGIN.x + CELL.width * (column + 0.5);
}

function y(row: number): number {
  return ORIGIN.y + CELL.height * (row + 0.5) + 5;
}

function text(left: number, top: number, content: string, fill: string): string {
  return `<text x="${left}" y="${top}" text-anchor="middle" fill="${fill}">${content}</text>`;
}
