import {
  type Alphabet,
  countOf,
  type FreeWord,
  freeWord,
  HankelError,
  type MachineKind,
  shown,
  type Word,
} from "@hankel/core";

/** Reads the runs of a machine on words, as weights: products of outputs. The error for a bad run names its word. */
export function readOutputs(
  machine: MachineKind,
  alphabet: Alphabet,
  words: readonly Word[],
  values: unknown,
): FreeWord[] {
  if (!Array.isArray(values)) throw new HankelError("teacher", 'the answer has no array "outputs"');
  if (values.length !== words.length) {
    throw new HankelError("teacher", `asked for ${countOf(words.length, "run")}, got ${values.length}`);
  }
  return words.map((word, i) => {
    const problem = problemOf(machine, word, values[i]);
    if (problem === undefined) return freeWord(...(values[i] as string[]));
    throw new HankelError("teacher", `the answer for ${alphabet.show(word)}: ${problem}`);
  });
}

/** Why this is no run of the machine on the word; undefined if it is one. */
function problemOf(machine: MachineKind, word: Word, run: unknown): string | undefined {
  const expected = machine === "moore" ? word.length + 1 : word.length;
  const rule =
    machine === "moore" ? "one for the initial state and one for each letter" : "one for each letter";
  if (!Array.isArray(run)) {
    return `expected an array of ${countOf(expected, "output")} (${rule}), got ${shown(run)}`;
  }
  if (run.length !== expected) {
    return `expected ${countOf(expected, "output")} (${rule}), got ${run.length}: ${shown(run)}`;
  }
  const at = run.findIndex((output) => typeof output !== "string");
  if (at < 0) return undefined;
  const found = shown(run[at]);
  const advice = typeof run[at] === "number" ? `, so write ${JSON.stringify(String(run[at]))}` : "";
  return `output ${at + 1} is ${found}: outputs are strings${advice}`;
}
