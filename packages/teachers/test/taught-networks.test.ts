/** The networks of examples/models: what they were taught is found again, without any option. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Distribution, readHankel, softTeacher, usesOf, type Wdfsa } from "@hankel/core";
import { type BlackBox, nextOfBox, openOnnx } from "@hankel/teachers";
import { learnAsync } from "@hankel/teachers/live";
import * as web from "onnxruntime-web";
import { expect, it } from "vitest";

const folder = new URL("../../../examples/models/", import.meta.url);
const file = (name: string) => fileURLToPath(new URL(name, folder));

/** A native runtime that happens to be installed is not used. */
async function load(runtime: string): Promise<unknown> {
  if (runtime === "onnxruntime-web") return web;
  throw Object.assign(new Error(`no ${runtime}`), { code: "ERR_MODULE_NOT_FOUND" });
}

/** Arcs that had a smaller share of the training data are not shown well enough to be learned. */
const SHOWN = 5e-5;

/** The share of all steps that each arc of an automaton has. */
function sharesOf(teacher: Wdfsa<number>): Float64Array {
  const { size, alphabet, target } = teacher;
  const rows = new Float64Array(size * (alphabet.size + 1));
  for (let state = 0; state < size; state++) {
    for (let letter = 0; letter < alphabet.size; letter++) {
      rows[state * (alphabet.size + 1) + letter] = teacher.arcWeight[state * alphabet.size + letter];
    }
    rows[state * (alphabet.size + 1) + alphabet.size] = teacher.finalWeight[state];
  }
  const complete = Int32Array.from({ length: size * alphabet.size }, (_, arc) => Math.max(0, target[arc]));
  return usesOf({ size, letters: alphabet.size, target: complete, rows }).arcs;
}

it.each([
  ["uhl1", 9],
  ["uhl2", 5],
  ["uhl3", 4],
  ["random-5", 5],
  ["random-12", 12],
  ["random-20", 20],
  ["transformer-6", 6],
])("%s has the %i states and the arcs of its teacher", async (name, states) => {
  const teacher = readHankel(readFileSync(file(`${name}.teacher.json`), "utf8")) as Wdfsa<number>;
  const box = await openOnnx({ path: file(`${name}.onnx`), load });
  try {
    const model = softTeacher(nextOfBox(box as BlackBox<number, Distribution>));
    const { automaton } = await learnAsync<number, Distribution>(model);
    expect(automaton.size).toBe(states);
    const shares = sharesOf(teacher);
    const { size: letters } = teacher.alphabet;
    const partner = new Map([[0, 0]]);
    const open = [0];
    let arcs = 0;
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      for (let letter = 0; letter < letters; letter++) {
        const arc = state * letters + letter;
        if (shares[arc] < SHOWN) continue;
        arcs++;
        const found = automaton.target[(partner.get(state) as number) * letters + letter];
        const known = partner.get(teacher.target[arc]);
        expect(known ?? found).toBe(found);
        if (known !== undefined) continue;
        partner.set(teacher.target[arc], found);
        open.push(teacher.target[arc]);
      }
    }
    expect(partner.size).toBe(states);
    expect(arcs).toBeGreaterThan(states);
  } finally {
    await box.close();
  }
});
