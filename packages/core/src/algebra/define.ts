/**
 * A user's own algebra in about ten lines: only the mathematics has to be given, the rest has defaults.
 * `brokenLaws` says whether what was given is one.
 */

import { HankelError } from "../errors.ts";
import { notAWeight, zeroHasNoInverse } from "./failures.ts";
import { filled } from "./filled.ts";
import type { ExactGroup, ExactSemifield, Key, Sums, Weights } from "./semifield.ts";

/** What a group with zero is made of; everything optional has a default that suits numbers, strings and records. */
export interface GroupDefinition<W> {
  readonly name: string;
  readonly zero: W;
  readonly one: W;
  times(left: W, right: W): W;
  /** Only asked for weights that are not zero. */
  inverse(weight: W): W;
  /** Default: false, which is never wrong, though a few operations then refuse. */
  readonly commutative?: boolean;
  /** Default: a number stands for itself, anything else is written by `format`. Equality is equality of keys. */
  key?(weight: W): Key;
  /** Default: of the type of `zero` or `one`, and no number that is not finite unless it is the zero. */
  isWeight?(value: unknown): boolean;
  /** Default: JSON, with bigints as digits and the fields of records in alphabetical order. */
  format?(weight: W): string;
  /** Default: the inverse of the default `format`. May throw anything, or return what is no weight. */
  parse?(text: string): W;
  /** Default: a plain array. */
  array?(length: number): Weights<W>;
}

/** A group with ⊕, and whatever `Sums` offers besides; what is left out, some operations will miss. */
export interface SemifieldDefinition<W> extends GroupDefinition<W>, Sums<W> {}

/** An exact group with zero from its definition. */
export function defineGroupWithZero<W>(definition: GroupDefinition<W>): ExactGroup<W> {
  const { name, zero, one } = definition;
  const format = (weight: W) =>
    definition.format === undefined ? canonicalJson(weight) : definition.format(weight);
  const key = (weight: W): Key =>
    definition.key?.(weight) ?? (typeof weight === "number" ? weight : format(weight));
  const isWeight = (value: unknown): value is W =>
    definition.isWeight?.(value) ?? (isLike(value, zero) || isLike(value, one));
  const read = (text: string) =>
    definition.parse === undefined ? parseLike(text, one) : definition.parse(text);
  const zeroKey = key(zero);
  const isZero = (weight: W) => weight === zero || key(weight) === zeroKey;
  return {
    name,
    exact: true,
    commutative: definition.commutative ?? false,
    zero,
    one,
    times: (left, right) => definition.times(left, right),
    inverse(weight) {
      if (isZero(weight)) throw zeroHasNoInverse(name);
      return definition.inverse(weight);
    },
    equals: (a, b) => a === b || key(a) === key(b),
    isZero,
    isWeight,
    key,
    parse(text) {
      const weight = attempt(() => (text === format(zero) ? zero : read(text)), name, text, format(one));
      if (isWeight(weight)) return weight;
      throw notAWeight(name, text, `a weight such as ${format(one)}`);
    },
    format,
    array: (length) => definition.array?.(length) ?? filled(length, zero),
  };
}

/** An exact semifield from its definition. */
export function defineSemifield<W>(definition: SemifieldDefinition<W>): ExactSemifield<W> {
  const sums: { -readonly [name in keyof Sums<W>]: Sums<W>[name] } = {
    plus: (left, right) => definition.plus(left, right),
  };
  if (definition.star !== undefined) sums.star = (weight) => definition.star?.(weight);
  if (definition.negate !== undefined) sums.negate = definition.negate.bind(definition);
  if (definition.magnitude !== undefined) sums.magnitude = definition.magnitude.bind(definition);
  if (definition.compare !== undefined) sums.compare = definition.compare.bind(definition);
  if (definition.toNumber !== undefined) sums.toNumber = definition.toNumber.bind(definition);
  if (definition.log !== undefined) sums.log = definition.log.bind(definition);
  return { ...defineGroupWithZero(definition), ...sums };
}

function attempt<W>(read: () => W, name: string, text: string, example: string): W {
  try {
    return read();
  } catch (error) {
    if (error instanceof HankelError && error.code === "parse") throw error;
    throw notAWeight(name, text, `a weight such as ${example}`);
  }
}

/** Is this value of the model's type? */
function isLike(value: unknown, model: unknown): boolean {
  if (value === model) return true;
  if (typeof value !== typeof model || value === null || model === null) return false;
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) === Array.isArray(model);
}

/** JSON in which equal values are equal texts; infinities and bigints, which JSON lacks, as plain text. */
function canonicalJson(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([field, part]) => `${JSON.stringify(field)}:${canonicalJson(part)}`).join(",")}}`;
}

function parseLike<W>(text: string, model: W): W {
  // `BigInt` would also take "", " 1" and "0x1".
  return (typeof model === "bigint" && /^-?\d+$/.test(text) ? BigInt(text) : JSON.parse(text)) as W;
}
