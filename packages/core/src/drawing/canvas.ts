import type { Box, DrawnState, Point } from "./graph.ts";

/** How far apart the points are by which lines are compared, and the cells of the grid in which they are counted. */
export const STEP = 8;
/** The cells of a coarser grid that knows which states are near. */
const COARSE = 64;
/** Lines are kept away from states this far, if they can. */
const CLOSE = 6;
const NEAR = 16;
/** How far apart the ends of two lines are, if they can. */
const APART = 15;

/** The beginning of a line or the tip of its arrow. */
interface End extends Point {
  readonly isTip: boolean;
}

function endsOf(curve: readonly Point[]): End[] {
  return [
    { ...curve[0], isTip: false },
    { ...curve[curve.length - 1], isTip: true },
  ];
}

/** What is drawn so far, to find room for what comes next. */
export class Canvas {
  /** The states near each cell of the coarse grid. */
  readonly #near = new Map<number, DrawnState[]>();
  /** How many lines pass each cell. */
  readonly #cells = new Map<number, number>();
  /** The ends of lines near each cell of the coarse grid. */
  readonly #ends = new Map<number, End[]>();
  /** The labels near each cell of the coarse grid. */
  readonly #labels = new Map<number, Set<Box>>();

  constructor(states: readonly DrawnState[]) {
    for (const state of states) {
      const { x, y, across, down } = state;
      const box = { x: x - across, y: y - down, width: 2 * across, height: 2 * down };
      for (const cell of cellsIn(box, COARSE, NEAR)) listed(this.#near, cell, () => []).push(state);
    }
  }

  addLine(samples: readonly Point[]): void {
    this.#count(samples, 1);
  }

  /** As if a line were not drawn: its own label may stand close to it. */
  removeLine(samples: readonly Point[]): void {
    this.#count(samples, -1);
  }

  /** Where a line leaves a state or comes to it. */
  addEnds(curve: readonly Point[]): void {
    for (const end of endsOf(curve)) {
      for (const cell of cellsIn({ ...end, width: 0, height: 0 }, COARSE, APART)) {
        listed(this.#ends, cell, () => []).push(end);
      }
    }
  }

  /** How much the ends of a line would disturb: a tip that touches another line cannot be told from it. */
  endsCost(curve: readonly Point[]): number {
    let cost = 0;
    for (const { x, y, isTip } of endsOf(curve)) {
      let distance = APART;
      for (const other of this.#ends.get(cellAt(x, y, COARSE)) ?? []) {
        if (isTip || other.isTip) distance = Math.min(distance, Math.hypot(other.x - x, other.y - y));
      }
      cost += 0.7 * (APART - distance);
    }
    return cost;
  }

  addLabel(box: Box): void {
    for (const cell of cellsIn(box, COARSE)) listed(this.#labels, cell, () => new Set()).add(box);
  }

  removeLabel(box: Box): void {
    for (const cell of cellsIn(box, COARSE)) this.#labels.get(cell)?.delete(box);
  }

  #count(samples: readonly Point[], times: number): void {
    let last: number | undefined;
    for (const { x, y } of samples) {
      const cell = cellAt(x, y, STEP);
      if (cell !== last) this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + times);
      last = cell;
    }
  }

  /** How much a line would disturb: states that it passes, and lines beside it. It may leave one state and come to another. */
  lineCost(samples: readonly Point[], from: number, to: number): number {
    let cost = 0;
    let last: number | undefined;
    for (let i = 0; i < samples.length; i++) {
      const { x, y } = samples[i];
      const own = 2 * i < samples.length ? from : to;
      for (const state of this.#near.get(cellAt(x, y, COARSE)) ?? []) {
        if (state.state.id === own) continue;
        const distance = distanceFrom(state, x, y);
        if (distance <= CLOSE) cost += 14;
        else if (distance <= NEAR) cost += 2;
      }
      const cell = cellAt(x, y, STEP);
      if (cell !== last) cost += 0.5 * (this.#cells.get(cell) ?? 0);
      last = cell;
    }
    return cost;
  }

  /** How much a label would cover: states and other labels first of all, then lines. No more than `most` is counted. */
  labelCost(box: Box, most = Infinity): number {
    let cost = 0;
    for (const cell of cellsIn(box, STEP)) cost += 2.5 * (this.#cells.get(cell) ?? 0);
    if (cost >= most) return cost;
    const counted = new Set<DrawnState | Box>();
    for (const cell of cellsIn(box, COARSE)) {
      for (const state of this.#near.get(cell) ?? []) {
        if (counted.has(state)) continue;
        counted.add(state);
        const { x, y, across, down } = state;
        const shape = { x: x - across - 2, y: y - down - 2, width: 2 * across + 4, height: 2 * down + 4 };
        const covered = overlap(box, shape);
        if (covered > 0) cost += 60 + covered;
      }
      for (const other of this.#labels.get(cell) ?? []) {
        if (counted.has(other)) continue;
        counted.add(other);
        const covered = overlap(box, other);
        if (covered > 0) cost += 60 + covered;
      }
    }
    return cost;
  }
}

function listed<T>(map: Map<number, T>, key: number, make: () => T): T {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** The number of the cell of a point; grids reach far enough for every drawing. */
function cellAt(x: number, y: number, size: number): number {
  return Math.floor(x / size) * 2 ** 22 + Math.floor(y / size);
}

function cellsIn(box: Box, size: number, margin = 0): number[] {
  const cells: number[] = [];
  const [left, right] = [
    Math.floor((box.x - margin) / size),
    Math.floor((box.x + box.width + margin) / size),
  ];
  const [top, bottom] = [
    Math.floor((box.y - margin) / size),
    Math.floor((box.y + box.height + margin) / size),
  ];
  for (let column = left; column <= right; column++) {
    for (let row = top; row <= bottom; row++) cells.push(column * 2 ** 22 + row);
  }
  return cells;
}

/** How far a point is from a state; negative inside of it. Its ends are half circles around two points on its axis. */
function distanceFrom({ x, y, across, down }: DrawnState, px: number, py: number): number {
  const beyond = Math.max(0, Math.abs(px - x) - (across - down));
  return Math.sqrt(beyond * beyond + (py - y) * (py - y)) - down;
}

/** Is a point in a state, or nearer to it than a distance? */
export function contains(state: DrawnState, { x, y }: Point, distance = 0): boolean {
  return distanceFrom(state, x, y) <= distance;
}

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width <= 0 || height <= 0 ? 0 : width * height;
}
