/** Where the states of a graph stand: in columns from the start, on a circle, or near those that have a place already. */

import { type Heights, heightsOf } from "./columns.ts";
import type { Drawing, DrawnState, Graph, Point } from "./graph.ts";
import { qualityOf } from "./measure.ts";
import { isLarge, overview, overviewPlaces } from "./overview.ts";
import { type Link, rankings } from "./ranks.ts";
import { type Bends, drawnState, lineKey, route } from "./route.ts";
import { LINE, linesOf, roomOf } from "./text.ts";

/** How a graph is laid out. */
export interface LayoutOptions {
  /** States that keep their places. The others are put near their neighbours. */
  readonly fixed?: ReadonlyMap<number, Point> | undefined;
}

/** Where the states of a graph stand, and which points long lines are meant to pass. */
export interface Arrangement {
  readonly places: ReadonlyMap<number, Point>;
  readonly bends: Bends;
  /** Are the places those of an overview, too near for labels? */
  readonly isOverview: boolean;
}

const NO_BENDS: Bends = new Map();

/**
 * Draws a graph; the same graph always in the same way. A large one becomes an overview: small states in groups that have
 * many lines among them, and no labels on lines.
 *
 * @example
 * const drawing = layout(graphOf(minimize(fromExpression("ab", boolean))));
 * console.log(drawing.states.length, drawing.box.width > 0); // 3 true
 */
export function layout(graph: Graph, options: LayoutOptions = {}): Drawing {
  return drawAt(graph, arrange(graph, options));
}

/**
 * Where the states of a graph are drawn.
 *
 * @example
 * const { places, isOverview } = arrange(graphOf(minimize(fromExpression("ab", boolean))));
 * console.log(places.size, isOverview); // 3 false
 */
export function arrange(graph: Graph, { fixed }: LayoutOptions = {}): Arrangement {
  if (isLarge(graph)) return { places: overviewPlaces(graph, fixed), bends: NO_BENDS, isOverview: true };
  const found = (places: Map<number, Point>) => ({ places, bends: NO_BENDS, isOverview: false });
  if (fixed !== undefined && graph.states.some(({ id }) => fixed.has(id)))
    return found(addPlaces(graph, fixed));
  return graph.isDense === true && graph.states.length >= 3 ? found(onCircle(graph)) : inColumns(graph);
}

/**
 * The drawing of a graph whose states have places; without those that have none.
 *
 * @example
 * const graph = graphOf(minimize(fromExpression("ab", boolean)));
 * console.log(drawAt(graph, arrange(graph)).states.length); // 3
 */
export function drawAt(graph: Graph, { places, bends, isOverview }: Arrangement): Drawing {
  return isOverview ? overview(graph, places) : route(graph, places, bends);
}

/** How much farther apart the states are, in a second and third try, if labels have no room. */
const SPREADS = [1, 1.35, 1.8];
/** With more lines only the way to put states into columns is drawn that promises most. */
const MANY = 50;

function inColumns(graph: Graph): Arrangement {
  const index = new Map(graph.states.map(({ id }, i) => [id, i]));
  const links = graph.arcs.map(({ from, to }): Link => [index.get(from) ?? 0, index.get(to) ?? 0]);
  const starts = graph.states.flatMap(({ initial }, i) => (initial === undefined ? [] : [i]));
  const ways = rankings(graph.states.length, links, starts).map(
    (rank) => new ColumnLayout(graph, links, rank),
  );
  ways.sort((a, b) => a.promise - b.promise);
  let best: { arrangement: Arrangement; cost: number } | undefined;
  for (const way of links.length > MANY ? ways.slice(0, 1) : ways) {
    for (const spread of SPREADS) {
      const arrangement = way.arrange(spread);
      const drawing = drawAt(graph, arrangement);
      const { crossings, covered, struck, passes } = qualityOf(drawing);
      const cost = crossings + 6 * (covered + passes) + 2.5 * struck + sizeCost(drawing.box);
      if (best === undefined || cost < best.cost) best = { arrangement, cost };
      if (covered + passes + (links.length > MANY ? 0 : struck) === 0) break;
    }
  }
  return best?.arrangement ?? { places: new Map(), bends: NO_BENDS, isOverview: false };
}

