/**
 * A user's own algebra in about ten lines: give the mathematics, the rest has defaults. `brokenLaws` checks the result.
 */

import { HankelError } from "../errors.ts";
import { mostDigits } from "./digits.ts";
import { checkedTolerance, floatingKernel } from "./float64.ts";
import {
  type Addition,
  type ExactGroup,
  type ExactSemifield,
  filled,
  type InexactGroup,
  type InexactSemifield,
  type Key,
  notAWeight,
  type Weights,
  zeroHasNoInverse,
} from "./semifield.ts";

interface DefinitionBase<W> {
  readonly name: string;
  readonly zero: W;
  readonly one: W;
  times(left: W, right: W): W;
  /** Only called for weights that are not zero. */
  inverse(weight: W): W;
  /** Default: false, which is never wrong, though a few operations then refuse. */
  readonly commutative?: boolean;
  /** See `GroupWithZero`. Default: not known. */
  readonly uniqueRoots?: true;
  /** See `GroupWithZero`. Default: not known. */
  readonly trivial?: true;
  /** Default: any value of the type of `zero` or `one`, except numbers that are neither finite nor the zero. */
  isWeight?(value: unknown): boolean;
  /** Default: JSON, with bigints as digits and the fields of records in alphabetical order. */
  format?(weight: W): string;
  /** Default: the inverse of the default `format`. It may throw anything or return what is no weight: both are refused. */
  parse?(text: string): W;
  /** Default: a plain array. */
  array?(length: number): Weights<W>;
}

/** What a group with zero is made of; the defaults of optional members suit numbers, strings, bigints and records. */
export interface GroupDefinition<W> extends DefinitionBase<W> {
  /** Default: a number stands for itself, anything else for its `format`. Weights with equal keys are equal. */
  key?(weight: W): Key;
}

/** A group whose weights are rounded: they are equal when their distance is at most the tolerance. */
export interface InexactGroupDefinition<W> extends DefinitionBase<W> {
  /** At least 0 and below 1. */
  readonly tolerance: number;
  /** Only called for weights that are not zero; zero is infinitely far from all others. */
  distance(a: W, b: W): number;
}

/** A group with ⊕, and whatever else of `Addition` there is; some operations need the optional members. */
export interface SemifieldDefinition<W> extends GroupDefinition<W>, Addition<W> {}

/** The same for weights that are rounded. */
export interface InexactSemifieldDefinition<W> extends InexactGroupDefinition<W>, Addition<W> {}

/**
 * A group with zero from its definition; inexact if the definition has a tolerance.
 *
 *     const signs = defineGroupWithZero({
 *       name: "signs",
 *       zero: 0,
 *       one: 1,
 *       commutative: true,
 *       times: (a, b) => a * b,
 *       inverse: (a) => a,
 *       isWeight: (value) => value === 0 || value === 1 || value === -1,
 *     });
 *     brokenLaws(signs, [0, 1, -1]); // []
 */
export function defineGroupWithZero<W>(definition: InexactGroupDefinition<W>): InexactGroup<W>;
export function defineGroupWithZero<W>(definition: GroupDefinition<W>): ExactGroup<W>;
export function defineGroupWithZero<W>(
  definition: GroupDefinition<W> | InexactGroupDefinition<W>,
): ExactGroup<W> | InexactGroup<W> {
  return "tolerance" in definition ? inexactGroup(definition) : exactGroup(definition);
}

/**
 * A semifield from its definition; inexact if the definition has a tolerance.
 *
 *     const decibels = defineSemifield({
 *       name: "decibels",
 *       zero: -Infinity,
 *       one: 0,
 *       commutative: true,
 *       times: (a, b) => a + b,
 *       inverse: (a) => -a,
 *       plus: (a, b) => Math.max(a, b),
 *       tolerance: 1e-6,
 *       distance: (a, b) => Math.abs(a - b),
 *     });
 */
