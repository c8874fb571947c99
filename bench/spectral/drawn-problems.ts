/** Problems like those of PAutomaC, drawn from random machines of its three kinds. */

import { writeFileSync } from "node:fs";
import {
  Alphabet,
  Forward,
  Random,
  real,
  sample,
  type Wfsa,
  WfsaBuilder,
  writeSampleSet,
} from "@hankel/core";
import { scratchFile } from "../support/scratch.ts";
import type { Problem } from "./problem.ts";

export interface Shape {
  readonly kind: "hmm" | "pfa" | "pdfa";
  readonly states: number;
  readonly letters: number;
}

const TRAIN = 20_000;
const TEST = 1000;

/** Writes the files of a problem: 20,000 words to learn from, 1,000 different words to judge by. */
export function drawnProblem(shape: Shape, seed: number): Problem {
  const { kind, states, letters } = shape;
  const machine = randomMachine(shape, new Random(0x73_70_65_63, seed, states, letters));
  const { alphabet } = machine;
  const words = sample(machine, { count: TRAIN, seed });
  const test = new Map<string, readonly number[]>();
  for (let round = 1; test.size < TEST; round++) {
    for (const word of sample(machine, { count: TEST, seed: seed + 1000 * round })) {
      if (test.size < TEST) test.set(String(word), word);
    }
  }
  const name = `${kind}-${states}-${letters}-${seed}`;
  const [trainFile, testFile] = [scratchFile(`${name}.train`), scratchFile(`${name}.test`)];
  const judged = [...test.values()];
  writeFileSync(trainFile, writeSampleSet({ alphabet, words }));
  writeFileSync(testFile, writeSampleSet({ alphabet, words: judged }));
  const truth = Array.from(new Forward(machine, "bench").weighAll(judged));
  return { name: `${kind}, ${states} states, ${letters} letters`, train: trainFile, test: testFile, truth };
}

/**
 * A random machine. Every state ends with a probability near 1/8. In a PDFA a letter leads to one state, in a PFA to a few; the letters
 * of an HMM depend on the state alone. A third of the letters, or arcs, of a state are missing.
 */
function randomMachine({ kind, states, letters }: Shape, random: Random): Wfsa<number> {
  const builder = new WfsaBuilder<number>(
    real,
    new Alphabet(Array.from({ length: letters }, (_, i) => String(i))),
  );
  for (let q = 0; q < states; q++) builder.state();
  const shares = (count: number, missing: number): number[] => {
    const parts = Array.from({ length: count }, () =>
      random.real() < missing ? 0 : -Math.log(1 - random.real()),
    );
    if (!parts.some((part) => part > 0)) parts[random.below(count)] = 1;
    const sum = parts.reduce((a, b) => a + b, 0);
    return parts.map((part) => part / sum);
  };
  if (kind === "pdfa") builder.initial(0);
  else shares(states, 0.8).forEach((weight, q) => builder.initial(q, weight));
  for (let q = 0; q < states; q++) {
    const end = 0.05 + 0.15 * random.real();
    builder.final(q, end);
    const onward = shares(states, 0.8);
    shares(letters, 1 / 3).forEach((weight, letter) => {
      const to =
        kind === "hmm" ? onward : kind === "pfa" ? shares(states, 0.9) : one(states, random.below(states));
      to.forEach((share, next) => builder.arcOn(q, letter, (1 - end) * weight * share, next));
    });
  }
  return builder.build();
}

function one(count: number, at: number): number[] {
  return Array.from({ length: count }, (_, i) => (i === at ? 1 : 0));
}
