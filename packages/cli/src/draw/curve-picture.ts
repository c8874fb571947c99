import { type CurvePoint, countOf, toleranceRange } from "@hankel/core";

/** A curve of automata, as far as a picture needs it. */
export interface DrawnCurve {
  readonly points: readonly CurvePoint[];
  /** The place of the chosen point, or -1. */
  readonly chosen: number;
  readonly states: number;
}

const WIDTH = 720;
const HEIGHT = 440;
/** The plot, inside the room for titles and labels. */
const PLOT = { left: 84, right: WIDTH - 28, top: 78, bottom: HEIGHT - 58 };

/** Smaller divergences are rounding, and a logarithmic scale has no zero. */
const LEAST = 1e-9;

const COLOURS = {
  ink: "#1f2933",
  faint: "#5f6c7b",
  grid: "#e4e7eb",
  line: "#2b6cb0",
  chosen: "#c05621",
};

/** Draws KL per symbol over the number of states, on a logarithmic scale, with the chosen automaton marked. */
export function curvePicture(curve: DrawnCurve): string {
  const scales = scalesFor(curve.points);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Helvetica, Arial, sans-serif">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...titles(curve),
    ...verticalAxis(scales),
    ...horizontalAxis(scales),
    ...line(curve.points, scales),
    ...mark(curve, scales),
    "</svg>\n",
  ].join("\n");
}

/** Where numbers of states and divergences are drawn, and the ticks between them. */
interface Scales {
  readonly x: (states: number) => number;
  readonly y: (divergence: number) => number;
  readonly states: readonly number[];
  readonly divergences: readonly number[];
}

function scalesFor(points: readonly CurvePoint[]): Scales {
  const sizes = points.map(({ states }) => states);
  const [first, last] = [Math.min(1, ...sizes), Math.max(2, ...sizes)];
  const logs = points.map(({ divergence }) => Math.log10(Math.max(divergence, LEAST)));
  const low = Math.floor(Math.min(-1, ...logs));
  const high = Math.max(low + 1, Math.ceil(Math.max(low, ...logs)));
  const { left, right, top, bottom } = PLOT;
  return {
    x: (states) => left + 14 + ((states - first) / (last - first)) * (right - left - 28),
    y: (divergence) =>
      bottom - ((Math.log10(Math.max(divergence, LEAST)) - low) / (high - low)) * (bottom - top),
    states: stateTicks(first, last),
    divergences: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
  };
}

/** The first number of states, and then round ones, at most about twelve. */
function stateTicks(first: number, last: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (last - first) / size <= 12) ?? last;
  const ticks = [first];
  for (let tick = step; tick <= last; tick += step) if (tick > first) ticks.push(tick);
  return ticks;
}

function titles({ points, chosen, states }: DrawnCurve): string[] {
  const point = points[chosen];
  if (point === undefined) return [text(PLOT.left, 36, "No automaton was learned yet", TITLE)];
  const [from, to] = toleranceRange(points, chosen).map(short);
  const plateau =
    chosen === 0 && points.length === 1
      ? "the only automaton of this run"
      : `the same automaton for every tolerance from ${from} to ${to}`;
  const left = states < point.states ? `, of which ${states} remain` : "";
  return [
    text(PLOT.left, 32, `${countOf(point.states, "state")} chosen${left}`, TITLE),
    text(PLOT.left, 54, plateau, `font-size="14" fill="${COLOURS.faint}"`),
  ];
}

const TITLE = `font-size="19" font-weight="bold" fill="${COLOURS.ink}"`;
const LABEL = `font-size="13" fill="${COLOURS.ink}"`;
const TICK = `font-size="12" fill="${COLOURS.faint}"`;

function verticalAxis({ y, divergences }: Scales): string[] {
  const { left, right, top, bottom } = PLOT;
  const lines = divergences.flatMap((value) => [
    `<line x1="${left}" y1="${at(y(value))}" x2="${right}" y2="${at(y(value))}" stroke="${COLOURS.grid}"/>`,
    text(left - 10, y(value) + 4, decimal(value), `${TICK} text-anchor="end"`),
  ]);
  const middle = (top + bottom) / 2;
  const turned = `${LABEL} text-anchor="middle" transform="rotate(-90 22 ${middle})"`;
  return [...lines, text(22, middle, "KL from the target, nats per symbol", turned)];
}

function horizontalAxis({ x, states }: Scales): string[] {
  const { left, right, bottom } = PLOT;
  const ticks = states.flatMap((value) => [
    `<line x1="${at(x(value))}" y1="${bottom}" x2="${at(x(value))}" y2="${bottom + 5}" stroke="${COLOURS.faint}"/>`,
    text(x(value), bottom + 20, String(value), `${TICK} text-anchor="middle"`),
  ]);
  return [
    `<line x1="${left}" y1="${bottom}" x2="${right}" y2="${bottom}" stroke="${COLOURS.faint}"/>`,
    ...ticks,
    text((left + right) / 2, bottom + 44, "states", `${LABEL} text-anchor="middle"`),
  ];
}

function line(points: readonly CurvePoint[], { x, y }: Scales): string[] {
  const places = points.map(({ states, divergence }) => `${at(x(states))},${at(y(divergence))}`);
  const radius = points.length > 60 ? 2 : 3.5;
  return [
    `<polyline points="${places.join(" ")}" fill="none" stroke="${COLOURS.line}" stroke-width="2" stroke-linejoin="round"/>`,
    ...points.map(
      ({ states, divergence }) =>
        `<circle cx="${at(x(states))}" cy="${at(y(divergence))}" r="${radius}" fill="${COLOURS.line}"/>`,
    ),
  ];
}

/** A ring around the chosen point, and beside it what it stands for. */
function mark({ points, chosen }: DrawnCurve, { x, y }: Scales): string[] {
  const point = points[chosen];
  if (point === undefined) return [];
  const [cx, cy] = [x(point.states), y(point.divergence)];
  const end = cx > PLOT.right - 190;
  const label = `${countOf(point.states, "state")}, KL ${short(point.divergence)}`;
  // Above the curve, which falls; at its right end, to the left of the mark.
  const anchor = end ? "end" : "start";
  const style = `font-size="14" font-weight="bold" fill="${COLOURS.chosen}" text-anchor="${anchor}"`;
  return [
    `<line x1="${at(cx)}" y1="${at(cy + 9)}" x2="${at(cx)}" y2="${PLOT.bottom}" stroke="${COLOURS.chosen}" stroke-dasharray="3 4"/>`,
    `<circle cx="${at(cx)}" cy="${at(cy)}" r="8" fill="white" stroke="${COLOURS.chosen}" stroke-width="2.5"/>`,
    `<circle cx="${at(cx)}" cy="${at(cy)}" r="3.5" fill="${COLOURS.chosen}"/>`,
    text(end ? cx - 14 : cx + 14, Math.max(PLOT.top + 14, cy - 14), label, style),
  ];
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${at(x)}" y="${at(y)}" ${attributes}>${content}</text>`;
}

/** A coordinate with few digits. */
function at(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Two digits are enough for a label. */
function short(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/** A power of ten as people write it. */
function decimal(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return exponent >= -4 ? String(Number(value.toPrecision(1))) : `10${superscript(exponent)}`;
}

function superscript(exponent: number): string {
  return String(exponent).replace(/./gu, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]));
}
