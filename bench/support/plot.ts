/**
 * Small plots as SVG, of two kinds: marks over two axes, and marks in named rows over one axis. They are drawn on a white card, so that they can be
 * read on a dark page too; who has which colour and mark is in colours.ts.
 */

import { looks, type Who, whos } from "./colours.ts";
import { type Label, labels } from "./labels.ts";
import { type Axis, round, type Scale, scale } from "./scale.ts";

interface Head {
  /** In docs/images. */
  readonly file: string;
  readonly title: string;
  readonly x: Axis;
  /** Names that differ in this plot from those of the colours. */
  readonly names?: Partial<Readonly<Record<Who, string>>>;
}

export interface Series {
  readonly who: Who;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A line through the points; without it, points only. */
  readonly joined?: boolean;
  /** Beside the last point. */
  readonly label?: string;
}

/** Dashed and grey: a goal or a bound, not a finding. */
export interface Guide {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Points extends Head {
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly guide?: Guide;
}

export interface Mark {
  readonly who: Who;
  readonly value: number;
  /** The end of a thin line from the mark, such as the worst case. */
  readonly to?: number;
}

export interface Rows extends Head {
  readonly rows: readonly { readonly label: string; readonly marks: readonly Mark[] }[];
  /** Everybody has a line of their own in each row, for marks that would cover each other. */
  readonly lanes?: boolean;
  /** A dashed line across all rows. */
  readonly guide?: { readonly name: string; readonly at: number };
}

export type Plot = Points | Rows;

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const WIDTH = 720;
/** The middle of the first line of the legend, and how far the next is below. */
const FIRST = 44;
const LINE = 18;
const RIGHT = 24;
/** Below the frame: the numbers of the axis, and what they are. */
const BELOW = 46;
const ROW = 19;
const LANE = 7;
const POINTS_HEIGHT = 380;
/** Width of a character, about; and at most, in a name. */
const CHARACTER = 6.4;
const WIDE = 7;
const GUIDE = 'stroke="#777777" stroke-dasharray="5 4" stroke-width="1.3"';

export function draw(plot: Plot): string {
  return "rows" in plot ? drawRows(plot) : drawPoints(plot);
}

function drawPoints(plot: Points): string {
  const entries = legend(
    plot.series.map(({ who }) => who),
    plot,
    plot.guide?.name,
  );
  const frame = { left: 68, right: WIDTH - RIGHT, top: below(entries), bottom: POINTS_HEIGHT - BELOW };
  const all = [...plot.series.flatMap(({ points }) => points), ...(plot.guide?.points ?? [])];
  const x = scale(
    plot.x,
    all.map(([value]) => value),
    frame.left,
    frame.right,
  );
  const y = scale(
    plot.y,
    all.map(([, value]) => value),
    frame.bottom,
    frame.top,
  );
  const middle = (frame.top + frame.bottom) / 2;
  const placed = (points: Series["points"]) => points.map(([a, b]) => [x.place(a), y.place(b)] as const);
  const guide = plot.guide === undefined ? [] : [line(placed(plot.guide.points), GUIDE)];
  return card(plot, POINTS_HEIGHT, [
    ...across(plot.x, x, frame),
    ...y.ticks.map((tick) => rule(frame.left, y.place(tick), frame.right, y.place(tick))),
    ...y.ticks.map((tick) => text(frame.left - 6, y.place(tick) + 4, short(tick), 'text-anchor="end"')),
    text(0, 0, plot.y.label, `text-anchor="middle" transform="translate(16 ${middle}) rotate(-90)"`),
    ...guide,
    // The first series is on top.
    ...plot.series.toReversed().flatMap(({ who, points, joined }) => {
      const places = placed(points);
      const path = joined === true ? [line(places, `stroke="${looks[who].colour}" stroke-width="1.6"`)] : [];
      return [...path, ...places.map(([a, b]) => mark(a, b, who))];
    }),
    ...texts(plot.series, placed, frame),
    ...drawnLegend(entries),
  ]);
}

/** The labels of the points that have some. */
function texts(
  series: readonly Series[],
  placed: (points: Series["points"]) => (readonly [number, number])[],
  frame: Frame,
): string[] {
  const named = series.flatMap(({ points, label }) => {
    const place = placed(points).at(-1);
    return label === undefined || place === undefined ? [] : [{ text: label, x: place[0], y: place[1] }];
  });
  const free = series.flatMap(({ points }) => placed(points).map(([x, y]) => ({ x, y })));
  return labels(named, free, frame).flatMap(labelled);
}

function drawRows(plot: Rows): string {
  const left = 20 + WIDE * Math.max(...plot.rows.map(({ label }) => label.length));
  const { guide } = plot;
  const entries = legend(
    plot.rows.flatMap(({ marks }) => marks.map(({ who }) => who)),
    plot,
    guide?.name,
  );
  const top = below(entries);
  const lanes = plot.lanes === true ? entries.map(({ who }) => who) : [];
  const row = Math.max(ROW, LANE * lanes.length + 7);
  const shift = (who: Who) => (lanes.length === 0 ? 0 : (lanes.indexOf(who) - (lanes.length - 1) / 2) * LANE);
  const height = top + row * plot.rows.length + 8 + BELOW;
  const frame = { left: Math.round(left), right: WIDTH - RIGHT, top, bottom: height - BELOW };
  const values = plot.rows.flatMap(({ marks }) => marks.flatMap(({ value, to }) => [value, to ?? value]));
  const x = scale(plot.x, [...values, ...(guide ? [guide.at] : [])], frame.left, frame.right);
  const body = plot.rows.flatMap(({ label, marks }, i) => {
    const middle = frame.top + 4 + (i + 0.5) * row;
    // The first mark of a row is on top.
    const drawn = marks.toReversed().flatMap(({ who, value, to }) => {
      const y = middle + shift(who);
      const look = `stroke="${looks[who].colour}" stroke-width="1.6"`;
      const tail =
        to === undefined
          ? []
          : [
              line(
                [
                  [x.place(value), y],
                  [x.place(to), y],
                ],
                look,
              ),
            ];
      return [...tail, mark(x.place(value), y, who)];
    });
    return [
      lanes.length === 0
        ? rule(frame.left, middle, frame.right, middle)
        : rule(frame.left, middle + row / 2, frame.right, middle + row / 2),
      text(frame.left - 8, middle + 4, label, 'text-anchor="end"'),
      ...drawn,
    ];
  });
  const at = guide === undefined ? [] : [x.place(guide.at)];
  return card(plot, height, [
    ...across(plot.x, x, frame),
    ...at.map((place) =>
      line(
        [
          [place, frame.top],
          [place, frame.bottom],
        ],
        GUIDE,
      ),
    ),
    ...body,
    ...drawnLegend(entries),
  ]);
}

function card({ title }: Head, height: number, parts: readonly string[]): string {
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12" fill="#1a1a1a">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6" fill="#ffffff" stroke="#d0d0d0"/>`,
    text(16, 24, title, 'font-size="14" font-weight="bold"'),
    ...parts,
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

/** The frame, and the lines and numbers of the axis below it. */
function across({ label }: Axis, x: Scale, { left, right, top, bottom }: Frame): string[] {
  return [
    `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="none" stroke="#dddddd"/>`,
    ...x.ticks.map((tick) => rule(x.place(tick), top, x.place(tick), bottom)),
    ...x.ticks.map((tick) => text(x.place(tick), bottom + 16, short(tick), 'text-anchor="middle"')),
    text((left + right) / 2, bottom + 36, label, 'text-anchor="middle"'),
  ];
}

interface Entry {
  readonly who: Who | "guide";
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Below the title, in the order of the table of colours, in as many lines as it takes. */
function legend(shown: readonly Who[], { names }: Head, guide: string | undefined): Entry[] {
  const entries: Entry[] = [];
  let [x, y] = [22, FIRST];
  const add = (who: Entry["who"], name: string) => {
    const width = 34 + name.length * CHARACTER;
    if (x + width > WIDTH) [x, y] = [22, y + LINE];
    entries.push({ who, name, x, y });
    x += width;
  };
  const own = new Set(shown);
  for (const who of whos) if (own.has(who)) add(who, names?.[who] ?? looks[who].name);
  if (guide !== undefined) add("guide", guide);
  return entries;
}

/** Where the frame begins. */
function below(entries: readonly Entry[]): number {
  return Math.max(...entries.map(({ y }) => y)) + LINE;
}

function drawnLegend(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ who, name, x, y }) => {
    const dash = [
      [x - 6, y],
      [x + 6, y],
    ] as const;
    return [who === "guide" ? line(dash, GUIDE) : mark(x, y, who), text(x + 11, y + 4, name, "")];
  });
}

