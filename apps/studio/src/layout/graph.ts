/** What the page and the workers that make its drawings say to each other. */

import type { Arrangement, Drawing, Graph, Point, SvgOptions } from "hankel/formats";

export type Position = Point;

/** A graph whose states have their places. */
export interface PlacedGraph {
  readonly graph: Graph;
  readonly arrangement: Arrangement;
}

/** What the workers do. */
export interface DrawingTasks {
  /** Gives the states of a graph their places; those that have one keep it. */
  arrange: { ask: { graph: Graph; fixed: readonly (readonly [number, Position])[] }; reply: Arrangement };
  draw: { ask: PlacedGraph; reply: Drawing };
  /** Draws what is around a state. */
  around: { ask: { graph: Graph; state: number }; reply: Drawing };
  /** A drawing as the text of a file. */
  svg: { ask: PlacedGraph & { options: SvgOptions }; reply: string };
  tikz: { ask: PlacedGraph; reply: string };
  /** Several drawings as one that moves. */
  animation: {
    ask: { steps: readonly (PlacedGraph & { caption: string })[]; options: SvgOptions };
    reply: string;
  };
}

/** Before anything is laid out. */
export const NOWHERE: Arrangement = { places: new Map(), bends: new Map(), isOverview: false };
