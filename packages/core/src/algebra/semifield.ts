/**
 * The algebra of weights, as dictionaries of functions. Weights are bare numbers, bigints, strings or small records, so
 * arrays of them are flat.
 *
 * There are two interfaces because there are two ideas. Learning, and everything deterministic, needs a group with zero;
 * only sums over paths need ⊕. The laws are in `laws.ts`.
 */

import { HankelError, quote } from "../errors.ts";
import type { Rational } from "./fraction.ts";

/** An array of weights: a typed array where the weights are numbers, a plain one otherwise. */
export interface Weights<W> {
  readonly length: number;
  [index: number]: W;
}

/** A read-only array of weights. */
export interface ReadonlyWeights<W> {
  readonly length: number;
  readonly [index: number]: W;
}

/** Equal keys mean equal weights. As in a `Map`, a string never equals a number. */
export type Key = string | number;

interface GroupBase<W> {
  /** The name by which files and the command line know this algebra, parameters included: `prime-field:7`. */
  readonly name: string;
  readonly zero: W;
  readonly one: W;
  /** Is ⊗ commutative? If not, the side of a division matters (docs/theory.md, 2.4 and 5.6). */
  readonly commutative: boolean;
  /** Does aⁿ = bⁿ imply a = b? True for free and for ordered groups; absent if it is false or not known. */
  readonly uniqueRoots?: true;
  /** Is 1 the only weight but zero? Then no row is a multiple of another, and the zero row is a row like any other. */
  readonly trivial?: true;
  times(left: W, right: W): W;
  /** The inverse of a non-zero weight; zero has none, and asking for it is an error. */
  inverse(weight: W): W;
  equals(a: W, b: W): boolean;
  isZero(weight: W): boolean;
  /** Is this value a weight of this algebra, in its normal form? (`NaN` never is.) */
  isWeight(value: unknown): value is W;
  /** Reads the algebra's own notation; throws a `parse` error for anything else. */
  parse(text: string): W;
  /** The inverse of `parse`. */
  format(weight: W): string;
  /** An array of `length` zeros in the densest form that fits these weights. */
  array(length: number): Weights<W>;
}

/** An algebra with exact equality, so that a key can stand for a weight. */
export interface ExactGroup<W> extends GroupBase<W> {
  readonly exact: true;
  key(weight: W): Key;
}

/**
 * An algebra whose weights are rounded. Equality is nearness, which is not transitive: so there are no keys, and weights
 * are never rounded into buckets, where two equal values could lie on both sides of an edge. See `WeightMap`.
 */
export interface InexactGroup<W> extends GroupBase<W> {
  readonly exact: false;
  /** Two weights are equal when their distance is at most this. */
  readonly tolerance: number;
  /** 0 for the same weight, `Infinity` between zero and any other weight. */
  distance(a: W, b: W): number;
}

/** ⊗, its inverse, zero and equality: all that learning and deterministic automata need. */
export type GroupWithZero<W> = ExactGroup<W> | InexactGroup<W>;

/** Weights as numbers of another kind, and back; ⊕ and ⊗ are kept. */
export interface Embedding<W, V> {
  of(weight: W): V;
  weight(value: V): W;
}

/**
 * How to compute with many weights of a field at once: what they are, so that `linear/` can take the arithmetic that suits
 * them. Without one, it computes with the field's own operations, which is right for every exact field.
 */
export type Kernel<W> =
  /** The integers modulo a prime: sums of products on typed arrays. */
  | ({ readonly kind: "modular"; readonly prime: number } & Embedding<W, number>)
  /** The rational numbers: modulo primes, whose results are put together. */
  | ({ readonly kind: "rational" } & Embedding<W, Rational>)
  | FloatingKernel<W>
  /** Anything else. */
  | { readonly kind: "generic" };

/** Rounded real numbers: singular values, and a rank within a tolerance. A number too small for a weight becomes zero. */
export type FloatingKernel<W> = { readonly kind: "floating" } & Embedding<W, number>;

