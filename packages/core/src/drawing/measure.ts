import { contains, overlap } from "./canvas.ts";
import { samplesOf } from "./curve.ts";
import type { Drawing, Point } from "./graph.ts";

/** How good a drawing is; less is better in all of them. */
export interface DrawingQuality {
  /** How many pairs of lines cross, counted with how often they do. */
  readonly crossings: number;
  /** How many labels cover a state or another label. */
  readonly covered: number;
  /** How many labels a line runs through. */
  readonly struck: number;
  /** How many lines pass through a state that they do not join. */
  readonly passes: number;
  /** In square pixels. */
  readonly area: number;
}

export function qualityOf({ states, arcs, box }: Drawing): DrawingQuality {
  const lines = arcs.map(({ curve }) => samplesOf(curve, 24));
  let crossings = 0;
  const boxes = lines.map((points) => ({
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x }) => x)),
    top: Math.min(...points.map(({ y }) => y)),
    bottom: Math.max(...points.map(({ y }) => y)),
  }));
  for (let i = 0; i < lines.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.left > b.right || b.left > a.right || a.top > b.bottom || b.top > a.bottom) continue;
      crossings += crossingsOf(lines[i], lines[j]);
    }
  }
  const labels = arcs.flatMap(({ label }) => (label === undefined ? [] : [label]));
  const shapes = states.map(({ x, y, across, down }) => ({
    x: x - across,
    y: y - down,
    width: 2 * across,
    height: 2 * down,
  }));
  const covered = labels.filter(
    (label, i) =>
      shapes.some((shape) => overlap(label, shape) > 1) ||
      labels.some((other, j) => j !== i && overlap(label, other) > 1),
  ).length;
  const passes = arcs.filter(({ arc, curve }, i) => {
    const { left, right, top, bottom } = boxes[i];
    const others = states.filter(
      ({ state: { id }, x, y, across, down }) =>
        id !== arc.from &&
        id !== arc.to &&
        x + across > left &&
        x - across < right &&
        y + down > top &&
        y - down < bottom,
    );
    return (
      others.length > 0 && samplesOf(curve, 8).some((point) => others.some((state) => contains(state, point)))
    );
  }).length;
  const fine = arcs.map(({ curve }) => samplesOf(curve, 5));
  const struck = labels.filter(({ x, y, width, height }) =>
    fine.some((points, i) => {
      const { left, right, top, bottom } = boxes[i];
      if (left > x + width || right < x || top > y + height || bottom < y) return false;
      return points.some((p) => p.x > x + 1 && p.x < x + width - 1 && p.y > y + 3 && p.y < y + height - 3);
    }),
  ).length;
  return { crossings, covered, struck, passes, area: box.width * box.height };
}

function crossingsOf(one: readonly Point[], other: readonly Point[]): number {
  let count = 0;
  for (let i = 1; i < one.length; i++) {
    for (let j = 1; j < other.length; j++) {
      if (areCrossing(one[i - 1], one[i], other[j - 1], other[j])) count++;
    }
  }
  return count;
}

function areCrossing(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return side(a, b, c) > 0 !== side(a, b, d) > 0 && side(c, d, a) > 0 !== side(c, d, b) > 0;
}
