/** Small plots as SVG: points and lines over two axes. */

import { type Label, labels } from "./labels.ts";
import { type Axis, round, type Scale, scale } from "./scale.ts";

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A line through the points; without it, points only. */
  readonly joined?: boolean;
  /** Dashed and grey: a goal or a guide, not a finding. */
  readonly guide?: boolean;
  /** Series of one group look alike and are told apart by numbers: for many points, some in the same place. */
  readonly group?: string;
}

export interface Plot {
  /** In docs/images. */
  readonly file: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 70;
const RIGHT = 230;
const TOP = 40;
const BOTTOM = 50;
/** Told apart by colour-blind readers too (Okabe and Ito 2008), and by their marks. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
const GREY = "#888888";
/** Colours on a dark page: a style rule overrides an attribute. */
const DARK =
  "@media (prefers-color-scheme: dark) { .page { fill: #0d1117 } text { fill: #e6edf3 } .label { stroke: #0d1117 } .grid { stroke: #30363d } " +
  ".mark-0 { fill: #4aa8e0 } .line-0 { stroke: #4aa8e0 } .mark-6 { fill: #ffffff } .line-6 { stroke: #ffffff } }";

/** How a series looks: its colour and shape, and its number where it has one. */
interface Look {
  readonly style: number;
  readonly number: number | null;
}

export function draw(plot: Plot): string {
  const all = plot.series.flatMap(({ points }) => points);
  const xs = all.map(([value]) => value);
  const ys = all.map(([, value]) => value);
  const x = scale(plot.x, xs, LEFT, WIDTH - RIGHT);
  const y = scale(plot.y, ys, HEIGHT - BOTTOM, TOP);
  const looks = looksOf(plot.series);
  const middle = (TOP + HEIGHT - BOTTOM) / 2;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.title)}</title>`,
    `<style>${DARK}</style>`,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 22, plot.title, 'font-size="14" font-weight="bold"'),
    ...grid(x, y),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, plot.x.label, 'text-anchor="middle"'),
    text(0, 0, plot.y.label, `text-anchor="middle" transform="translate(16 ${middle}) rotate(-90)"`),
    ...inLayers(plot.series).flatMap((i) => drawn(plot.series[i], looks[i], x, y)),
    ...numbers(plot.series, looks, x, y),
    ...legend(plot.series, looks),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

/** Guides are at the bottom, the first series of the legend on top. */
function inLayers(series: readonly Series[]): number[] {
  const guide = (i: number) => (series[i].guide === true ? 0 : 1);
  return [...series.keys()].reverse().sort((a, b) => guide(a) - guide(b));
}

function looksOf(series: readonly Series[]): Look[] {
  const groups = [...new Set(series.map(({ group }) => group).filter((group) => group !== undefined))];
  let number = 0;
  return series.map(({ group }, i) =>
    group === undefined ? { style: i, number: null } : { style: groups.indexOf(group), number: ++number },
  );
}

function grid(x: Scale, y: Scale): string[] {
  const bottom = HEIGHT - BOTTOM;
  const right = WIDTH - RIGHT;
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `<line class="grid" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#dddddd"/>`;
  return [
    `<rect class="grid" x="${LEFT}" y="${TOP}" width="${right - LEFT}" height="${bottom - TOP}" fill="none" stroke="#dddddd"/>`,
    ...x.ticks.map((tick) => line(x.place(tick), TOP, x.place(tick), bottom)),
    ...y.ticks.map((tick) => line(LEFT, y.place(tick), right, y.place(tick))),
    ...x.ticks.map((tick) => text(x.place(tick), bottom + 16, short(tick), 'text-anchor="middle"')),
    ...y.ticks.map((tick) => text(LEFT - 6, y.place(tick) + 4, short(tick), 'text-anchor="end"')),
  ];
}

function drawn({ points, joined, guide }: Series, { style }: Look, x: Scale, y: Scale): string[] {
  const places = points.map(([a, b]) => [x.place(a), y.place(b)] as const);
  const parts: string[] = [];
  if (joined === true) {
    const path = places.map((place) => place.join(",")).join(" ");
    const look =
      guide === true
        ? `stroke="${GREY}" stroke-dasharray="5 4"`
        : `class="line-${style % COLOURS.length}" stroke="${colour(style)}"`;
    parts.push(`<polyline points="${path}" fill="none" ${look} stroke-width="1.5"/>`);
  }
  if (guide !== true) parts.push(...places.map(([a, b]) => mark(a, b, style)));
  return parts;
}

/** The numbers of the points that have some. */
function numbers(series: readonly Series[], looks: readonly Look[], x: Scale, y: Scale): string[] {
  const marks = series.flatMap(({ points }, i) => {
    const { number } = looks[i];
    return number === null ? [] : points.map(([a, b]) => ({ number, x: x.place(a), y: y.place(b) }));
  });
  const frame = { left: LEFT, right: WIDTH - RIGHT, top: TOP, bottom: HEIGHT - BOTTOM };
  return labels(marks, frame).flatMap(labelled);
}

function labelled({ text: content, x, y, leader }: Label): string[] {
  // A rim in the page's colour keeps the text readable over lines.
  const rim = 'class="label" stroke="#ffffff" stroke-width="6" stroke-linejoin="round" paint-order="stroke"';
  const label = text(round(x), y, content, `font-size="11" ${rim}`);
  if (leader === null) return [label];
  const [to, down] = leader;
  // The line ends at the side of the text that is nearer.
  const near = x > to ? round(x - 2) : round(x + 6.6 * content.length + 2);
  const line = `<line x1="${round(to)}" y1="${round(down)}" x2="${near}" y2="${round(y - 4)}" stroke="${GREY}"/>`;
  return [line, label];
}

function legend(series: readonly Series[], looks: readonly Look[]): string[] {
  const x = WIDTH - RIGHT + 18;
  const step = Math.min(18, (HEIGHT - TOP - 20) / series.length);
  return series.flatMap(({ name, guide }, i) => {
    const y = round(TOP + 10 + i * step);
    const { style, number } = looks[i];
    const sample =
      guide === true
        ? `<line x1="${x - 7}" y1="${y}" x2="${x + 7}" y2="${y}" stroke="${GREY}" stroke-dasharray="5 4"/>`
        : mark(x, y, style);
    if (number === null) return [sample, text(x + 14, y + 4, name, "")];
    return [sample, text(x + 26, y + 4, `${number}`, 'text-anchor="end"'), text(x + 33, y + 4, name, "")];
  });
}

function colour(style: number): string {
  return COLOURS[style % COLOURS.length];
}

/** A circle, a square, a triangle or a diamond, in turn. */
function mark(x: number, y: number, style: number): string {
  const r = 4;
  const look = `class="mark-${style % COLOURS.length}" fill="${colour(style)}"`;
  const corners = (points: readonly (readonly [number, number])[]) =>
    `<polygon points="${points.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(" ")}" ${look}/>`;
  switch (style % 4) {
    case 0:
      return `<circle cx="${x}" cy="${round(y)}" r="${r}" ${look}/>`;
    case 1:
      return corners([
        [-r, -r],
        [r, -r],
        [r, r],
        [-r, r],
      ]);
    case 2:
      return corners([
        [-r - 1, r],
        [r + 1, r],
        [0, -r - 1],
      ]);
    default:
      return corners([
        [-r - 1, 0],
        [0, -r - 1],
        [r + 1, 0],
        [0, r + 1],
      ]);
  }
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${round(y)}"${attributes === "" ? "" : ` ${attributes}`}>${escaped(content)}</text>`;
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return `${Number(value.toPrecision(3))}`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
