/** The lines between states that have their places, the arrows to the first ones, and the places of all labels. */

import { Canvas, contains, STEP } from "./canvas.ts";
import { between, bow, type Curve, pointAt, samplesOf, through } from "./curve.ts";
import type { Box, Drawing, DrawnArc, DrawnStart, DrawnState, Graph, GraphArc, Point } from "./graph.ts";
import { brief, LABEL_SIZE, linesOf, NAME_SIZE, roomOf, textWidth } from "./text.ts";

/** The least radius of a state. */
export const RADIUS = 20;
/** How far the tip of an arrow stays away from its state. */
const GAP = 1.5;
/** How long the arrow to an initial state is. */
const START = 34;
/** How far a line may bend to the left or right of the straight one. */
const BENDS = [0, 16, -16, 30, -30, 50, -50, 75, -75, 105, -105, 145, -145, 195, -195, 260, -260];

/** A state at a place, with its texts as they are drawn. */
export function drawnState(state: Graph["states"][number], { x, y }: Point): DrawnState {
  const name = brief(state.name, 16);
  const detail = state.detail === undefined ? undefined : brief(state.detail, 18);
  const width = Math.max(textWidth(name, NAME_SIZE), textWidth(detail ?? "", LABEL_SIZE));
  const down = detail === undefined ? RADIUS : RADIUS + 4;
  // A text that is wider than a circle allows has a longer shape with round ends.
  const across = width <= 1.5 * down ? down : width / 2 + 12;
  return { state, x, y, name, detail, across, down };
}

/** Points that the line between two states is meant to pass, by `lineKey`. */
export type Bends = ReadonlyMap<string, readonly Point[]>;

export function lineKey({ from, to }: { readonly from: number; readonly to: number }): string {
  return `${from} ${to}`;
}

/**
 * The whole drawing of a graph whose states have places; arcs to states without one are left out.
 *
 * @example
 * const graph = graphOf(minimize(fromExpression("a", boolean)));
 * console.log(route(graph, new Map([[0, { x: 0, y: 0 }], [1, { x: 100, y: 0 }]])).arcs.length); // 1
 */
export function route(graph: Graph, places: ReadonlyMap<number, Point>, bends: Bends = new Map()): Drawing {
  const states = graph.states.flatMap((state) => {
    const place = places.get(state.id);
    return place === undefined ? [] : [drawnState(state, place)];
  });
  const byId = new Map(states.map((drawn) => [drawn.state.id, drawn]));
  const canvas = new Canvas(states);
  const starts = states.flatMap((state) => startOf(state, canvas));
  const keys = new Set(graph.arcs.map(lineKey));
  const curves = new Map<GraphArc, Curve>();
  const length = ({ from, to }: GraphArc) => {
    const [a, b] = [byId.get(from), byId.get(to)];
    return a === undefined || b === undefined
      ? -1
      : from === to
        ? Infinity
        : Math.hypot(a.x - b.x, a.y - b.y);
  };
  const arcs = graph.arcs.filter((arc) => length(arc) >= 0);
  // Short lines have little choice, and loops go where there is room.
  for (const arc of arcs.toSorted((a, b) => length(a) - length(b))) {
    const [from, to] = [byId.get(arc.from), byId.get(arc.to)];
    if (from === undefined || to === undefined) continue;
    const hasReverse = keys.has(`${arc.to} ${arc.from}`);
    const curve =
      from === to ? loopOf(from, arc, canvas) : lineOf(from, to, hasReverse, bends.get(lineKey(arc)), canvas);
    canvas.addLine(samplesOf(curve, STEP));
    canvas.addEnds(curve);
    curves.set(arc, curve);
  }
  const labels = placeLabels(arcs, keys, curves, canvas);
  const drawn = arcs.flatMap((arc): DrawnArc[] => {
    const curve = curves.get(arc);
    return curve === undefined ? [] : [{ arc, curve, lines: linesOf(arc.labels), label: labels.get(arc) }];
  });
  return {
    states,
    arcs: drawn,
    starts,
    isOverview: false,
    note: graph.note,
    box: boxOf(states, drawn, starts, graph.note),
  };
}

