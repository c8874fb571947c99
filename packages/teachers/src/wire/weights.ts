import { type Alphabet, type GroupWithZero, HankelError, type Word } from "@hankel/core";

/**
 * A weight from JSON: a string in the semifield's notation, or a number or boolean where it says the same. A whole number
 * beyond 2⁵³ has lost digits on its way through JSON, and is refused where weights are exact.
 */
export function readWeight<W>(algebra: GroupWithZero<W>, value: unknown): W {
  if (typeof value === "string") return algebra.parse(value);
  if (typeof value === "number") {
    // -0 + 0 is 0, which is the only zero an algebra knows.
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
  throw new HankelError("parse", `${JSON.stringify(value) ?? "nothing"} is no ${algebra.name} weight`);
}

/** The weights of words, each checked; a bad one is reported with its word. */
export function readWeights<W>(
  algebra: GroupWithZero<W>,
  alphabet: Alphabet,
  words: readonly Word[],
  values: unknown,
): W[] {
  if (!Array.isArray(values) && !(values instanceof Float64Array)) {
    throw new HankelError("teacher", "the answer has no array of weights");
  }
  if (values.length !== words.length) {
    throw new HankelError("teacher", `asked for ${words.length} weights, got ${values.length}`);
  }
  const weights = new Array<W>(words.length);
  for (let i = 0; i < words.length; i++) {
    try {
      weights[i] = readWeight(algebra, values[i]);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new HankelError("teacher", `the answer for ${alphabet.show(words[i])}: ${message}`, { cause });
    }
  }
  return weights;
}