/** ⊕, and members that only some algebras have. An operation that needs one of them says so. */
export interface Addition<W> {
  plus(left: W, right: W): W;
  /** w* = 1 ⊕ w ⊕ w² ⊕ …, or undefined if this sum has no value. Sums over cycles need it. */
  star?(weight: W): W | undefined;
  /** The additive inverse, in a field; ⊗ need not be commutative. */
  negate?(weight: W): W;
  /**
   * An absolute value |w|: never negative, zero only for zero, |a ⊕ b| ≤ |a| ⊕ |b| and |a ⊗ b| ≤ |a| ⊗ |b|. Where weights
   * can cancel, an infinite sum counts as convergent if it converges absolutely.
   */
  magnitude?(weight: W): W;
  /**
   * Positive if a is heavier than b; the order must be kept by ⊗ with a weight heavier than zero. An idempotent ⊕ defines
   * the order itself (a ⊕ b is the heavier of the two), so it need not be given.
   */
  compare?(a: W, b: W): number;
  /** The real number that a weight stands for, as a double; words are drawn by it. */
  toNumber?(weight: W): number;
  /** The natural logarithm of that number, for a weight heavier than zero. */
  log?(weight: W): number;
  /** How linear algebra computes, in a field; see `kernelOf`. */
  readonly kernel?: Kernel<W>;
}

/** A group with zero that has ⊕. */
export type Semifield<W> = GroupWithZero<W> & Addition<W>;

/** A semifield with exact equality. */
export type ExactSemifield<W> = ExactGroup<W> & Addition<W>;

/** A semifield whose weights are rounded. */
export type InexactSemifield<W> = InexactGroup<W> & Addition<W>;

/** A field with exact equality. */
export type ExactField<W> = ExactSemifield<W> & Required<Pick<Addition<W>, "negate">>;

/** A field whose weights are rounded. */
export type InexactField<W> = InexactSemifield<W> & Required<Pick<Addition<W>, "negate">>;

/** A semifield in which every weight has an additive inverse; ⊗ need not be commutative. */
export type Field<W> = Semifield<W> & Required<Pick<Addition<W>, "negate">>;

/**
 * Does this algebra have ⊕?
 *
 * @example
 * console.log(isSemifield(tropical), isSemifield(freeGroup)); // true false
 */
export function isSemifield<W>(algebra: GroupWithZero<W>): algebra is Semifield<W> {
  return typeof (algebra as Partial<Semifield<W>>).plus === "function";
}

/**
 * Does this algebra have ⊕ and additive inverses?
 *
 * @example
 * console.log(isField(rational), isField(tropical)); // true false
 */
export function isField<W>(algebra: GroupWithZero<W>): algebra is Field<W> {
  return isSemifield(algebra) && algebra.negate !== undefined;
}

/** How linear algebra computes in a field: with its own operations, unless it says otherwise. */
export function kernelOf<W>({ kernel = { kind: "generic" } }: Field<W>): Kernel<W> {
  return kernel;
}

/** A field of rounded numbers, such as `real`, and what its weights are. */
export interface FloatingField<W> {
  readonly field: InexactField<W>;
  readonly kernel: FloatingKernel<W>;
}

/** The algebra, if it is a field of rounded numbers. */
export function floatingField<W>(algebra: GroupWithZero<W>): FloatingField<W> | undefined {
  if (algebra.exact || !isField(algebra)) return undefined;
  const kernel = kernelOf(algebra);
  return kernel.kind === "floating" ? { field: algebra, kernel } : undefined;
}

/** A text that is no weight: what was found, and what was expected. */
export function notAWeight(algebra: string, text: string, expected: string): HankelError {
  return new HankelError("parse", `${quote(text)} is not a weight of ${algebra}: expected ${expected}`);
}

export function zeroHasNoInverse(algebra: string): HankelError {
  return new HankelError("algebra", `the zero of ${algebra} has no inverse`);
}

/** A result that float64 cannot hold, and that would silently become zero or infinity. */
export function outOfRange(algebra: string, operation: string, advice: string): HankelError {
  return new HankelError("algebra", `${operation} leaves the range of ${algebra}: ${advice}`);
}

/** Shorter arrays are filled one by one: their elements are then of the kind that V8 has seen there before. */
const FEW = 2 ** 13;

/**
 * An array of equal weights. Built with `push`, and doubled with `concat`, so that V8 keeps it as an array without holes; to push each
 * weight takes ten times as long in a process that has just begun.
 */
export function filled<W>(length: number, weight: W): W[] {
  let array: W[] = [];
  for (let at = 0; at < length && at < FEW; at++) array.push(weight);
  while (array.length < length && 2 * array.length <= length) array = array.concat(array);
  return array.length === length ? array : array.concat(array.slice(0, length - array.length));
}
