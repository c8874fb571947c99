/** Targets and samples for hankel spectral. */

import { Alphabet, real, sample, type Wfsa, WfsaBuilder, writeHankel, writeSampleSet } from "@hankel/core";
import { expect } from "vitest";
import type { Workplace } from "./hankel.ts";

/** L(w) = 2^#a + 2^#b: rank 2, and no finite deterministic automaton. */
export const POWERS = `export const alphabet = ["a", "b"];
export const semifield = "real";
export function weigh(word) {
  const a = word.filter((symbol) => symbol === "a").length;
  return 2 ** a + 2 ** (word.length - a);
}
`;

/** A probabilistic automaton with two states, over the symbols 0 and 1. */
export function coins(): Wfsa<number> {
  const builder = new WfsaBuilder<number>(real, new Alphabet(["0", "1"]));
  const [p, q] = [builder.state(0.2), builder.state(0.4)];
  builder.initial(p, 0.7).initial(q, 0.3);
  builder.arc(p, "0", 0.5, p).arc(p, "1", 0.3, q).arc(q, "1", 0.5, q).arc(q, "0", 0.1, p);
  return builder.build();
}

/** Files of a problem as PAutomaC has them. */
export async function problem(place: Workplace, count = 5000): Promise<void> {
  const target = coins();
  const { alphabet } = target;
  const draw = (count: number, seed: number) => sample(target, { count, seed });
  const test = [...new Map(draw(300, 2).map((word) => [String(word), word])).values()];
  await place.write("1.pautomac.train", writeSampleSet({ alphabet, words: draw(count, 1) }));
  await place.write("1.pautomac.test", writeSampleSet({ alphabet, words: test }));
  const truth = test.map((word) => target.weigh(word));
  await place.write("solution.txt", `${test.length}\n${truth.join("\n")}\n`);
  await place.write("truth.json", writeHankel(target));
}

/** Runs hankel spectral, which must succeed in silence, and reads its report. */
export async function facts(place: Workplace, ...args: string[]) {
  const { code, stdout, stderr } = await place.run(["spectral", ...args, "--json", "--quiet"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}