export function defineSemifield<W>(definition: InexactSemifieldDefinition<W>): InexactSemifield<W>;
export function defineSemifield<W>(definition: SemifieldDefinition<W>): ExactSemifield<W>;
export function defineSemifield<W>(
  definition: SemifieldDefinition<W> | InexactSemifieldDefinition<W>,
): ExactSemifield<W> | InexactSemifield<W> {
  const { star, negate, magnitude, compare, toNumber, log, kernel } = definition;
  const addition: Addition<W> = {
    plus: (left, right) => definition.plus(left, right),
    ...(star && { star: star.bind(definition) }),
    ...(negate && { negate: negate.bind(definition) }),
    ...(magnitude && { magnitude: magnitude.bind(definition) }),
    ...(compare && { compare: compare.bind(definition) }),
    ...(toNumber && { toNumber: toNumber.bind(definition) }),
    ...(log && { log: log.bind(definition) }),
    ...(kernel && { kernel }),
  };
  if (!("tolerance" in definition)) return { ...exactGroup(definition), ...addition };
  const group = inexactGroup(definition);
  const plain = definition.negate !== undefined && group.zero === 0 && group.one === 1;
  return { ...group, ...(plain && { kernel: floatingKernel(group) }), ...addition };
}

function exactGroup<W>(definition: GroupDefinition<W>): ExactGroup<W> {
  const { zero } = definition;
  const format = formatOf(definition);
  const key = (weight: W): Key =>
    definition.key?.(weight) ?? (typeof weight === "number" ? weight : format(weight));
  const zeroKey = key(zero);
  const isZero = (weight: W) => weight === zero || key(weight) === zeroKey;
  return {
    ...common(definition, isZero),
    exact: true,
    equals: (a, b) => a === b || key(a) === key(b),
    key,
  };
}

function inexactGroup<W>(definition: InexactGroupDefinition<W>): InexactGroup<W> {
  const { zero } = definition;
  const tolerance = checkedTolerance(definition.tolerance);
  // Zero is never met by rounding, so equality with it is exact.
  const isZero =
    typeof zero === "object" && zero !== null
      ? (weight: W) => weight === zero || canonicalJson(weight) === canonicalJson(zero)
      : (weight: W) => weight === zero;
  const distance = (a: W, b: W) => {
    if (a === b) return 0;
    if (isZero(a) || isZero(b)) return isZero(a) && isZero(b) ? 0 : Infinity;
    return definition.distance(a, b);
  };
  return {
    ...common(definition, isZero),
    exact: false,
    tolerance,
    distance,
    equals: (a, b) => distance(a, b) <= tolerance,
  };
}

/** What exact and inexact groups have in common. */
function common<W>(definition: DefinitionBase<W>, isZero: (weight: W) => boolean) {
  const { name, zero, one } = definition;
  const format = formatOf(definition);
  const isWeight = (value: unknown): value is W =>
    definition.isWeight?.(value) ?? (isLike(value, zero) || isLike(value, one));
  const read = (text: string) =>
    definition.parse === undefined ? parseLike(text, one) : definition.parse(text);
  return {
    name,
    commutative: definition.commutative ?? false,
    ...(definition.uniqueRoots && { uniqueRoots: definition.uniqueRoots }),
    ...(definition.trivial && { trivial: definition.trivial }),
    zero,
    one,
    times: (left: W, right: W) => definition.times(left, right),
    inverse(weight: W) {
      if (isZero(weight)) throw zeroHasNoInverse(name);
      return definition.inverse(weight);
    },
    isZero,
    isWeight,
    parse(text: string) {
      const weight = attempt(() => (text === format(zero) ? zero : read(text)), name, text, format(one));
      if (isWeight(weight)) return weight;
      throw notAWeight(name, text, `a weight such as ${format(one)}`);
    },
    format,
    array: (length: number) => definition.array?.(length) ?? filled(length, zero),
  };
}

function formatOf<W>(definition: DefinitionBase<W>): (weight: W) => string {
  return (weight) => (definition.format === undefined ? canonicalJson(weight) : definition.format(weight));
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

/** JSON in which equal values have equal texts. Infinities and bigints, which JSON lacks, are plain text. */
function canonicalJson(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([field, part]) => `${JSON.stringify(field)}:${canonicalJson(part)}`).join(",")}}`;
}

function parseLike<W>(text: string, model: W): W {
  // `BigInt` would also accept "", " 1" and "0x1", and take its time for millions of digits.
  const isWhole = typeof model === "bigint" && text.length <= mostDigits() && /^-?\d+$/.test(text);
  return (isWhole ? BigInt(text) : JSON.parse(text)) as W;
}
