/** Curves of cubic pieces: a first point, and for each piece two control points and its end. */

import type { Point } from "./graph.ts";

export type Curve = readonly Point[];

export function mix(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** A curve from one point to another that bends to its left by a distance. */
export function bow(from: Point, to: Point, bend: number): Curve {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  // The middle of a cubic piece lies at three quarters of the way to its control points.
  const [nx, ny] = [((dy / length) * bend * 4) / 3, ((-dx / length) * bend * 4) / 3];
  const control = (t: number) => ({ x: from.x + dx * t + nx, y: from.y + dy * t + ny });
  return [from, control(0.22), control(0.78), to];
}

/** A smooth curve through some points that runs level at all of them but its ends. */
export function through(points: readonly Point[]): Curve {
  const curve: Point[] = [points[0]];
  const tangent = (i: number) => {
    const [a, b] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    return { x: (b.x - a.x) / 6, y: (b.y - a.y) / 6 };
  };
  for (let i = 1; i < points.length; i++) {
    const [a, b, from, to] = [points[i - 1], points[i], tangent(i - 1), tangent(i)];
    curve.push({ x: a.x + from.x, y: a.y + from.y }, { x: b.x - to.x, y: b.y - to.y }, b);
  }
  return curve;
}

/** The point at a part of the way, counted in pieces. */
export function pointAt(curve: Curve, t: number): Point {
  const pieces = (curve.length - 1) / 3;
  const piece = Math.max(0, Math.min(pieces - 1, Math.floor(t * pieces)));
  const u = t * pieces - piece;
  const v = 1 - u;
  const i = 3 * piece;
  const [a, b, c, d] = [curve[i], curve[i + 1], curve[i + 2], curve[i + 3]];
  const [wa, wb, wc, wd] = [v * v * v, 3 * v * v * u, 3 * v * u * u, u * u * u];
  return {
    x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
    y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
  };
}

/** Points along a curve, about as far apart as `step`. */
export function samplesOf(curve: Curve, step: number): Point[] {
  let length = 0;
  for (let i = 1; i < curve.length; i++) {
    length += Math.hypot(curve[i].x - curve[i - 1].x, curve[i].y - curve[i - 1].y);
  }
  const count = Math.min(400, Math.max(8, Math.ceil(length / step)));
  const samples: Point[] = [];
  for (let i = 0; i <= count; i++) samples.push(pointAt(curve, i / count));
  return samples;
}

/** The part of a curve between two of its points: what leaves the shape at its start and ends at the shape at its end. */
export function between(
  curve: Curve,
  isInStart: (point: Point) => boolean,
  isInEnd: (point: Point) => boolean,
): Curve {
  const pieces = (curve.length - 1) / 3;
  const leaves = border(curve, isInStart, 0);
  const enters = border(curve, isInEnd, 1);
  if (leaves >= enters) return curve;
  const [first, last] = [Math.floor(leaves * pieces), Math.min(pieces - 1, Math.floor(enters * pieces))];
  const kept: Point[] = [];
  for (let piece = first; piece <= last; piece++) {
    const from = piece === first ? leaves * pieces - piece : 0;
    const to = piece === last ? enters * pieces - piece : 1;
    const part = cut(curve.slice(3 * piece, 3 * piece + 4), from, to);
    kept.push(...(piece === first ? part : part.slice(1)));
  }
  return kept;
}

/** Where a curve crosses the border of a shape next to one of its ends, as a part of its way. */
function border(curve: Curve, isIn: (point: Point) => boolean, end: 0 | 1): number {
  const steps = 64;
  const towards = end === 0 ? 1 : -1;
  let inside = end as number;
  if (!isIn(pointAt(curve, inside))) return inside;
  let outside = inside;
  for (let i = 1; i <= steps; i++) {
    outside = end + (towards * i) / steps;
    if (!isIn(pointAt(curve, outside))) break;
    inside = outside;
  }
  for (let i = 0; i < 20; i++) {
    const middle = (inside + outside) / 2;
    if (isIn(pointAt(curve, middle))) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** A part of a cubic piece, by de Casteljau's construction. */
function cut(piece: readonly Point[], from: number, to: number): Point[] {
  const head = split(piece, to)[0];
  return from === 0 ? head : split(head, from / to)[1];
}

function split([a, b, c, d]: readonly Point[], t: number): [Point[], Point[]] {
  const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)];
  const [abc, bcd] = [mix(ab, bc, t), mix(bc, cd, t)];
  const middle = mix(abc, bcd, t);
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ];
}
