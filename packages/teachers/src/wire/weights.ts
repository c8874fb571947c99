import {
  type Alphabet,
  countOf,
  type GroupWithZero,
  HankelError,
  messageOf,
  quote,
  shown,
  type Word,
} from "@hankel/core";
import { LONGEST_WEIGHT } from "./limits.ts";

/**
 * A weight from JSON: a string in the semifield's notation, or a number or boolean that means the same. JSON.parse rounds
 * whole numbers beyond 2⁵³, so an exact semifield refuses them.
 */
function readWeight<W>(algebra: GroupWithZero<W>, value: unknown): W {
  if (typeof value === "string") return algebra.parse(bounded(value));
  if (typeof value === "number") {
    // -0 + 0 is 0: an algebra has one zero only.
    const number: unknown = value + 0;
    if (algebra.exact && Math.abs(value) > Number.MAX_SAFE_INTEGER && Number.isFinite(value)) {
      throw new HankelError("parse", `${value} is too large to be exact as a number; write it as a string`);
    }
    return algebra.isWeight(number) ? number : algebra.parse(String(value));
  }
  if (typeof value === "boolean") {
    const truth: unknown = value;
    return algebra.isWeight(truth) ? truth : algebra.parse(String(value));
  }
  throw new HankelError(
    "parse",
    `${value === undefined ? "nothing" : shown(value)} is not a weight of ${algebra.name}`,
  );
}

/** Refuses a weight that would take too long to read. */
function bounded(text: string): string {
  if (text.length > LONGEST_WEIGHT) {
    throw new HankelError(
      "parse",
      `the weight ${quote(text)} has ${text.length} characters, more than the ${LONGEST_WEIGHT} that are read`,
    );
  }
  return text;
}

/** Reads the weights of words; the error for a bad one names its word. */
export function readWeights<W>(
  algebra: GroupWithZero<W>,
  alphabet: Alphabet,
  words: readonly Word[],
  values: unknown,
): W[] {
  if (!Array.isArray(values) && !(values instanceof Float64Array)) {
    throw new HankelError("teacher", 'the answer has no array "weights"');
  }
  if (values.length !== words.length) {
    throw new HankelError("teacher", `asked for ${countOf(words.length, "weight")}, got ${values.length}`);
  }
  const weights = new Array<W>(words.length);
  for (let i = 0; i < words.length; i++) {
    try {
      weights[i] = readWeight(algebra, values[i]);
    } catch (cause) {
      const message = messageOf(cause);
      throw new HankelError("teacher", `the answer for ${alphabet.show(words[i])}: ${message}`, { cause });
    }
  }
  return weights;
}
