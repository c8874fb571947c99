/** Large graphs: the states in groups, each in a disc, and the neighbourhood of one of them. */

import { communities } from "./communities.ts";
import { bow } from "./curve.ts";
import type { Drawing, DrawnArc, DrawnState, Graph, Point } from "./graph.ts";
import { distances, type Link } from "./ranks.ts";
import { boxOf } from "./route.ts";
import { brief } from "./text.ts";

/** With more states, or more lines beyond one for each state, labels find no room. */
const MOST = { states: 80, surplus: 200 };

export function isLarge({ states, arcs }: Graph): boolean {
  return states.length > MOST.states || isCrowded(states.length, arcs.length);
}

/** Are there too many lines between so many states for labels? */
export function isCrowded(states: number, lines: number): boolean {
  return lines - states > MOST.surplus;
}

const RADIUS = 14;
/** The distance of two neighbours in a disc, and of two discs. */
const ROOM = 2.6 * RADIUS;
const BETWEEN = 3 * RADIUS;
/** The angle between one place and the next in a disc, which keeps all of them apart. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** The links of a graph, by the places of their ends in the list of states. */
function linksOf({ states, arcs }: Graph): Link[] {
  const index = new Map(states.map(({ id }, i) => [id, i]));
  return arcs.map(({ from, to }): Link => [index.get(from) ?? 0, index.get(to) ?? 0]);
}

/** Where states stand in an overview. Those that have places keep them, if all have one; otherwise all are placed anew. */
export function overviewPlaces(graph: Graph, fixed?: ReadonlyMap<number, Point>): ReadonlyMap<number, Point> {
  if (fixed !== undefined && graph.states.every(({ id }) => fixed.has(id))) return fixed;
  const links = linksOf(graph);
  const places = discs(graph, links, communities(graph.states.length, links));
  return new Map(graph.states.map(({ id }, i) => [id, places[i]]));
}

/** An overview of the states that have places. */
export function overview(whole: Graph, places: ReadonlyMap<number, Point>): Drawing {
  const graph = {
    ...whole,
    states: whole.states.filter(({ id }) => places.has(id)),
    arcs: whole.arcs.filter(({ from, to }) => places.has(from) && places.has(to)),
  };
  const links = linksOf(graph);
  const groups = communities(graph.states.length, links);
  const states = graph.states.map((state, i): DrawnState => {
    const { x, y } = places.get(state.id) ?? { x: 0, y: 0 };
    const name = brief(state.name, 4);
    return { state, x, y, name, detail: undefined, across: RADIUS, down: RADIUS, group: groups[i] };
  });
  const arcs = graph.arcs.flatMap((arc, i): DrawnArc[] => {
    const [from, to] = links[i].map((end) => states[end]);
    if (from === to) return [];
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [dx, dy] = [((to.x - from.x) / length) * RADIUS, ((to.y - from.y) / length) * RADIUS];
    const curve = bow({ x: from.x + dx, y: from.y + dy }, { x: to.x - dx, y: to.y - dy }, 0);
    return [{ arc, curve, lines: [], label: undefined }];
  });
  const starts = states.flatMap(({ state, x, y }) => {
    if (state.initial === undefined) return [];
    return [
      {
        state: state.id,
        from: { x: x - 2.2 * RADIUS, y },
        to: { x: x - RADIUS, y },
        text: "",
        label: undefined,
      },
    ];
  });
  return {
    states,
    arcs,
    starts,
    isOverview: true,
    note: graph.note,
    box: boxOf(states, arcs, starts, graph.note),
  };
}

/** The places of all states: groups in discs, discs where their links pull them, states in discs near their neighbours. */
function discs(graph: Graph, links: readonly Link[], groups: readonly number[]): Point[] {
  const next = graph.states.map((): number[] => []);
  for (const [from, to] of links) next[from].push(to);
  const starts = graph.states.flatMap(({ initial }, i) => (initial === undefined ? [] : [i]));
  const distance = distances(next, [...starts, ...next.keys()]);
  const members = Array.from({ length: Math.max(-1, ...groups) + 1 }, (): number[] => []);
  groups.forEach((group, state) => {
    members[group].push(state);
  });
  for (const each of members) each.sort((a, b) => distance[a] - distance[b] || a - b);
  const centres = spread(members, groups, links);
  const places: Point[] = [];
  members.forEach((each, group) => {
    each.forEach((state, i) => {
      const [radius, angle] = [ROOM * 0.62 * Math.sqrt(i + 0.3), i * GOLDEN];
      places[state] = {
        x: Math.round(centres[group].x + radius * Math.cos(angle)),
        y: Math.round(centres[group].y + radius * Math.sin(angle)),
      };
    });
  });
  const near = graph.states.map((): number[] => []);
  for (const [from, to] of links) {
    if (from === to) continue;
    near[from].push(to);
    near[to].push(from);
  }
  for (const each of members) exchange(each, near, places);
  return places;
}

const ROUNDS = 120;

