import { brief, colourOf, type Graph, pathOf, route } from "hankel/formats";
import type { Position } from "./graph.ts";

export { brief, colourOf };

/** The radius of a state. */
export const RADIUS = 20;

/** All arcs from one state to another, drawn as one line. */
export interface Edge {
  readonly key: string;
  readonly path: string;
  readonly labels: readonly string[];
  /** The middle of the labels. */
  readonly label: Position;
}

/** The lines between the states that have a place, for a drawing whose states are drawn otherwise. */
export function edgesOf({ graph }: { readonly graph: Graph }, places: ReadonlyMap<number, Position>): Edge[] {
  return route(graph, places).arcs.map(({ arc, curve, label }) => ({
    key: `${arc.from} ${arc.to}`,
    path: pathOf(curve),
    labels: arc.labels,
    label: label === undefined ? curve[0] : { x: label.x + label.width / 2, y: label.y + 11 },
  }));
}
