/** Names beside marks. Marks in the same place share a label, and labels do not overlap. */

export interface Mark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export interface Label {
  readonly text: string;
  /** Where the text begins, or where it ends if it stands left of its mark; and its line. */
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
  /** The mark that a line leads to, where the text is not right beside it. */
  readonly leader: readonly [x: number, y: number] | null;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Marks nearer than this cover each other. */
const NEAR = 9;
/** Half of a mark's width. */
const RADIUS = 5;
const GAP = 4;
/** Size of the text, about. */
const CHARACTER = 6.6;
const LINE = 12;

/** Labels within a frame that leave all of the marked places free; the same for the same marks. */
export function labels(
  marks: readonly Mark[],
  places: readonly { readonly x: number; readonly y: number }[],
  frame: Box,
): Label[] {
  const taken: Box[] = places.map(({ x, y }) => around(x, y, RADIUS));
  return clusters(marks).map((cluster) => {
    const text = [...new Set(cluster.map((mark) => mark.text))].join(", ");
    const found = placed(cluster, text, taken, frame);
    taken.push(boxOf(found));
    return found;
  });
}

/** Marks that cover each other, directly or through others, from left to right. */
function clusters(marks: readonly Mark[]): Mark[][] {
  const found: Mark[][] = [];
  for (const mark of marks.toSorted((a, b) => a.x - b.x || a.y - b.y)) {
    const near = found.filter((cluster) =>
      cluster.some(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) < NEAR),
    );
    const joined = [...near.flat(), mark];
    for (const cluster of near) found.splice(found.indexOf(cluster), 1);
    found.push(joined);
  }
  return found;
}

/** Right of the marks, else left, above or below; else in wider and wider circles, with a line back. */
function placed(cluster: readonly Mark[], text: string, taken: readonly Box[], frame: Box): Label {
  const left = Math.min(...cluster.map(({ x }) => x));
  const right = Math.max(...cluster.map(({ x }) => x));
  const top = Math.min(...cluster.map(({ y }) => y));
  const bottom = Math.max(...cluster.map(({ y }) => y));
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const width = text.length * CHARACTER;
  const start = { text, anchor: "start", leader: null } as const;
  const beside: Label[] = [
    { ...start, x: right + RADIUS + GAP, y: y + 4 },
    { ...start, anchor: "end", x: left - RADIUS - GAP, y: y + 4 },
    { ...start, x: x - width / 2, y: top - RADIUS - GAP },
    { ...start, x: x - width / 2, y: bottom + RADIUS + LINE },
  ];
  for (let reach = 24; reach < 200; reach += 12) {
    for (const [dx, dy] of [
      [0.7, -0.7],
      [0.7, 0.7],
      [-0.7, -0.7],
      [-0.7, 0.7],
      [0, -1],
      [0, 1],
    ]) {
      const at = x + dx * reach - (dx === 0 ? width / 2 : 0);
      beside.push({
        text,
        anchor: dx < 0 ? "end" : "start",
        x: at,
        y: y + dy * reach + 4,
        leader: [x, y],
      });
    }
  }
  const free = beside.find((label) => {
    const box = boxOf(label);
    const inside =
      box.left >= frame.left &&
      box.right <= frame.right &&
      box.top >= frame.top &&
      box.bottom <= frame.bottom;
    return inside && !taken.some((other) => overlap(box, other));
  });
  return free ?? beside[0];
}

function boxOf({ text, x, y, anchor }: Label): Box {
  const left = anchor === "end" ? x - text.length * CHARACTER : x;
  return { left, right: left + text.length * CHARACTER, top: y - LINE + 2, bottom: y + 2 };
}

function around(x: number, y: number, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