/** The centres of the discs: linked ones attract each other, all others push, and none overlaps another. */
function spread(
  members: readonly (readonly number[])[],
  groups: readonly number[],
  links: readonly Link[],
): Point[] {
  const radius = members.map(({ length }) => ROOM * 0.62 * Math.sqrt(length + 0.3) + RADIUS);
  const weights = new Map<number, number>();
  for (const [from, to] of links) {
    const [a, b] = [Math.min(groups[from], groups[to]), Math.max(groups[from], groups[to])];
    if (a !== b) weights.set(a * members.length + b, (weights.get(a * members.length + b) ?? 0) + 1);
  }
  const size = Math.hypot(...radius);
  const x = radius.map((_, i) => -size * 0.5 + size * Math.sqrt(i / members.length) * Math.cos(i * GOLDEN));
  const y = radius.map((_, i) => size * Math.sqrt(i / members.length) * Math.sin(i * GOLDEN));
  for (let round = 0; round < ROUNDS; round++) {
    const step = 1 - round / ROUNDS;
    const [moveX, moveY] = [radius.map(() => 0), radius.map(() => 0)];
    for (let a = 0; a < radius.length; a++) {
      for (let b = a + 1; b < radius.length; b++) {
        const [dx, dy] = [x[b] - x[a] || 0.1, y[b] - y[a]];
        const length = Math.hypot(dx, dy);
        const wanted = radius[a] + radius[b] + BETWEEN;
        const weight = weights.get(a * radius.length + b) ?? 0;
        const push = (wanted * wanted) / (length * length);
        const pull = (length / wanted) * Math.min(1, 0.02 + weight / 12);
        const force = ((pull - push) * step * wanted * 0.08) / length;
        moveX[a] += dx * force;
        moveY[a] += dy * force;
        moveX[b] -= dx * force;
        moveY[b] -= dy * force;
      }
    }
    for (let i = 0; i < radius.length; i++) {
      const length = Math.hypot(moveX[i], moveY[i]) || 1;
      const most = Math.min(length, size * 0.2 * step);
      x[i] += (moveX[i] / length) * most;
      y[i] += (moveY[i] / length) * most;
    }
  }
  for (let round = 0; round < 2 * ROUNDS; round++) if (!pushApart(x, y, radius)) break;
  // What still overlaps after that moves apart with everything else.
  let factor = 1;
  for (let a = 0; a < radius.length; a++) {
    for (let b = a + 1; b < radius.length; b++) {
      const length = Math.max(1e-6, Math.hypot(x[b] - x[a], y[b] - y[a]));
      factor = Math.max(factor, (radius[a] + radius[b] + RADIUS) / length);
    }
  }
  // The group of the first state is on the left.
  const mirror = x.length > 0 && x[0] > (Math.min(...x) + Math.max(...x)) / 2 ? -1 : 1;
  return x.map((each, i) => ({ x: each * factor * mirror, y: y[i] * factor }));
}

/** Moves discs that overlap apart, each by half; false if none does. */
function pushApart(x: number[], y: number[], radius: readonly number[]): boolean {
  let moved = false;
  for (let a = 0; a < radius.length; a++) {
    for (let b = a + 1; b < radius.length; b++) {
      const [dx, dy] = [x[b] - x[a] || 0.1, y[b] - y[a]];
      const length = Math.hypot(dx, dy);
      const missing = radius[a] + radius[b] + BETWEEN - length;
      if (missing <= 0.5) continue;
      moved = true;
      const part = missing / 2 / length;
      x[a] -= dx * part;
      y[a] -= dy * part;
      x[b] += dx * part;
      y[b] += dy * part;
    }
  }
  return moved;
}

const EXCHANGES = 6;

/** Two states of a disc change places while that brings both nearer to their neighbours. */
function exchange(members: readonly number[], near: readonly (readonly number[])[], places: Point[]): void {
  const far = (state: number, place: Point, except: number) => {
    let sum = 0;
    for (const other of near[state]) {
      if (other === except) continue;
      sum += Math.hypot(places[other].x - place.x, places[other].y - place.y);
    }
    return sum;
  };
  for (let round = 0, moved = true; moved && round < EXCHANGES; round++) {
    moved = false;
    for (let i = 0; i < members.length; i++) {
      for (let j = i + 1; j < members.length; j++) {
        const [a, b] = [members[i], members[j]];
        const [here, there] = [places[a], places[b]];
        const now = far(a, here, b) + far(b, there, a);
        if (far(a, there, b) + far(b, here, a) >= now - 0.5) continue;
        [places[a], places[b]] = [there, here];
        moved = true;
      }
    }
  }
}

/**
 * A state with those around it, at most so many, to be drawn with labels: neighbours first, then theirs.
 *
 * @example
 * const graph = graphOf(minimize(fromExpression("abcde", boolean)));
 * console.log(neighbourhood(graph, 0, 3).states.length); // 3
 */
export function neighbourhood(graph: Graph, centre: number, most = 16): Graph {
  const near = new Map<number, number[]>(graph.states.map(({ id }) => [id, []]));
  for (const { from, to } of graph.arcs) {
    near.get(from)?.push(to);
    near.get(to)?.push(from);
  }
  const kept = new Set([centre]);
  for (const state of kept) {
    for (const other of near.get(state) ?? []) if (kept.size < most) kept.add(other);
  }
  return {
    states: graph.states.filter(({ id }) => kept.has(id)),
    arcs: graph.arcs.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}
