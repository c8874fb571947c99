/** Two sides of the arcs into a state: what they gain, and how good ones are found. */

import { smoothedRows } from "./sample.ts";

/** So many cuts are tried along the direction in which the arcs of a state differ most, and so many rounds behind the best. */
const CUTS = 64;
export const ROUNDS = 5;

/** Arcs into a state: for each, the sum of what comes next after the words that came by it, and their share of all steps. */
export interface Bundle {
  readonly arcs: readonly number[];
  readonly sums: Float64Array;
  readonly mass: Float64Array;
}

/** n·H(V/n) of a sum V with total n: n log n − Σ V log V. */
export function entropyOf(sums: Float64Array, at: number, width: number): number {
  let [total, entropy] = [0, 0];
  for (let j = at; j < at + width; j++) {
    const value = sums[j];
    if (value <= 0) continue;
    total += value;
    entropy -= value * Math.log(value);
  }
  return total > 0 ? entropy + total * Math.log(total) : 0;
}

/** The sums of both sides, one behind the other. */
function sidesOf(sums: Float64Array, side: Uint8Array, width: number): Float64Array {
  const both = new Float64Array(2 * width);
  for (let e = 0; e < side.length; e++) {
    const to = side[e] * width;
    for (let j = 0, at = e * width; j < width; j++, at++) both[to + j] += sums[at];
  }
  return both;
}

/** How much the loss falls if the arcs of side 1 lead to a state of their own. */
export function gainOf({ sums }: Pick<Bundle, "sums">, side: Uint8Array, width: number): number {
  const both = sidesOf(sums, side, width);
  const whole = Float64Array.from({ length: width }, (_, j) => both[j] + both[width + j]);
  return entropyOf(whole, 0, width) - entropyOf(both, 0, width) - entropyOf(both, width, width);
}

/** log(row of side 1 / row of side 0), both smoothed: positive for what speaks for side 1. */
export function logRatio(sums: Float64Array, side: Uint8Array, width: number, step: number): Float64Array {
  const rows = smoothedRows(sidesOf(sums, side, width), width, step);
  return Float64Array.from({ length: width }, (_, j) =>
    rows[j] > 0 && rows[width + j] > 0 ? Math.log(rows[width + j] / rows[j]) : 0,
  );
}

/** How far each arc is along the first principal component of the square roots of rows, by power iteration. */
export function mainDirection({ sums, mass }: Bundle, width: number): Float64Array {
  const count = mass.length;
  const total = mass.reduce((sum, value) => sum + value, 0);
  const roots = new Float64Array(sums.length);
  const mean = new Float64Array(width);
  for (let e = 0, at = 0; e < count; e++) {
    for (let j = 0; j < width; j++, at++) {
      roots[at] = Math.sqrt(sums[at] / mass[e]);
      mean[j] += (mass[e] / total) * roots[at];
    }
  }
  let [far, most] = [0, -1];
  for (let e = 0, at = 0; e < count; e++) {
    let distance = 0;
    for (let j = 0; j < width; j++, at++) {
      roots[at] -= mean[j];
      distance += roots[at] * roots[at];
    }
    if (distance * mass[e] > most) [far, most] = [e, distance * mass[e]];
  }
  const direction = roots.slice(far * width, (far + 1) * width);
  const scores = new Float64Array(count);
  const next = new Float64Array(width);
  for (let round = 0; round < ROUNDS; round++) {
    next.fill(0);
    for (let e = 0; e < count; e++) {
      const at = e * width;
      let score = 0;
      for (let j = 0; j < width; j++) score += roots[at + j] * direction[j];
      scores[e] = score;
      for (let j = 0; j < width; j++) next[j] += mass[e] * score * roots[at + j];
    }
    const norm = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0));
    if (norm === 0) break;
    for (let j = 0; j < width; j++) direction[j] = next[j] / norm;
  }
  return scores;
}

/** The sides of the best of some cuts through the arcs in the order of their scores. */
export function bestCut({ sums, mass }: Bundle, scores: Float64Array, width: number): Uint8Array {
  const order = Array.from(mass.keys()).sort((one, other) => scores[one] - scores[other]);
  const side = new Uint8Array(order.length).fill(1);
  const [low, high] = [new Float64Array(width), new Float64Array(width)];
  for (let i = 0; i < sums.length; i++) high[i % width] += sums[i];
  const every = Math.max(1, Math.floor(order.length / CUTS));
  let [cut, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i + 1 < order.length; i++) {
    const at = order[i] * width;
    for (let j = 0; j < width; j++) {
      low[j] += sums[at + j];
      high[j] -= sums[at + j];
    }
    if (i % every !== 0) continue;
    const left = entropyOf(low, 0, width) + entropyOf(high, 0, width);
    if (left < least) [cut, least] = [i, left];
  }
  for (let i = 0; i <= cut; i++) side[order[i]] = 0;
  return side;
}
