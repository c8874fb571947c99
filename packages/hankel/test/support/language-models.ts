/** Language models for hankel learn: networks, a program with noise; and what is expected of every result. */

import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Ended, Workplace } from "./hankel.ts";

/** Copies a network of examples/models with its side file. */
export async function bring(place: Workplace, name: string): Promise<void> {
  for (const ending of ["onnx", "json"]) {
    const model = fileURLToPath(new URL(`../../../../examples/models/${name}.${ending}`, import.meta.url));
    await copyFile(model, place.path(`${name}.${ending}`));
  }
}

/**
 * A program with four states that a's and b's lead through; the numbers are no ratios of small ones, and each word adds a
 * little noise of its own, as a network does. It counts the words that it is asked about. If it is told so, it says "enough" at
 * its third request and then nothing more.
 */
export const PROGRAM = `
import { createInterface } from "node:readline";
import { appendFileSync } from "node:fs";
const told = (what) => process.argv.includes(what);
const prefixes = told("prefixes");
let requests = 0;
const rows = [[0.61, 0.22, 0.17], [0.11, 0.53, 0.36], [0.31, 0.19, 0.5], [0.07, 0.83, 0.1]];
const following = (word) => {
  let state = 0;
  let noise = 7;
  for (const symbol of word) {
    state = symbol === "a" ? (state + 1) % 4 : (state * 2) % 4;
    noise = (noise * 31 + symbol.charCodeAt(0)) % 101;
  }
  const row = rows[state].map((p, i) => p * (1 + ((noise * (i + 3)) % 11) / 2000));
  const sum = row.reduce((a, b) => a + b);
  return row.map((p) => p / sum);
};
const all = (word) => [...word.map((_, i) => following(word.slice(0, i))), following(word)];
const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
send({ hankel: 1, next: true, alphabet: ["a", "b"], ...(prefixes && { prefixes: true }) });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, next } = JSON.parse(line);
  appendFileSync("asked", "x".repeat(next.length));
  if (++requests === 3 && told("enough")) {
    process.stderr.write("enough\\n");
    await new Promise(() => {});
  }
  send({ id, distributions: next.map(prefixes ? all : following) });
}
`;

interface Automaton {
  readonly states: number;
  readonly final: readonly (readonly [number, string])[];
  readonly arcs: readonly (readonly [number, string, string, number])[];
}

/** Checks that the arcs and the end of every state are probabilities that sum to 1; returns the number of states. */
export async function expectDistribution(place: Workplace, name: string): Promise<number> {
  const { states, final, arcs } = JSON.parse(await place.read(name)) as Automaton;
  const sums = new Float64Array(states);
  for (const [state, weight] of final) sums[state] += Number(weight);
  for (const [from, , weight] of arcs) sums[from] += Number(weight);
  for (const sum of sums) expect(sum).toBeCloseTo(1, 9);
  expect(states).toBeGreaterThan(0);
  return states;
}

/** The last line on standard error: the figures, or the conclusion. */
export const lastLine = ({ stderr }: Ended) => stderr.trimEnd().split("\n").at(-1);

/** The program as the target, once it is written to model.mjs. */
export const BOX = ["--", "node", "model.mjs"];