/** A large drawing is as bad as so many crossings. One that is much wider or higher than a screen is read through a small window. */
function sizeCost({ width, height }: { readonly width: number; readonly height: number }): number {
  return (width * height) / 60_000 + Math.max(width / 1.6, height) / 18;
}

const ACROSS = { least: 46, most: 260, tip: 26 };
const DOWN = 30;
/** A line within a column is as bad as so many crossings. */
const LEVEL = 1.5;

/** A drawing in given columns. */
class ColumnLayout {
  readonly #graph: Graph;
  readonly #links: readonly Link[];
  readonly #rank: readonly number[];
  readonly #states: readonly DrawnState[];
  /** About how bad the drawing will be. */
  readonly promise: number;

  constructor(graph: Graph, links: readonly Link[], rank: readonly number[]) {
    this.#graph = graph;
    this.#links = links;
    this.#rank = rank;
    this.#states = graph.states.map((state) => drawnState(state, { x: 0, y: 0 }));
    const { crossings, states } = this.#heights(1);
    const columns = columnPlaces(graph, links, rank, this.#states, 1);
    const height = Math.max(...states, 0) - Math.min(...states, 0) + 80;
    const level = links.filter(([from, to]) => from !== to && rank[from] === rank[to]).length;
    this.promise = crossings + LEVEL * level + sizeCost({ width: (columns.at(-1) ?? 0) + 80, height });
  }

  /** The links between different columns, by their places in the list of all. */
  get #across(): readonly number[] {
    return [...this.#links.keys()].filter(
      (i) => this.#rank[this.#links[i][0]] !== this.#rank[this.#links[i][1]],
    );
  }

  #heights(spread: number): Heights {
    const loops = new Map(
      this.#graph.arcs
        .filter(({ from, to }) => from === to)
        .map(({ from, labels }) => [from, linesOf(labels).length]),
    );
    const rooms = this.#states.map(({ state, down }) => {
      const lines = loops.get(state.id);
      return { above: down + (lines === undefined ? 0 : 30 + lines * LINE), below: down };
    });
    const links = this.#across.map((i) => this.#links[i]);
    return heightsOf(this.#rank, links, rooms, DOWN * spread);
  }

  /** The places, with states farther apart by a factor. */
  arrange(spread: number): Arrangement {
    const { states: heights, bends } = this.#heights(spread);
    const columns = columnPlaces(this.#graph, this.#links, this.#rank, this.#states, spread);
    const places = new Map(
      this.#graph.states.map(({ id }, i) => [id, { x: columns[this.#rank[i]], y: heights[i] }]),
    );
    const passed: Bends = new Map(
      this.#across.map((link, i) => {
        const [from, to] = this.#links[link];
        const points = bends[i].map(({ rank, y }) => ({ x: columns[rank], y }));
        return [
          lineKey(this.#graph.arcs[link]),
          this.#rank[from] <= this.#rank[to] ? points : points.toReversed(),
        ];
      }),
    );
    return { places, bends: passed, isOverview: false };
  }
}

/** Where each column stands: labels of lines to the next one fit between them. */
function columnPlaces(
  graph: Graph,
  links: readonly Link[],
  rank: readonly number[],
  states: readonly DrawnState[],
  spread: number,
): number[] {
  const count = Math.max(0, ...rank) + 1;
  const widest = new Array<number>(count).fill(0);
  states.forEach(({ across }, i) => {
    widest[rank[i]] = Math.max(widest[rank[i]], across);
  });
  const gaps = new Array<number>(count).fill(ACROSS.least * spread);
  links.forEach(([from, to], i) => {
    const [left, right] = [Math.min(rank[from], rank[to]), Math.max(rank[from], rank[to])];
    if (right - left !== 1) return;
    const { width } = roomOf(linesOf(graph.arcs[i].labels));
    gaps[left] = Math.max(gaps[left], Math.min(ACROSS.most, (width + ACROSS.tip) * Math.min(spread, 1.3)));
  });
  const places = [0];
  for (let i = 1; i < count; i++) places.push(places[i - 1] + widest[i - 1] + gaps[i - 1] + widest[i]);
  return places;
}

