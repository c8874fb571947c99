import type { MachineView } from "../engine/views.ts";
import type { Position } from "./graph.ts";

/** With more states a circle takes too much room. */
const MAX_STATES = 40;
/** The room for a state and the bends of its arcs, and for each character of a label between two states. */
const STATE_ROOM = 130;
const CHARACTER_ROOM = 6;
const MAX_CHARACTERS = 22;

/**
 * Is the automaton nondeterministic, and do most states lead to more than one other? Then the states are drawn on a circle: no
 * arc between two of them crosses a third one.
 */
export function isDense({ states, arcs, isDeterministic }: MachineView): boolean {
  const { length } = states;
  if (isDeterministic || length < 3 || length > MAX_STATES) return false;
  const lines = new Set(arcs.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} ${to}`));
  return lines.size > 1.5 * length;
}

/** The places on a circle, clockwise from the left, where the arrow to the first state has room. */
export function onCircle({ states, arcs }: MachineView): Map<number, Position> {
  const widest = arcs.reduce(
    (most, { symbol, weight }) => Math.max(most, symbol.length + weight.length + 3),
    0,
  );
  const side = STATE_ROOM + CHARACTER_ROOM * Math.min(widest, MAX_CHARACTERS);
  const radius = side / (2 * Math.sin(Math.PI / states.length));
  return new Map(
    states.map(({ id }, i) => {
      const angle = Math.PI + (2 * Math.PI * i) / states.length;
      return [id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }];
    }),
  );
}
