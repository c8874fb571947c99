/** The order of the states in each column, with few crossings, and the heights at which they stand. */

import type { Link } from "./ranks.ts";

/** How much room a state takes above and below its middle. */
export interface Room {
  readonly above: number;
  readonly below: number;
}

/** The columns of a layered drawing: the states, and behind them the bends of lines that pass a column. */
interface Columns {
  /** The column of each node. */
  readonly rank: readonly number[];
  readonly columns: number[][];
  /** For each node its neighbours in the columns before and after it. */
  readonly before: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
  /** For each link the bends between its ends, from the left to the right. */
  readonly bends: readonly (readonly number[])[];
}

/** The height of every state, and for each link the heights of its bends, by column from the left. */
export interface Heights {
  readonly states: readonly number[];
  readonly bends: readonly (readonly { readonly rank: number; readonly y: number }[])[];
  /** How often the lines cross if they are straight between columns. */
  readonly crossings: number;
}

/** Where the states of columns stand. `gap` is the distance of two states that have no room above and below. */
export function heightsOf(
  rank: readonly number[],
  links: readonly Link[],
  rooms: readonly Room[],
  gap: number,
): Heights {
  const columns = columnsOf(rank, links);
  const crossed = order(columns);
  const heights = level(columns, rooms, gap);
  return {
    crossings: crossed,
    states: heights.slice(0, rank.length),
    bends: columns.bends.map((bends) =>
      bends.map((bend) => ({ rank: columns.rank[bend], y: heights[bend] })),
    ),
  };
}

function columnsOf(rank: readonly number[], links: readonly Link[]): Columns {
  const ranks = [...rank];
  const columns = Array.from({ length: Math.max(0, ...rank) + 1 }, (): number[] => []);
  rank.forEach((column, state) => {
    columns[column].push(state);
  });
  const joined: Link[] = [];
  const bends = links.map(([from, to]) => {
    const [left, right] = rank[from] <= rank[to] ? [from, to] : [to, from];
    const made: number[] = [];
    let last = left;
    for (let column = rank[left] + 1; column < rank[right]; column++) {
      const bend = ranks.push(column) - 1;
      columns[column].push(bend);
      made.push(bend);
      joined.push([last, bend]);
      last = bend;
    }
    if (rank[left] < rank[right]) joined.push([last, right]);
    return made;
  });
  const before = ranks.map((): number[] => []);
  const after = ranks.map((): number[] => []);
  for (const [left, right] of joined) {
    before[right].push(left);
    after[left].push(right);
  }
  return { rank: ranks, columns, before, after, bends };
}

const SWEEPS = 16;

/** Sorts each column by the middle of its neighbours in the next, to and fro, and keeps the order with the fewest crossings. */
function order({ columns, before, after }: Columns): number {
  let best = columns.map((column) => [...column]);
  let fewest = crossings(columns, after);
  const place: number[] = [];
  const number = (column: readonly number[]) => {
    column.forEach((node, i) => {
      place[node] = i;
    });
  };
  columns.forEach(number);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const [beside, sequence] = sweep % 2 === 0 ? [before, columns] : [after, columns.toReversed()];
    for (const column of sequence) {
      const middle = new Map(
        column.map((node) => {
          const places = beside[node].map((other) => place[other]);
          const sum = places.reduce((a, b) => a + b, 0);
          return [node, places.length === 0 ? place[node] : sum / places.length];
        }),
      );
      // A stable sort: equal ones stay in the order of their numbers, so that small changes move little.
      column.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
      number(column);
      for (let i = 0; i + 1 < column.length; i++) {
        const [upper, lower] = [column[i], column[i + 1]];
        if (swapGain(upper, lower, before, place) + swapGain(upper, lower, after, place) <= 0) continue;
        [column[i], column[i + 1]] = [lower, upper];
        [place[lower], place[upper]] = [i, i + 1];
      }
    }
    const found = crossings(columns, after);
    if (found < fewest) {
      fewest = found;
      best = columns.map((column) => [...column]);
    }
  }
  best.forEach((column, i) => {
    columns[i] = column;
  });
  return fewest;
}

/** How many crossings go if two neighbours of a column change places. */
function swapGain(
  upper: number,
  lower: number,
  beside: readonly (readonly number[])[],
  place: readonly number[],
): number {
  let gain = 0;
  for (const a of beside[upper]) {
    for (const b of beside[lower]) gain += Math.sign(place[a] - place[b]);
  }
  return gain;
}

function crossings(columns: readonly (readonly number[])[], after: readonly (readonly number[])[]): number {
  let count = 0;
  for (let i = 0; i + 1 < columns.length; i++) {
    const place = new Map(columns[i + 1].map((node, at) => [node, at]));
    // For each place how many earlier lines end there or above: a line crosses all that end below its own end.
    const ends = new Int32Array(columns[i + 1].length);
    for (const node of columns[i]) {
      const places = after[node].map((to) => place.get(to) ?? 0);
      for (const at of places) for (let below = at + 1; below < ends.length; below++) count += ends[below];
      for (const at of places) ends[at]++;
    }
  }
  return count;
}

const ROUNDS = 12;
/** The room of a bend, and the part of the gap that a bend needs beside another one. */
const BEND: Room = { above: 4, below: 4 };

/** The heights of all nodes: each near the mean of its neighbours, in the order of its column, with its room. */
function level({ rank, columns, before, after }: Columns, rooms: readonly Room[], gap: number): number[] {
  const heights = rank.map(() => 0);
  const isBend = (node: number) => node >= rooms.length;
  const room = (node: number) => rooms[node] ?? BEND;
  const apart = (upper: number, lower: number) =>
    room(upper).below + room(lower).above + (isBend(upper) || isBend(lower) ? gap * 0.5 : gap);
  const settle = (column: readonly number[], wish: (node: number) => number) => {
    const weights = column.map((node) => (isBend(node) ? 2 : 1));
    const places = spaced(
      column.map(wish),
      weights,
      column.slice(1).map((node, i) => apart(column[i], node)),
    );
    column.forEach((node, i) => {
      heights[node] = places[i];
    });
  };
  for (const column of columns) settle(column, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 === 0 ? [before, after] : [after, before];
    const last = round >= ROUNDS - 4;
    for (const column of round % 2 === 0 ? columns : columns.toReversed()) {
      settle(column, (node) => {
        const near = last ? [...first[node], ...second[node]] : first[node];
        if (near.length === 0) return heights[node];
        return near.reduce((sum, other) => sum + heights[other], 0) / near.length;
      });
    }
  }
  return heights;
}

/** Ascending places next to some wishes, with given distances at least: least squares, by pooling neighbours that collide. */
function spaced(
  wishes: readonly number[],
  weights: readonly number[],
  distances: readonly number[],
): number[] {
  const offsets = [0];
  for (const distance of distances) offsets.push(offsets[offsets.length - 1] + distance);
  const pools: { sum: number; weight: number; count: number }[] = [];
  wishes.forEach((wish, i) => {
    let pool = { sum: (wish - offsets[i]) * weights[i], weight: weights[i], count: 1 };
    for (let last = pools.at(-1); last !== undefined; last = pools.at(-1)) {
      if (last.sum / last.weight <= pool.sum / pool.weight) break;
      pools.pop();
      pool = {
        sum: pool.sum + last.sum,
        weight: pool.weight + last.weight,
        count: pool.count + last.count,
      };
    }
    pools.push(pool);
  });
  const places: number[] = [];
  for (const { sum, weight, count } of pools) {
    for (let i = 0; i < count; i++) places.push(sum / weight + offsets[places.length]);
  }
  return places;
}
