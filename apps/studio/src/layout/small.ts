/** Places for a drawing that is too small for a layout engine to matter: by the distance from the start. */

import type { MachineView } from "../engine/views.ts";
import type { Position } from "./graph.ts";

const ACROSS = 130;
const DOWN = 100;

/** With more states there are only places close together. */
const MANY = 30;

export function smallLayout({ states, arcs, initials }: MachineView): Map<number, Position> {
  if (states.length > MANY) return new Map(states.map(({ id }, i) => [id, inSpiral(i)]));
  const depths = new Map(initials.map(({ id }) => [id, 0]));
  for (const [id, depth] of depths) {
    for (const arc of arcs) if (arc.from === id && !depths.has(arc.to)) depths.set(arc.to, depth + 1);
  }
  const layers = new Map<number, number[]>();
  for (const { id } of states) {
    const depth = depths.get(id) ?? 0;
    layers.set(depth, [...(layers.get(depth) ?? []), id]);
  }
  const places = new Map<number, Position>();
  for (const [depth, ids] of layers) {
    ids.forEach((id, i) => {
      places.set(id, { x: depth * ACROSS, y: (i - (ids.length - 1) / 2) * DOWN });
    });
  }
  return places;
}

/** Like the seeds of a sunflower: each as far from the others as there is room. */
function inSpiral(i: number): Position {
  const [angle, distance] = [i * Math.PI * (3 - Math.sqrt(5)), 70 * Math.sqrt(i)];
  return { x: 2 * distance * Math.cos(angle), y: distance * Math.sin(angle) };
}