/** The states clockwise on a circle, from the left, where the arrow to the first one has room. */
function onCircle(graph: Graph): Map<number, Point> {
  const widest = Math.max(...graph.arcs.map(({ labels }) => roomOf(linesOf(labels)).width), 40);
  const radius = (90 + widest) / (2 * Math.sin(Math.PI / graph.states.length));
  return new Map(
    graph.states.map(({ id }, i) => {
      const angle = Math.PI + (2 * Math.PI * i) / graph.states.length;
      return [id, { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) }];
    }),
  );
}

/** The grid on which new states are put, and how far around their neighbours a free place is looked for. */
const GRID = { x: 60, y: 45 };
const REACH = 6;

/** The fixed places, and for each other state a free one near its neighbours, to the right of those that lead to it. */
function addPlaces(graph: Graph, fixed: ReadonlyMap<number, Point>): Map<number, Point> {
  const places = new Map(
    graph.states.flatMap(({ id }) => {
      const place = fixed.get(id);
      return place === undefined ? [] : [[id, place] as const];
    }),
  );
  // Places of states that are not in this graph stay free for them.
  const taken = [...fixed.values()];
  const shape = new Map(graph.states.map((state) => [state.id, drawnState(state, { x: 0, y: 0 })]));
  const left = graph.states.filter(({ id }) => !places.has(id)).map(({ id }) => id);
  while (left.length > 0) {
    const links = (id: number) =>
      graph.arcs.filter(
        ({ from, to }) => from !== to && ((from === id && places.has(to)) || (to === id && places.has(from))),
      );
    // The state with the most neighbours that have a place comes first.
    left.sort((a, b) => links(b).length - links(a).length || a - b);
    const id = left.shift() as number;
    const near = links(id).map(({ from, to }) => {
      const other = places.get(from === id ? to : from) as Point;
      return { x: other.x + (from === id ? -120 : 120), y: other.y };
    });
    const lines = [...graph.arcs].flatMap(({ from, to }) => {
      const [a, b] = [places.get(from), places.get(to)];
      return a === undefined || b === undefined || from === to ? [] : [[a, b] as const];
    });
    const place = freePlace(near, taken, lines, (shape.get(id)?.across ?? 20) + 20);
    places.set(id, place);
    taken.push(place);
  }
  return places;
}

function freePlace(
  near: readonly Point[],
  taken: readonly Point[],
  lines: readonly (readonly [Point, Point])[],
  across: number,
): Point {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const wanted = near.length > 0 ? near : taken;
  const middle = { x: mean(wanted.map(({ x }) => x)), y: mean(wanted.map(({ y }) => y)) };
  for (let reach = REACH; ; reach *= 2) {
    let best: { place: Point; cost: number } | undefined;
    for (let i = -reach; i <= reach; i++) {
      for (let j = -reach; j <= reach; j++) {
        const place = { x: Math.round(middle.x + i * GRID.x), y: Math.round(middle.y + j * GRID.y) };
        if (taken.some(({ x, y }) => Math.abs(x - place.x) < across + 40 && Math.abs(y - place.y) < 80))
          continue;
        const far = wanted.reduce((sum, { x, y }) => sum + Math.hypot(x - place.x, y - place.y), 0);
        const crossed = lines.filter(([a, b]) => distanceTo(place, a, b) < 34).length;
        const cost = far / wanted.length + 60 * crossed;
        if (best === undefined || cost < best.cost) best = { place, cost };
      }
    }
    if (best !== undefined) return best.place;
  }
}

/** The distance of a point from a line between two others. */
function distanceTo(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy || 1;
  const t = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square));
  return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
}
