import type { Pdfa } from "../../next/pdfa.ts";
import { fit, type Measure } from "./fit.ts";
import type { Point } from "./growth.ts";
import type { KnownRows } from "./known-rows.ts";
import { nearestStates } from "./nearest-states.ts";

/** A state is left out if the divergence without it is at most this many times that with it. */
const AS_GOOD = 1.02;

/** With how many of the states that have the nearest rows a state is compared. */
const NEAREST = 3;

/**
 * Leaves out states that bring nothing: the arcs into such a state go to another one, and the words are as near to the
 * automaton as before. A growing automaton may take up a word that is a little odd before one that is a state of its own.
 */
export function prune(known: KnownRows, point: Point, measure: Measure): Point {
  let pruned = point;
  // The latest states are the least sure ones; the initial state stays.
  for (let state = point.pdfa.size - 1; state > 0; state--) {
    const { divergence } = fit(known, pruned.pdfa, measure);
    for (const other of othersNearby(pruned.pdfa, state)) {
      const without = redirect(pruned.pdfa, state, other);
      if (fit(known, without, measure).divergence > AS_GOOD * divergence) continue;
      pruned = leaveOut({ ...pruned, pdfa: without }, state);
      break;
    }
  }
  return pruned;
}

function othersNearby(pdfa: Pdfa, state: number): number[] {
  const nearest = nearestStates(pdfa, pdfa.rows, state * (pdfa.letters + 1));
  return nearest.filter((other) => other !== state).slice(0, NEAREST);
}

/** The automaton with all arcs into one state leading to another. */
function redirect(pdfa: Pdfa, from: number, to: number): Pdfa {
  return { ...pdfa, target: pdfa.target.map((state) => (state === from ? to : state)) };
}

/** The automaton without a state that no arc leads to. */
function leaveOut({ pdfa, access, distances, suffixes, radius }: Point, state: number): Point {
  const { size, letters, target, rows } = pdfa;
  const kept = (_: unknown, other: number) => other !== state;
  const within = (width: number) => (_: unknown, i: number) => Math.floor(i / width) !== state;
  return {
    pdfa: {
      size: size - 1,
      letters,
      target: target.filter(within(letters)).map((to) => (to > state ? to - 1 : to)),
      rows: rows.filter(within(letters + 1)),
    },
    access: access.filter(kept),
    suffixes: suffixes.filter(kept),
    distances: distances.filter(within(letters)),
    radius,
  };
}
