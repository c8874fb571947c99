import { totalVariation } from "../../next/distribution.ts";
import type { Pdfa } from "../../next/pdfa.ts";

/** The states of an automaton, nearest first by the total variation of their rows from the row that begins at a place. */
export function nearestStates({ size, letters, rows }: Pdfa, values: Float64Array, at: number): number[] {
  const width = letters + 1;
  const distances = Array.from({ length: size }, (_, state) =>
    totalVariation(values, at, rows, state * width, width),
  );
  return Array.from(distances.keys()).sort((a, b) => distances[a] - distances[b]);
}
