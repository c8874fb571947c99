import { readHankel, toWdfsa, type Wdfsa } from "@hankel/core";
import type { BlackBox } from "../box.ts";

/** The automaton of a conjecture. Its tolerance is that of the learner, so the semifield is the box's own. */
export function readConjecture(
  { kind: { algebra } }: BlackBox<unknown>,
  conjecture: unknown,
): Wdfsa<unknown> {
  const own = { ...(conjecture as object), semifield: algebra.name };
  return toWdfsa(readHankel(JSON.stringify(own), algebra));
}