/** The arrow to an initial state, from the left. */
function startOf(drawn: DrawnState, canvas: Canvas): DrawnStart[] {
  const { state, x, y, across } = drawn;
  if (state.initial === undefined) return [];
  const text = brief(state.initial);
  const room = roomOf(text === "" ? [] : [text]);
  const to = { x: x - across - GAP, y };
  const from = { x: to.x - Math.max(START, room.width + 14), y };
  canvas.addLine(samplesOf(bow(from, to, 0), STEP));
  const label = text === "" ? undefined : { x: from.x, y: y - room.height - 3, ...room };
  if (label !== undefined) canvas.addLabel(label);
  return [{ state: state.id, from, to, text, label }];
}

/** The best of several curves: short, away from other states and lines. A line beside its reverse bends to its left. */
function lineOf(
  from: DrawnState,
  to: DrawnState,
  hasReverse: boolean,
  bends: readonly Point[] | undefined,
  canvas: Canvas,
): Curve {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const bows = BENDS.filter((bend) => Math.abs(bend) <= Math.max(50, 0.7 * length))
    .filter((bend) => !hasReverse || bend > 0)
    .map((bend) => ({ curve: bow(from, to, bend), extra: Math.abs(bend) / 12 }));
  const ways =
    bends === undefined || bends.length === 0
      ? bows
      : [{ curve: through([from, ...bends, to]), extra: 1 }, ...bows];
  const cut = (curve: Curve) =>
    between(
      curve,
      (point) => contains(from, point),
      (point) => contains(to, point, GAP),
    );
  let best: { curve: Curve; cost: number } | undefined;
  for (const { curve, extra } of ways) {
    if (best !== undefined && extra >= best.cost) continue;
    const samples = samplesOf(curve, STEP);
    let cost = extra + samples.length / 10 + canvas.lineCost(samples, from.state.id, to.state.id);
    if (best !== undefined && cost >= best.cost) continue;
    const seen = cut(curve);
    cost += canvas.endsCost(seen);
    if (best === undefined || cost < best.cost) best = { curve: seen, cost };
  }
  return best?.curve ?? cut(bow(from, to, 0));
}

/** A loop on the side of its state where it disturbs least; above, if it can. */
function loopOf(state: DrawnState, arc: GraphArc, canvas: Canvas): Curve {
  const { id } = state.state;
  const room = roomOf(linesOf(arc.labels));
  let best: { curve: Curve; cost: number } | undefined;
  for (const [turn, extra] of [
    [0, 0],
    [180, 1.5],
    [-45, 2.5],
    [45, 2.5],
    [135, 3.5],
    [-135, 3.5],
    [90, 3],
    [-90, 5],
  ]) {
    const curve = loopAt(state, (turn * Math.PI) / 180);
    const top = pointAt(curve, 0.5);
    const label = boxAt(top, outwards(top, state), room, 2);
    const cost =
      extra +
      canvas.lineCost(samplesOf(curve, STEP).slice(2, -2), id, id) +
      canvas.labelCost(label) / 4 +
      canvas.endsCost(curve);
    if (best === undefined || cost < best.cost) best = { curve, cost };
  }
  return best?.curve ?? loopAt(state, 0);
}

/** A loop in a direction, as an angle from above. */
function loopAt(state: DrawnState, turn: number): Curve {
  const { x, y, across, down } = state;
  const isRound = across === down;
  const centre = isRound
    ? { x, y }
    : { x: x + Math.sign(Math.round(Math.sin(turn) * 100)) * (across - down), y };
  const at = (angle: number, distance: number) => ({
    x: centre.x + Math.sin(turn + angle) * distance,
    y: centre.y - Math.cos(turn + angle) * distance,
  });
  const curve = [at(-0.4, down * 0.8), at(-0.62, down + 42), at(0.62, down + 42), at(0.4, down * 0.8)];
  return between(
    curve,
    (point) => contains(state, point),
    (point) => contains(state, point, GAP),
  );
}

function outwards(point: Point, from: Point): Point {
  const length = Math.hypot(point.x - from.x, point.y - from.y) || 1;
  return { x: (point.x - from.x) / length, y: (point.y - from.y) / length };
}

