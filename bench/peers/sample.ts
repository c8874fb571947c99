/**
 * Random targets for trying the peers:
 *
 *     node --import tsx bench/peers/sample.ts dfa|mealy|pdfa SIZE LETTERS SEED [OUTPUTS] > target.json
 *
 * Every state is reachable and no two are equivalent; about half of a DFA's states are final. OUTPUTS (2 unless given)
 * is how many outputs a Mealy machine has, or how many different distributions the states of a PDFA.
 */
import { pathToFileURL } from "node:url";
import type { Target } from "./peers.ts";

/** A stream of numbers in [0, 1), the same for the same seed (a 32-bit mixer over a counter). */
function stream(seed: number): () => number {
  let counter = seed >>> 0;
  return () => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let z = counter;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Random arcs, among them a tree from state 0: state i is entered from a free arc of an earlier state. */
function randomArcs(size: number, letters: number, random: () => number): number[] {
  const below = (n: number) => Math.floor(random() * n);
  const target = Array.from({ length: size * letters }, () => -1);
  const free: number[] = [];
  for (let state = 0; state < size; state++) {
    if (state > 0) {
      const slot = below(free.length);
      target[free[slot]] = state;
      free[slot] = free[free.length - 1];
      free.pop();
    }
    for (let a = 0; a < letters; a++) {
      free.push(state * letters + a);
    }
  }
  for (const arc of free) {
    target[arc] = below(size);
  }
  return target;
}

/** Whether no two states behave alike, by Moore's refinement from the states' labels. */
function isMinimal(
  size: number,
  letters: number,
  target: number[],
  label: (state: number) => string,
): boolean {
  const number = (key: (state: number) => string) => {
    const seen = new Map<string, number>();
    const block = Array.from({ length: size }, (_, state) => {
      const name = key(state);
      const known = seen.get(name) ?? seen.size;
      seen.set(name, known);
      return known;
    });
    return { block, count: seen.size };
  };
  let parts = number(label);
  for (;;) {
    const { block, count } = parts;
    const row = (state: number) => target.slice(state * letters, (state + 1) * letters).map((q) => block[q]);
    parts = number((state) => `${block[state]}:${row(state).join()}`);
    if (parts.count === count) {
      return count === size;
    }
  }
}

function distribution(length: number, random: () => number): number[] {
  const mass = Array.from({ length }, () => 0.05 + random());
  const total = mass.reduce((sum, part) => sum + part, 0);
  return mass.map((part) => part / total);
}

function draw(
  kind: Target["kind"],
  size: number,
  letters: number,
  outputs: number,
  random: () => number,
): Target {
  const target = randomArcs(size, letters, random);
  const digits = (count: number, base: number) =>
    Array.from({ length: count }, () => Math.floor(random() * base));
  if (kind === "dfa") {
    return { kind, letters, size, target, final: digits(size, 2) };
  }
  if (kind === "mealy") {
    return { kind, letters, size, target, output: digits(size * letters, outputs) };
  }
  const shapes = Array.from({ length: outputs }, () => distribution(letters + 1, random));
  const chosen = digits(size, outputs).map((i) => shapes[i]);
  const probability = chosen.flatMap((shape) => shape.slice(0, letters));
  const stop = chosen.map((shape) => shape[letters]);
  return { kind, letters, size, target, probability, stop };
}

function labelOf(target: Target): (state: number) => string {
  const row = (values: number[], state: number) =>
    values.slice(state * target.letters, (state + 1) * target.letters).join();
  switch (target.kind) {
    case "dfa":
      return (state) => `${target.final[state]}`;
    case "mealy":
      return (state) => row(target.output, state);
    case "pdfa":
      return (state) => `${target.stop[state]}:${row(target.probability, state)}`;
  }
}

/** A random minimal machine; the same arguments give the same machine. */
export function sample(
  kind: Target["kind"],
  size: number,
  letters: number,
  seed: number,
  outputs = 2,
): Target {
  const random = stream(seed);
  for (let attempt = 0; attempt < 1000; attempt++) {
    const target = draw(kind, size, letters, outputs, random);
    if (isMinimal(size, letters, target.target, labelOf(target))) {
      return target;
    }
  }
  throw new Error(`no minimal ${kind} of ${size} states and ${letters} letters in 1000 draws`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [kind, size, letters, seed, outputs] = process.argv.slice(2);
  if ((kind !== "dfa" && kind !== "mealy" && kind !== "pdfa") || !size || !letters || !seed) {
    console.error("usage: sample.ts dfa|mealy|pdfa SIZE LETTERS SEED [OUTPUTS]");
    process.exitCode = 2;
  } else {
    console.log(
      JSON.stringify(sample(kind, Number(size), Number(letters), Number(seed), Number(outputs ?? 2))),
    );
  }
}
