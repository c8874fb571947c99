/** Small languages by name: those of docs/theory.md §5, on which the printed algorithm fails, and edge cases. */

import { Alphabet, type Wdfsa, WdfsaBuilder } from "@hankel/core";
import type { Case } from "./cases.ts";

/** An arc such as `0 a 1`: source, symbol, destination; then the index of its weight in the pool, if the weight is not one. */
type Arc = readonly [from: number, symbol: string, to: number, weight?: number];

export interface Sketch {
  readonly name: string;
  readonly symbols: string;
  readonly arcs: readonly Arc[];
  /** Final states, with the index of the weight in the pool if it is not one. */
  readonly finals: readonly (number | readonly [state: number, weight: number])[];
  readonly states: number;
}

/** Weights are 1 by default; the others are two different weights, if the algebra has two. */
export const sketches: readonly Sketch[] = [
  { name: "nothing", symbols: "ab", states: 0, arcs: [], finals: [] },
  {
    name: "nothing, with states",
    symbols: "a",
    states: 2,
    arcs: [
      [0, "a", 1],
      [1, "a", 0],
    ],
    finals: [],
  },
  { name: "nothing, over no letter", symbols: "", states: 0, arcs: [], finals: [] },
  { name: "{ε} over no letter", symbols: "", states: 1, arcs: [], finals: [[0, 1]] },
  { name: "{ε}", symbols: "ab", states: 1, arcs: [], finals: [[0, 2]] },
  { name: "{a}", symbols: "a", states: 2, arcs: [[0, "a", 1]], finals: [1] },
  {
    name: "{aa}",
    symbols: "a",
    states: 3,
    arcs: [
      [0, "a", 1],
      [1, "a", 2],
    ],
    finals: [2],
  },
  {
    name: "{ab}",
    symbols: "ab",
    states: 3,
    arcs: [
      [0, "a", 1],
      [1, "b", 2],
    ],
    finals: [2],
  },
  {
    name: "{ε, a, aa}",
    symbols: "a",
    states: 3,
    arcs: [
      [0, "a", 1],
      [1, "a", 2],
    ],
    finals: [0, 1, 2],
  },
  {
    name: "{ε, a, aa} with a scaled",
    symbols: "a",
    states: 3,
    arcs: [
      [0, "a", 1],
      [1, "a", 2],
    ],
    finals: [0, [1, 1], 2],
  },
  { name: "a*", symbols: "a", states: 1, arcs: [[0, "a", 0]], finals: [0] },
  { name: "a* scaled", symbols: "a", states: 1, arcs: [[0, "a", 0, 1]], finals: [0] },
  {
    name: "(aa)*",
    symbols: "a",
    states: 2,
    arcs: [
      [0, "a", 1],
      [1, "a", 0],
    ],
    finals: [0],
  },
  {
    name: "b*a",
    symbols: "ab",
    states: 2,
    arcs: [
      [0, "b", 0],
      [0, "a", 1],
    ],
    finals: [1],
  },
  {
    name: "(a|b)* scaled",
    symbols: "ab",
    states: 1,
    arcs: [
      [0, "a", 0, 1],
      [0, "b", 0, 2],
    ],
    finals: [0],
  },
  {
    name: "separate scales",
    symbols: "a",
    states: 3,
    arcs: [
      [0, "a", 1],
      [1, "a", 2],
      [2, "a", 1, 2],
    ],
    finals: [0, 2],
  },
  {
    name: "½ then ¼",
    symbols: "a",
    states: 2,
    arcs: [
      [0, "a", 1, 1],
      [1, "a", 1, 2],
    ],
    finals: [0, 1],
  },
  {
    name: "revival behind two dead letters",
    symbols: "abc",
    states: 4,
    arcs: [
      [0, "c", 1, 1],
      [1, "b", 2, 2],
      [2, "c", 3],
      [3, "a", 3, 1],
    ],
    finals: [[3, 2]],
  },
  {
    name: "a letter that leads nowhere",
    symbols: "ab",
    states: 2,
    arcs: [
      [0, "a", 1, 1],
      [1, "a", 0, 2],
    ],
    finals: [0],
  },
  {
    name: "two ways with one scale",
    symbols: "ab",
    states: 4,
    arcs: [
      [0, "a", 1, 1],
      [0, "b", 2, 2],
      [1, "a", 3],
      [2, "a", 3],
      [3, "a", 3, 1],
    ],
    finals: [3],
  },
];

/** Builds the language with the weights of the case, or with the given ones. */
export function sketched(setting: Case, sketch: Sketch, weights?: readonly string[]): Wdfsa<unknown> {
  const { algebra } = setting;
  const pool = weights?.map((text) => algebra.parse(text)) ?? setting.pool;
  const weight = (place?: number) => (place === undefined ? algebra.one : pool[place % pool.length]);
  const builder = new WdfsaBuilder(algebra, new Alphabet(sketch.symbols));
  for (let state = 0; state < sketch.states; state++) builder.state();
  for (const [from, symbol, to, place] of sketch.arcs) builder.arc(from, symbol, weight(place), to);
  for (const final of sketch.finals) {
    const [state, place] = typeof final === "number" ? [final, undefined] : final;
    builder.final(state, weight(place));
  }
  return builder.build();
}

export function sketchOf(name: string): Sketch {
  const found = sketches.find((sketch) => sketch.name === name);
  if (found === undefined) throw new Error(`no sketch is called ${name}`);
  return found;
}
