/** A language model over a and b, as a module and as an automaton; a coin; and how automata are judged. */

import type { Figures } from "@hankel/core";
import { expect } from "vitest";
import type { Workplace } from "./hankel.ts";

/** A coin that is thrown until it shows heads: words of t, with heads as their end. */
export function coin(tails: string, heads: string): string {
  return JSON.stringify({
    format: "hankel/1",
    semifield: "real",
    alphabet: ["t"],
    states: 1,
    initial: [[0, "1"]],
    final: [[0, heads]],
    arcs: [[0, "t", tails, 0]],
  });
}

/** A language model over a and b: they take turns, mostly. */
export const MODEL = `export const alphabet = ["a", "b"];
export function next(word) {
  const last = word.at(-1);
  return last === "a" ? [0.1, 0.7, 0.2] : last === "b" ? [0.7, 0.1, 0.2] : [0.5, 0.4, 0.1];
}
`;

/** The same as an automaton. */
export const TURNS = JSON.stringify({
  format: "hankel/1",
  semifield: "real",
  alphabet: ["a", "b"],
  states: 3,
  initial: [[0, "1"]],
  final: [
    [0, "0.1"],
    [1, "0.2"],
    [2, "0.2"],
  ],
  arcs: [
    [0, "a", "0.5", 1],
    [0, "b", "0.4", 2],
    [1, "a", "0.1", 1],
    [1, "b", "0.7", 2],
    [2, "a", "0.7", 1],
    [2, "b", "0.1", 2],
  ],
});

/** Runs hankel evaluate, which must succeed in silence, and reads its figures. */
export async function judged(place: Workplace, ...args: string[]): Promise<{ figures: Figures; of: string }> {
  const { code, stdout, stderr } = await place.run(["evaluate", ...args, "--json", "--quiet"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}
