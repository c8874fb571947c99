/** A table of answers as SVG, in colours that follow the page: a row for each prefix, a column for each suffix. */

/** How many colours of rows there are. */
const COLOURS = 4;

/** The styles of a drawing beside the table hold for the whole SVG, so those of the table say everything. */
const STYLE = `
.grid text { font: 15px Helvetica, Arial, sans-serif; fill: #1f2933; text-anchor: start } .grid .middle { text-anchor: middle }
.paper { fill: #ffffff } .grid .faint { fill: #5f6c7b } .line { stroke: #5f6c7b } .frame { fill: none; stroke: #1f2933; stroke-width: 2 }
.fill0 { fill: #dbe9f8 } .fill1 { fill: #fbe3d3 } .fill2 { fill: #dcf2dd } .fill3 { fill: #ece0f8 }
.grid .ink0 { fill: #2b6cb0 } .grid .ink1 { fill: #b04a16 } .grid .ink2 { fill: #276b2c } .grid .ink3 { fill: #6b3fa0 } .grid .bold { font-weight: bold }
@media (prefers-color-scheme: dark) {
.grid text { fill: #e4e7eb }
.paper { fill: #15181c } .grid .faint { fill: #9aa5b1 } .line { stroke: #9aa5b1 } .frame { stroke: #e4e7eb }
.fill0 { fill: #1d3a5c } .fill1 { fill: #5a3018 } .fill2 { fill: #1f4524 } .fill3 { fill: #412a63 }
.grid .ink0 { fill: #90c2f5 } .grid .ink1 { fill: #f5b08a } .grid .ink2 { fill: #8fd694 } .grid .ink3 { fill: #c9a8f0 }
}`;

const HEIGHT = 30;
const MARGIN = 16;
/** A generous width of a character. */
const CHARACTER = 9;

export interface GridRow {
  readonly word: string;
  readonly entries: readonly string[];
  /** The colour of its state, counted from 0; a row without one stays plain. */
  readonly colour?: number | undefined;
  /** What is said of the row at its right. */
  readonly note: readonly Phrase[];
}

/** A piece of text, in the colour of a state or in that of the page. */
export interface Phrase {
  readonly text: string;
  readonly colour?: number | undefined;
}

export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly GridRow[];
  /** The number of rows above a line. */
  readonly above?: number;
  /** Rows and columns of framed entries. */
  readonly frames?: readonly { readonly row: number; readonly column: number }[];
  /** Does the table go on to the right and below? */
  readonly endless?: boolean;
}

/** An SVG, and its size. */
export interface Drawn {
  readonly content: string;
  readonly width: number;
  readonly height: number;
}

/** The table as a piece of an SVG. */
export function drawGrid({ columns, rows, above, frames = [], endless = false }: Grid): Drawn {
  const cell = Math.max(48, ...[columns, ...rows.map(({ entries }) => entries)].flat().map(widthOf));
  const left = Math.max(56, ...rows.map(({ word }) => widthOf(word)));
  const notes = Math.max(...rows.map(({ note }) => widthOf(note.map(({ text }) => text).join(""))));
  const [top, right] = [MARGIN + HEIGHT, left + cell * columns.length];
  const bottom = top + HEIGHT * rows.length;
  const middle = (column: number) => left + cell * (column + 0.5);
  const base = (row: number) => top + HEIGHT * (row + 0.5) + 5;
  const line = (height: number) => `M${MARGIN} ${height}H${right}`;
  const parts = [
    ...columns.map((word, j) => centred(middle(j), top - 11, word, "faint")),
    ...rows.flatMap(({ word, entries, colour, note }, i) => [
      ...(colour === undefined
        ? []
        : [
            `<rect class="fill${colour % COLOURS}" x="${left}" y="${top + HEIGHT * i}" width="${right - left}" height="${HEIGHT}"/>`,
          ]),
      centred(left / 2 + 4, base(i), word, colour === undefined ? "faint" : `ink${colour % COLOURS}`),
      ...entries.map((entry, j) => centred(middle(j), base(i), entry)),
      `<text x="${right + (endless ? 40 : 20)}" y="${base(i)}">${note.map(phrase).join("")}</text>`,
    ]),
    `<path class="line" d="M${left} ${MARGIN}V${bottom}${line(top)}${above === undefined ? "" : line(top + HEIGHT * above)}"/>`,
    ...frames.map(
      ({ row, column }) =>
        `<rect class="frame" x="${left + cell * column + 2}" y="${top + HEIGHT * row + 2}" width="${cell - 4}" height="${HEIGHT - 4}" rx="4"/>`,
    ),
    ...(endless
      ? [
          centred(right + 16, (top + bottom) / 2, "…", "faint"),
          centred((left + right) / 2, bottom + 22, "⋮", "faint"),
        ]
      : []),
  ];
  const width = right + (endless ? 40 : 20) + notes + MARGIN;
  return {
    content: `<g class="grid">\n${parts.join("\n")}\n</g>`,
    width,
    height: bottom + MARGIN + (endless ? 20 : 0),
  };
}

/** What is wider stands one below the other, so that it can be read on a phone. */
const WIDEST = 560;

/** Pieces side by side, or one below the other, as a whole SVG. */
export function picture(drawn: readonly Drawn[], description: string): string {
  const [widths, heights] = [drawn.map((piece) => piece.width), drawn.map((piece) => piece.height)];
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  const isRow = sum(widths) <= WIDEST;
  const width = isRow ? sum(widths) : Math.max(...widths);
  const height = isRow ? Math.max(...heights) : sum(heights);
  const pieces = drawn.map((piece, i) => {
    const [x, y] = isRow
      ? [sum(widths.slice(0, i)), (height - piece.height) / 2]
      : [(width - piece.width) / 2, sum(heights.slice(0, i))];
    return `<g transform="translate(${x} ${y})">\n${piece.content}\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(description)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="8"/>`,
    ...pieces,
    "</svg>\n",
  ].join("\n");
}

function widthOf(text: string): number {
  return 2 * MARGIN + CHARACTER * [...text].length;
}

function phrase({ text, colour }: Phrase): string {
  if (colour === undefined) return escaped(text);
  return `<tspan class="ink${colour % COLOURS} bold">${escaped(text)}</tspan>`;
}

function centred(x: number, y: number, text: string, style?: string): string {
  return `<text x="${x}" y="${y}" class="${style === undefined ? "middle" : `middle ${style}`}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
