/** What pictures of curves share: the page, a logarithmic scale with its axes, colours, and numbers as labels. */

export const COLOURS = {
  ink: "#1f2933",
  faint: "#5f6c7b",
  grid: "#e4e7eb",
  line: "#2b6cb0",
  /** For what is not to be taken for the line. */
  other: "#97266d",
  chosen: "#c05621",
};

export const TITLE = `font-size="19" font-weight="bold" fill="${COLOURS.ink}"`;
const LABEL = `font-size="13" fill="${COLOURS.ink}"`;
export const SUBTITLE = `font-size="14" fill="${COLOURS.faint}"`;
export const TICK = `font-size="12" fill="${COLOURS.faint}"`;

const WIDTH = 720;
const HEIGHT = 440;
/** The plot, inside the room for titles and labels. */
export const PLOT = { left: 84, right: WIDTH - 28, top: 78, bottom: HEIGHT - 58 };

/** What takes the place of each colour on a dark page. */
const ON_DARK: Readonly<Record<string, string>> = {
  white: "#15181c",
  [COLOURS.ink]: "#e9e6df",
  [COLOURS.faint]: "#a9b4c2",
  [COLOURS.grid]: "#343a42",
  [COLOURS.line]: "#7cc0ee",
  [COLOURS.other]: "#f39ad0",
  [COLOURS.chosen]: "#ffb07c",
};

/** The style of a picture that is drawn for light pages: on dark ones its colours change. */
export function darkStyle(more: Readonly<Record<string, string>> = {}): string {
  const rules = Object.entries({ ...ON_DARK, ...more }).map(
    ([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`,
  );
  return `<style>@media (prefers-color-scheme:dark){text:not([fill]){fill:${ON_DARK[COLOURS.ink]}}${rules.join("")}}</style>`;
}

/** A picture of these parts. */
export function page(parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Helvetica, Arial, sans-serif">`,
    darkStyle(),
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

/** Where counts, from left to right, and values, from the bottom up, are drawn, and the ticks between them. */
export interface Scales {
  readonly x: (count: number) => number;
  readonly y: (value: number) => number;
  readonly counts: readonly number[];
  readonly values: readonly number[];
}

/** Counts between two numbers, and values between two powers of ten; those below `least` are drawn as that, for there is no zero. */
export function logarithmic(first: number, last: number, low: number, high: number, least: number): Scales {
  const { left, right, top, bottom } = PLOT;
  return {
    x: (count) => left + 14 + ((count - first) / (last - first)) * (right - left - 28),
    y: (value) => bottom - ((Math.log10(Math.max(value, least)) - low) / (high - low)) * (bottom - top),
    counts: countTicks(first, last),
    values: powerTicks(low, high, least),
  };
}

/** The lines and labels of the two axes. */
export function axes({ x, y, counts, values }: Scales, across: string, up: string): string[] {
  const { left, right, top, bottom } = PLOT;
  const middle = (top + bottom) / 2;
  return [
    ...values.flatMap((value) => [
      `<line x1="${left}" y1="${at(y(value))}" x2="${right}" y2="${at(y(value))}" stroke="${COLOURS.grid}"/>`,
      text(left - 10, y(value) + 4, decimal(value), `${TICK} text-anchor="end"`),
    ]),
    text(22, middle, up, `${LABEL} text-anchor="middle" transform="rotate(-90 22 ${middle})"`),
    `<line x1="${left}" y1="${bottom}" x2="${right}" y2="${bottom}" stroke="${COLOURS.faint}"/>`,
    ...counts.flatMap((count) => [
      `<line x1="${at(x(count))}" y1="${bottom}" x2="${at(x(count))}" y2="${bottom + 5}" stroke="${COLOURS.faint}"/>`,
      text(x(count), bottom + 20, String(count), `${TICK} text-anchor="middle"`),
    ]),
    text((left + right) / 2, bottom + 44, across, `${LABEL} text-anchor="middle"`),
  ];
}

/** The first of some numbers, and then round ones, at most about twelve. */
function countTicks(first: number, last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (last - first) / size <= 12) ?? last;
  const ticks = [first];
  for (let tick = step; tick <= last; tick += step) if (tick > first) ticks.push(tick);
  return ticks;
}

/**
 * Powers of ten between two exponents, at most about eight; where there are few of them, twice and five times as much too. None is
 * below `least`.
 */
function powerTicks(low: number, high: number, least: number): number[] {
  const factors = high - low > 3 ? [1] : [1, 2, 5];
  const step = Math.ceil((high - low) / 8);
  const ticks: number[] = [];
  for (let exponent = Math.floor(high); exponent >= low - 1; exponent -= step) {
    for (const factor of factors) {
      const tick = factor * 10 ** exponent;
      if (tick >= Math.max(least, 10 ** low) && tick <= 10 ** high) ticks.push(tick);
    }
  }
  return ticks;
}

export function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${at(x)}" y="${at(y)}" ${attributes}>${content}</text>`;
}

/** A coordinate with few digits. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Two digits are enough for a label. */
export function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** One, two or five times a power of ten, as people write it. */
function decimal(value: number): string {
  const [digit, exponent] = value.toExponential(0).split("e").map(Number);
  if (exponent >= -4) return String(Number(value.toPrecision(1)));
  return `${digit === 1 ? "" : `${digit}·`}10${superscript(exponent)}`;
}

function superscript(exponent: number): string {
  return String(exponent).replaceAll(/./gu, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));
}
