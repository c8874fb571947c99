/** Small plots as SVG: points and lines over two axes, logarithmic ones with their decades. */

export interface Axis {
  readonly label: string;
  readonly log: boolean;
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Points of their own unless they are joined. */
  readonly joined?: boolean;
  /** Dashed and grey: a goal or a guide, not a finding. */
  readonly guide?: boolean;
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

/** Both ends of what an axis shows, and where its ticks are. */
interface Scale {
  readonly ticks: readonly number[];
  place(value: number): number;
}

export function draw(plot: Plot): string {
  const all = plot.series.flatMap(({ points }) => points);
  const x = scale(
    plot.x,
    all.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
  );
  const y = scale(
    plot.y,
    all.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 22, plot.title, 'font-size="14" font-weight="bold"'),
    ...grid(x, y),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, plot.x.label, 'text-anchor="middle"'),
    text(
      0,
      0,
      plot.y.label,
      `text-anchor="middle" transform="translate(16 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)"`,
    ),
    ...plot.series.flatMap((series, i) => drawn(series, i, plot.series, x, y)),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

function scale({ log }: Axis, values: readonly number[], from: number, to: number): Scale {
  const measure = (value: number) => (log ? Math.log10(value) : value);
  const most = Math.max(...values.map(measure));
  const least = log ? Math.min(...values.map(measure)) : 0;
  const [low, high, ticks] = log ? decades(least, most) : steps(most);
  const place = (value: number) => round(from + ((measure(value) - low) / (high - low)) * (to - from));
  return { ticks, place };
}

/** From one tick to the next around the values: whole decades, or 1, 2, 5 where there are few of them. */
function decades(least: number, most: number): [number, number, number[]] {
  const few = most - least < 2;
  const marks: number[] = [];
  for (let decade = Math.floor(least); decade <= Math.ceil(most); decade++) {
    for (const digit of few ? [1, 2, 5] : [1]) marks.push(digit * 10 ** decade);
  }
  const low = marks.findLastIndex((mark) => Math.log10(mark) <= least + 1e-9);
  const high = marks.findIndex((mark) => Math.log10(mark) >= most - 1e-9);
  const ticks = marks.slice(low, Math.max(high, low + 1) + 1);
  return [Math.log10(ticks[0]), Math.log10(ticks.at(-1) as number), ticks];
}

function steps(most: number): [number, number, number[]] {
  const decade = 10 ** Math.floor(Math.log10(most));
  const step =
    [0.2, 0.5, 1, 2].map((factor) => factor * decade).find((size) => most / size <= 6) ?? 2 * decade;
  const count = Math.ceil(most / step - 1e-9);
  return [0, count * step, Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(6)))];
}

function grid(x: Scale, y: Scale): string[] {
  const bottom = HEIGHT - BOTTOM;
  const right = WIDTH - RIGHT;
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#dddddd"/>`;
  return [
    ...x.ticks.map((tick) => line(x.place(tick), TOP, x.place(tick), bottom)),
    ...y.ticks.map((tick) => line(LEFT, y.place(tick), right, y.place(tick))),
    ...x.ticks.map((tick) => text(x.place(tick), bottom + 16, short(tick), 'text-anchor="middle"')),
    ...y.ticks.map((tick) => text(LEFT - 6, y.place(tick) + 4, short(tick), 'text-anchor="end"')),
  ];
}

function drawn(series: Series, index: number, all: readonly Series[], x: Scale, y: Scale): string[] {
  const colour = series.guide === true ? GREY : COLOURS[index % COLOURS.length];
  const places = series.points.map(([a, b]) => [x.place(a), y.place(b)] as const);
  const legend = TOP + 10 + index * Math.min(18, (HEIGHT - TOP - 20) / all.length);
  const parts: string[] = [];
  if (series.joined === true) {
    const dash = series.guide === true ? ' stroke-dasharray="5 4"' : "";
    const path = places.map((place) => place.join(",")).join(" ");
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"${dash}/>`);
  }
  const marked = series.guide !== true;
  if (marked) parts.push(...places.map(([a, b]) => mark(a, b, index, colour)));
  const sample = WIDTH - RIGHT + 18;
  parts.push(
    marked
      ? mark(sample, legend, index, colour)
      : `<line x1="${sample - 7}" y1="${legend}" x2="${sample + 7}" y2="${legend}" stroke="${colour}" stroke-dasharray="5 4"/>`,
    text(sample + 14, legend + 4, series.name, ""),
  );
  return parts;
}

/** A circle, a square, a triangle or a diamond, in turn. */
function mark(x: number, y: number, index: number, colour: string): string {
  const r = 4;
  const corners = (points: readonly (readonly [number, number])[]) =>
    `<polygon points="${points.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(" ")}" fill="${colour}"/>`;
  switch (index % 4) {
    case 0:
      return `<circle cx="${x}" cy="${round(y)}" r="${r}" fill="${colour}"/>`;
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

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
