import type { MachineView } from "../engine/views.ts";
import type { Position } from "./graph.ts";

/** Okabe and Ito's palette, which colour-blind people can tell apart. Classes also show their numbers. */
const PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a7a00", "#7a5195"];

export function colourOf(state: number): string {
  return state < 0 ? "transparent" : PALETTE[state % PALETTE.length];
}

export const RADIUS = 22;
/** The least distance of a line from the centre of other states; it leaves room for labels. */
const CLEAR = RADIUS + 20;

/** All arcs from one state to another, drawn as one line. */
export interface Edge {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly labels: readonly string[];
  /** How thick the line is; undefined if all are alike. */
  readonly width: number | undefined;
  readonly path: string;
  /** The place of the label next to the line. */
  readonly label: Position;
  /** Do further labels stand below it, and not above? */
  readonly isBelow: boolean;
  /** Which part of the label is at its place. */
  readonly anchor: "start" | "middle" | "end";
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Longer labels are shortened in the drawing; the tooltip shows them in full. */
const MAX_LABEL = 22;

export function brief(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_LABEL ? text : `${characters.slice(0, MAX_LABEL - 1).join("")}…`;
}

/** The lines between the states that have a place. */
export function edgesOf(machine: MachineView, places: ReadonlyMap<number, Position>): Edge[] {
  const groups = linesOf(machine);
  const shown = machine.states.flatMap(({ id }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  // Where many lines meet in the middle, labels stand nearer to the state that a line leaves, and loops point outwards.
  const labelAt = machine.isDeterministic || shown.length < 3 ? 0.5 : 0.36;
  const middle = machine.isDeterministic ? undefined : centreOf(shown.map(({ place }) => place));
  const sideOf = ({ x, y }: Position) =>
    middle === undefined || y < middle.y + RADIUS ? 0 : x < middle.x ? -1 : 1;
  const edges: Edge[] = [];
  for (const [key, { from, to, labels, width }] of groups) {
    const [start, end] = [places.get(from), places.get(to)];
    if (start === undefined || end === undefined) continue;
    const bend = groups.has(`${to} ${from}`)
      ? bendBeside(start, end)
      : bendAround(start, end, from, to, shown);
    const line = from === to ? loop(start, sideOf(start)) : curve(start, end, bend, labelAt);
    edges.push({ key, from, to, labels, width, ...line });
  }
  return edges;
}

type Line = Pick<Edge, "from" | "to" | "labels" | "width">;

/** The lines by their states: as the picture of a probabilistic automaton has them, or one for all arcs of two states. */
export function linesOf({ arcs, picture, silent }: MachineView): ReadonlyMap<string, Line> {
  if (picture !== undefined) return new Map(picture.lines.map((line) => [`${line.from} ${line.to}`, line]));
  const groups = new Map<string, Line & { labels: string[] }>();
  for (const { from, to, symbol, weight } of arcs) {
    const key = `${from} ${to}`;
    const label = silent ? symbol : `${symbol} / ${weight}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { from, to, labels: [label], width: undefined });
    else group.labels.push(label);
  }
  return groups;
}

/** How far a line bends to its left, as a fraction of its length, and at most. */
const BEND = 0.22;
const MAX_BEND = 80;

/** The bend of a line beside another one in the opposite direction. */
function bendBeside(a: Position, b: Position): number {
  return Math.min(BEND, MAX_BEND / Math.hypot(b.x - a.x, b.y - a.y));
}

/** The bend that leads a line around a state in its way; 0 if there is none. */
function bendAround(
  a: Position,
  b: Position,
  from: number,
  to: number,
  shown: readonly { id: number; place: Position }[],
): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (shown.length > 80 || length === 0) return 0;
  for (const { id, place } of shown) {
    if (id === from || id === to) continue;
    const [px, py] = [place.x - a.x, place.y - a.y];
    const along = (px * dx + py * dy) / length;
    const offset = (px * dy - py * dx) / length;
    if (along <= 0 || along >= length || Math.abs(offset) > CLEAR) continue;
    const away = (2 * (CLEAR + 26 - Math.abs(offset))) / length;
    return offset > 0 ? -away : away;
  }
  return 0;
}

type Drawn = Pick<Edge, "path" | "label" | "isBelow" | "anchor">;

/** A loop above a state, or to its right or left if `side` is 1 or -1. */
function loop({ x, y }: Position, side: number): Drawn {
  if (side !== 0) {
    const edge = x + side * (RADIUS - 2);
    const out = edge + side * 42;
    const path = `M${round(edge)},${round(y - 10)} C${round(out)},${round(y - 30)} ${round(out)},${round(y + 30)} ${round(edge)},${round(y + 10)}`;
    return { path, label: { x: edge + side * 38, y }, isBelow: true, anchor: side > 0 ? "start" : "end" };
  }
  const top = y - RADIUS + 2;
  const path = `M${round(x - 10)},${round(top)} C${round(x - 30)},${round(top - 42)} ${round(x + 30)},${round(top - 42)} ${round(x + 10)},${round(top)}`;
  return { path, label: { x, y: top - 38 }, isBelow: false, anchor: "middle" };
}

function centreOf(places: readonly Position[]): Position {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(places.map(({ x }) => x)), y: mean(places.map(({ y }) => y)) };
}

/** A line from circle to circle, bent to its left by a fraction of its length, with the label at a part of its way. */
function curve(a: Position, b: Position, bend: number, at: number): Drawn {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const control = { x: (a.x + b.x) / 2 + dy * bend, y: (a.y + b.y) / 2 - dx * bend };
  const start = towards(a, control, RADIUS);
  const end = towards(b, control, RADIUS + 3);
  const path = `M${round(start.x)},${round(start.y)} Q${round(control.x)},${round(control.y)} ${round(end.x)},${round(end.y)}`;
  // Text is drawn above its baseline, so a label below the line needs more distance than one above.
  const isBelow = dx * bend < 0;
  const distance = bend === 0 ? 9 : (isBelow ? 18 : 7) * Math.sign(bend);
  const on = (from: number, through: number, to: number) =>
    (1 - at) ** 2 * from + 2 * at * (1 - at) * through + at ** 2 * to;
  const label = {
    x: on(a.x, control.x, b.x) + (dy * distance) / length,
    y: on(a.y, control.y, b.y) - (dx * distance) / length,
  };
  return { path, label, isBelow, anchor: "middle" };
}

function towards(from: Position, to: Position, by: number): Position {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The area of a drawing with all its states and a margin for lines that bend, so that it does not jump when more states appear. */
export function boxOf(places: ReadonlyMap<number, Position>, margin = 0, sides = margin): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places.values()) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
  const [beside, above, below] = [90 + sides, 84 + margin, 50 + margin];
  return {
    x: left - beside,
    y: top - above,
    width: right - left + 2 * beside,
    height: bottom - top + above + below,
  };
}
