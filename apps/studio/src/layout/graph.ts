/** Input and output of Graphviz. The input holds only numbers and label widths, never a symbol, so nothing needs escaping. */

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface LayoutRequest {
  readonly states: readonly number[];
  /** Source, destination, and the width of the label in characters. */
  readonly arcs: readonly (readonly [number, number, number])[];
  /** States that keep their places. */
  readonly fixed: readonly (readonly [number, Position])[];
  /** Should there be room for several labels on a line? */
  readonly roomy: boolean;
}

export type LayoutReply = readonly (readonly [number, Position])[];

/** Points per inch. Graphviz measures in inches, and its y axis points upwards. */
const POINTS = 72;
/** Above this many states Graphviz gets options that trade quality for speed. */
const LARGE = 100;

export function toGraph({ states, arcs, fixed, roomy }: LayoutRequest): { engine: string; graph: string } {
  const pinned = new Map(fixed);
  const engine = pinned.size > 0 ? "neato" : "dot";
  const fastOptions =
    states.length > LARGE ? "nslimit=1; nslimit1=1; mclimit=0.1; splines=line; maxiter=50;" : "";
  const lines = [
    `digraph { rankdir=LR; ${roomy ? "nodesep=0.75; ranksep=1.3;" : "nodesep=0.45; ranksep=0.55;"} ${fastOptions}`,
    engine === "neato" ? "overlap=false; splines=false; mode=KK; sep=0.4;" : "",
    'node [shape=circle, width=0.62, fixedsize=true, label=""];',
  ];
  for (const state of states) {
    const place = pinned.get(state);
    const pin = place === undefined ? "" : ` [pos="${place.x / POINTS},${-place.y / POINTS}!"]`;
    lines.push(`n${state}${pin};`);
  }
  const label = (width: number) =>
    states.length > LARGE ? "" : ` [label="${"m".repeat(width)}", fontsize=11]`;
  for (const [from, to, width] of arcs) {
    lines.push(`n${from} -> n${to}${label(width)}${engine === "neato" ? " [len=1.9]" : ""};`);
  }
  return { engine, graph: `${lines.join("\n")}\n}` };
}

/** The places in Graphviz's "plain" output. */
export function placesOf(plain: string): [number, Position][] {
  const places: [number, Position][] = [];
  for (const line of plain.split("\n")) {
    const match = /^node n(-?\d+) (\S+) (\S+)/u.exec(line);
    if (match === null) continue;
    places.push([Number(match[1]), { x: Number(match[2]) * POINTS, y: -Number(match[3]) * POINTS }]);
  }
  return places;
}