/** A box next to a point, on the side that a direction names. */
function boxAt(
  point: Point,
  side: Point,
  { width, height }: { width: number; height: number },
  gap: number,
): Box {
  const reach = Math.abs(side.x) * (width / 2) + Math.abs(side.y) * (height / 2) + gap;
  return { x: point.x + side.x * reach - width / 2, y: point.y + side.y * reach - height / 2, width, height };
}

/** Where along a line its label may stand, best first. */
const SPOTS = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.14, 0.86];
const ROUNDS = 3;

/** The labels beside their lines. Each is placed again when all others are known. */
function placeLabels(
  arcs: readonly GraphArc[],
  keys: ReadonlySet<string>,
  curves: ReadonlyMap<GraphArc, Curve>,
  canvas: Canvas,
): Map<GraphArc, Box> {
  const labels = new Map<GraphArc, Box>();
  const wanted = arcs.flatMap((arc) => {
    const curve = curves.get(arc);
    const lines = linesOf(arc.labels);
    if (curve === undefined || lines.length === 0) return [];
    const isLoop = arc.from === arc.to;
    const hasReverse = !isLoop && keys.has(`${arc.to} ${arc.from}`);
    return [{ arc, own: samplesOf(curve, STEP), spots: spotsOf(curve, roomOf(lines), isLoop, hasReverse) }];
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { arc, own, spots } of wanted) {
      canvas.removeLine(own);
      const old = labels.get(arc);
      if (old !== undefined) canvas.removeLabel(old);
      let best: { box: Box; cost: number } | undefined;
      for (const { box, extra } of spots) {
        if (best !== undefined && extra >= best.cost) continue;
        const struck = own.filter((point) => isInside(point, box)).length;
        const cost = extra + 4 * struck + canvas.labelCost(box, best?.cost);
        if (best === undefined || cost < best.cost) best = { box, cost };
      }
      canvas.addLine(own);
      if (best === undefined) continue;
      labels.set(arc, best.box);
      canvas.addLabel(best.box);
    }
  }
  return labels;
}

function isInside({ x, y }: Point, box: Box): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** The places for a label next to a curve, and how much worse than the best each is by itself. */
function spotsOf(
  curve: Curve,
  room: { width: number; height: number },
  isLoop: boolean,
  hasReverse: boolean,
): { box: Box; extra: number }[] {
  const spots: { box: Box; extra: number }[] = [];
  for (const t of SPOTS) {
    const [before, point, after] = [pointAt(curve, t - 0.02), pointAt(curve, t), pointAt(curve, t + 0.02)];
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const side = { x: (after.y - before.y) / length, y: -(after.x - before.x) / length };
    for (const sign of isLoop ? [1] : [1, -1]) {
      const direction = { x: side.x * sign, y: side.y * sign };
      for (const gap of [2.5, 9, 18]) {
        // Above a line is a little better than below it; between two lines one does not see whose it is.
        const inner = hasReverse && sign < 0 ? 5 : 0;
        const extra = 12 * Math.abs(t - 0.5) + gap / 4 + (direction.y > 0.1 ? 0.6 : 0) + inner;
        spots.push({ box: boxAt(point, direction, room, gap), extra });
      }
    }
  }
  return spots.sort((a, b) => a.extra - b.extra);
}

/** The room around everything. */
const MARGIN = 8;

export function boxOf(
  states: readonly DrawnState[],
  arcs: readonly DrawnArc[],
  starts: readonly DrawnStart[],
  note: string | undefined,
): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (x: number, y: number, width = 0, height = 0) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const { x, y, across, down } of states) add(x - across, y - down, 2 * across, 2 * down);
  for (const { curve, label } of arcs) {
    for (const { x, y } of samplesOf(curve, STEP)) add(x, y);
    if (label !== undefined) add(label.x, label.y, label.width, label.height);
  }
  for (const { from, label } of starts) {
    add(from.x, from.y);
    if (label !== undefined) add(label.x, label.y, label.width, label.height);
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 1, 1];
  if (note !== undefined) {
    const width = textWidth(note, LABEL_SIZE);
    bottom += 26;
    if (width > right - left) right = left + width;
  }
  return {
    x: Math.floor(left - MARGIN),
    y: Math.floor(top - MARGIN),
    width: Math.ceil(right - left + 2 * MARGIN + 1),
    height: Math.ceil(bottom - top + 2 * MARGIN + 1),
  };
}
