/** What the page and the worker that lays out drawings say to each other. */

import type { Arrangement, Graph, Point } from "hankel/formats";

export type Position = Point;

export interface LayoutRequest {
  readonly graph: Graph;
  /** States that keep their places. */
  readonly fixed: readonly (readonly [number, Position])[];
}

/** Before anything is laid out. */
export const NOWHERE: Arrangement = { places: new Map(), bends: new Map(), isOverview: false };
