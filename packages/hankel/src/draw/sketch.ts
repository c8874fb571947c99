/** Pictures of automata that have too many arcs for labels: numbered circles and arrows. */

import type { Graph, RenderOptions } from "@viz-js/viz";
import { type Automaton, HankelError, toWfsa } from "../index.ts";
import { loadNeeded } from "../internal/files.ts";

/** Runs Graphviz, compiled to WebAssembly, on a graph or its DOT text, and returns what it writes. */
export async function graphviz(graph: string | Graph, options: RenderOptions): Promise<string> {
  const load = () => import("@viz-js/viz");
  const { instance } = await loadNeeded<Awaited<ReturnType<typeof load>>>(
    "drawing needs",
    "@viz-js/viz",
    "instance",
    load,
  );
  const viz = await instance();
  const result = viz.render(graph, options);
  if (result.status === "success") return result.output;
  const reasons = result.errors.map(({ message }) => message).join("; ");
  throw new HankelError("unsupported", `Graphviz cannot draw it: ${reasons}`);
}

/** A line of a picture: all arcs from one state to another. */
export interface Line {
  readonly from: number;
  readonly to: number;
}

export function linesOf(automaton: Automaton<unknown>): Line[] {
  const { size, start, target } = toWfsa(automaton);
  const lines: Line[] = [];
  for (let from = 0; from < size; from++) {
    const reached = new Set<number>();
    for (let arc = start[from]; arc < start[from + 1]; arc++) reached.add(target[arc]);
    for (const to of reached) lines.push({ from, to });
  }
  return lines;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const RADIUS = 12;
/** The side of the square that each state has to itself, on average. */
const ROOM = 5 * RADIUS;
const MARGIN = 2 * RADIUS;
/** The length of an arrow's tip. */
const TIP = 6;

const STYLE = `<style>
  circle { fill: #eef3fb; stroke: #334055 } .initial { fill: #ffd27f } .ring { fill: none }
  .lines { fill: none; stroke: #a9b4c6 } .tips { fill: #5b6b85 }
  text { font: ${RADIUS - 2}px Helvetica, sans-serif; text-anchor: middle }
</style>`;

/** Draws the states where Graphviz's forces push them. Initial states are coloured, final ones have two circles. */
export async function sketch(automaton: Automaton<unknown>, lines: readonly Line[]): Promise<string> {
  const { algebra, finalWeight, initialWeight } = toWfsa(automaton);
  const places = spread(await positions(automaton.size, lines));
  const width = Math.ceil(Math.max(...places.map(({ x }) => x)) + MARGIN);
  const height = Math.ceil(Math.max(...places.map(({ y }) => y)) + MARGIN);
  const circles = places.map(({ x, y }, state) => {
    const at = `cx="${x}" cy="${y}"`;
    const kind = algebra.isZero(initialWeight[state]) ? "" : ' class="initial"';
    const ring = algebra.isZero(finalWeight[state]) ? "" : `<circle ${at} r="${RADIUS - 3}" class="ring"/>`;
    return `<circle ${at} r="${RADIUS}"${kind}/>${ring}<text x="${x}" y="${y + 4}">${state}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">`,
    STYLE,
    ...arrows(lines.map(({ from, to }) => [places[from], places[to]])),
    ...circles,
    "</svg>\n",
  ].join("\n");
}

/** All arrows as two shapes, lines and tips: a shape for each of ten thousand arrows takes half a minute to paint. */
function arrows(ends: readonly (readonly [Point, Point])[]): string[] {
  const lines: string[] = [];
  const tips: string[] = [];
  for (const [from, to] of ends) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    if (length === 0) {
      lines.push(`M${from.x - 4} ${from.y - RADIUS}a6 6 0 1 1 8 0`);
      continue;
    }
    // The tip ends at the rim of the circle that it points at.
    const [x, y] = [dx / length, dy / length];
    const [endX, endY] = [to.x - x * RADIUS, to.y - y * RADIUS];
    const [baseX, baseY] = [endX - x * TIP, endY - y * TIP];
    const half = TIP / 3;
    lines.push(`M${path(from.x, from.y, baseX, baseY)}`);
    tips.push(
      `M${path(endX, endY, baseX - y * half, baseY + x * half, baseX + y * half, baseY - x * half)}z`,
    );
  }
  return [`<path class="lines" d="${lines.join("")}"/>`, `<path class="tips" d="${tips.join("")}"/>`];
}

/** Points of a path that are joined by lines. */
function path(...coordinates: readonly number[]): string {
  return coordinates.map((coordinate) => Math.round(coordinate * 10) / 10).join(" ");
}

/** Where Graphviz's sfdp puts each state, in units of its own. */
async function positions(states: number, lines: readonly Line[]): Promise<Point[]> {
  const nodes = Array.from({ length: states }, (_, state) => ({ name: `s${state}` }));
  const edges = lines.map(({ from, to }) => ({ tail: `s${from}`, head: `s${to}` }));
  const plain = await graphviz(
    { nodes, edges, graphAttributes: { overlap: true, splines: "line" } },
    { engine: "sfdp", format: "plain" },
  );
  const places: Point[] = [];
  for (const [, state, x, y] of plain.matchAll(/^node s(\d+) (\S+) (\S+) /gmu)) {
    places[Number(state)] = { x: Number(x), y: Number(y) };
  }
  return places;
}

/** The same places, moved apart until every state has its room on average. */
function spread(places: readonly Point[]): Point[] {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const area = Math.max(1e-9, (Math.max(...xs) - left) * (Math.max(...ys) - top));
  const factor = ROOM * Math.sqrt(places.length / area);
  const moved = (value: number, least: number) => Math.round((value - least) * factor + MARGIN);
  return places.map(({ x, y }) => ({ x: moved(x, left), y: moved(y, top) }));
}
