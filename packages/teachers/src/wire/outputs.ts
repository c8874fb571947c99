import {
  type Alphabet,
  countOf,
  type FreeWord,
  HankelError,
  type MachineKind,
  messageOf,
  runWeight,
  type Word,
} from "@hankel/core";
import { LONGEST_SYMBOL } from "./limits.ts";

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
    try {
      refuseLong(values[i]);
      return runWeight(machine, word.length, values[i]);
    } catch (cause) {
      const message = messageOf(cause);
      throw new HankelError("teacher", `the answer for ${alphabet.show(word)}: ${message}`, { cause });
    }
  });
}

function refuseLong(run: unknown): void {
  if (!Array.isArray(run)) return;
  const at = run.findIndex((output) => typeof output === "string" && output.length > LONGEST_SYMBOL);
  if (at < 0) return;
  const { length } = run[at] as string;
  throw new HankelError(
    "teacher",
    `output ${at + 1} has ${length} characters; at most ${LONGEST_SYMBOL} are read`,
  );
}
