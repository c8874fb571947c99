import { countOf, HankelError, type StateVector, shown, type Word } from "@hankel/core";
import type { Vocabulary } from "./vocabulary.ts";

/** Reads the states of a black box after words; the error for a bad one names its word. */
export function readStates(
  { alphabet, states: size = 0 }: Pick<Vocabulary, "alphabet" | "states">,
  words: readonly Word[],
  values: unknown,
): StateVector[] {
  if (!Array.isArray(values)) throw new HankelError("teacher", 'the answer has no array "states"');
  if (values.length !== words.length) {
    throw new HankelError("teacher", `asked for ${countOf(words.length, "state")}, got ${values.length}`);
  }
  return words.map((word, i) => {
    const state: unknown = values[i];
    const fail = (found: string) =>
      new HankelError(
        "teacher",
        `the state after ${alphabet.show(word)}: expected ${countOf(size, "number")}, got ${found}`,
      );
    if (!Array.isArray(state) && !(state instanceof Float64Array) && !(state instanceof Float32Array)) {
      throw fail(shown(state));
    }
    if (state.length !== size) throw fail(String(state.length));
    const wrong = Array.from(state as ArrayLike<unknown>).findIndex((number) => !Number.isFinite(number));
    if (wrong >= 0) throw fail(`${shown(state[wrong])} as the one at index ${wrong}`);
    return Float64Array.from(state as ArrayLike<number>);
  });
}