function labelled({ text: content, x, y, anchor, leader }: Label): string[] {
  // A rim in the card's colour keeps the text readable over lines.
  const rim = 'stroke="#ffffff" stroke-width="6" stroke-linejoin="round" paint-order="stroke"';
  const label = text(x, y, content, `font-size="11" text-anchor="${anchor}" ${rim}`);
  if (leader === null) return [label];
  return [line([leader, [anchor === "end" ? x + 2 : x - 2, y - 4]], 'stroke="#999999"'), label];
}

function mark(x: number, y: number, who: Who): string {
  const { colour, shape } = looks[who];
  const look = `fill="${colour}" stroke="#ffffff" stroke-width="0.8"`;
  const corners = (points: readonly (readonly [number, number])[]) =>
    `<polygon points="${points.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(" ")}" ${look}/>`;
  switch (shape) {
    case "circle":
      return `<circle cx="${round(x)}" cy="${round(y)}" r="5" ${look}/>`;
    case "square":
      return `<rect x="${round(x - 4.5)}" y="${round(y - 4.5)}" width="9" height="9" ${look}/>`;
    case "triangle":
      return corners([
        [-5.5, 4.5],
        [5.5, 4.5],
        [0, -5.5],
      ]);
    case "diamond":
      return corners([
        [-5.5, 0],
        [0, -5.5],
        [5.5, 0],
        [0, 5.5],
      ]);
  }
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#e4e4e4"/>`;
}

function line(places: readonly (readonly [number, number])[], look: string): string {
  const path = places.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
  return `<polyline points="${path}" fill="none" ${look}/>`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}"${attributes === "" ? "" : ` ${attributes}`}>${escaped(content)}</text>`;
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return `${Number(value.toPrecision(3))}`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
