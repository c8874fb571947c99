import type { Fitted } from "./fitted.ts";
import { pairOf } from "./merging.ts";
import type { Quotient } from "./quotient.ts";

/** An automaton, and the arcs of which it shall be decided again where they lead. */
export interface Remains {
  readonly fitted: Fitted;
  readonly freed: ReadonlySet<number>;
  /** The one of them that shall lead elsewhere; -1 if all may lead where they did. */
  readonly elsewhere: number;
}

/**
 * Merges what lies behind the arcs that remain of an automaton; what lies behind the others is blue. Nothing of it can be refused: the automaton fits the sample, and fewer
 * states are made one than in it (docs/theory/samples.md, 19.6). A state to which no arc leads that remains is gone, and may come back. Returns the pair that shall not be merged, if there is one.
 */
export function rebuild(quotient: Quotient, { fitted, freed, elsewhere }: Remains): ReadonlySet<string> {
  const { target, size, letters } = fitted;
  /** The red state of each state of the automaton, or -1, and the other way round by their rows. */
  const reds = new Int32Array(size).fill(-1);
  reds[0] = quotient.reds[0];
  const states = [0];
  let moved = -1;
  const queue = quotient.blues();
  for (let at = 0; at < queue.length; at++) {
    const { node, arc } = queue[at];
    const own = states[Math.floor(arc / letters)] * letters + (arc % letters);
    if (own === elsewhere) moved = node;
    const to = target[own];
    if (to < 0 || freed.has(own)) continue;
    if (reds[to] >= 0) queue.push(...quotient.merge(reds[to], queue[at]));
    else {
      reds[to] = node;
      states.push(to);
      queue.push(...quotient.promote(node));
    }
  }
  const before = elsewhere < 0 ? -1 : reds[target[elsewhere]];
  return new Set(moved < 0 || before < 0 ? [] : [pairOf({ red: before, blue: moved })]);
}
