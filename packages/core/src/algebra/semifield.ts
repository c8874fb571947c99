/**
 * The algebra everything stands on, as dictionaries of functions: weights stay bare numbers, bigints or small
 * records, so that arrays of them are flat.
 *
 * Two interfaces, because they are two ideas. Learning and everything deterministic needs a group with zero;
 * only sums over paths need ⊕. The laws stand beside this file, in `laws.ts`.
 */

/** An array of weights: a typed array where the weights are numbers, a plain one otherwise. */
export interface Weights<W> {
  readonly length: number;
  [index: number]: W;
}

/** The same, for those who only look. */
export interface ReadonlyWeights<W> {
  readonly length: number;
  readonly [index: number]: W;
}

/** Equal keys are equal weights. Strings and numbers are told apart, as in a `Map`. */
export type Key = string | number;

interface GroupBase<W> {
  /** The name by which files and the command line know this algebra, parameters included: `prime-field:7`. */
  readonly name: string;
  readonly zero: W;
  readonly one: W;
  /** Is ⊗ commutative? Over the others the side of a division matters (THEORY §1). */
  readonly commutative: boolean;
  /** Is aⁿ = bⁿ only for a = b? So in free groups and in ordered ones; left out where it is not, or not known. */
  readonly uniqueRoots?: true;
  /** Is 1 the only weight that is not zero? Then no row is a multiple of another, and the zero row is one like the others. */
  readonly trivial?: true;
  times(left: W, right: W): W;
  /** The inverse of a non-zero weight; zero has none, and asking for it is an error. */
  inverse(weight: W): W;
  equals(a: W, b: W): boolean;
  isZero(weight: W): boolean;
  /** Is this value, of whatever type, a weight of this algebra in its normal form? (`NaN` never is.) */
  isWeight(value: unknown): value is W;
  /** Reads the algebra's own notation; throws a `parse` error for anything else. */
  parse(text: string): W;
  /** The inverse of `parse`. */
  format(weight: W): string;
  /** An array of `length` zeros in the densest form that fits these weights. */
  array(length: number): Weights<W>;
}

/** An algebra whose equality is exact, so that a key can stand for a weight. */
export interface ExactGroup<W> extends GroupBase<W> {
  readonly exact: true;
  key(weight: W): Key;
}

/**
 * Floating-point weights. Equality is nearness; nearness is not transitive, hence no key exists, and weights
 * are never rounded into buckets, where two equal values could straddle an edge.
 */
export interface InexactGroup<W> extends GroupBase<W> {
  readonly exact: false;
  /** Two weights are equal when their distance is at most this. */
  readonly tolerance: number;
  /** 0 for the same weight, `Infinity` between zero and the others. */
  distance(a: W, b: W): number;
}

/** ⊗, its inverse, zero and equality: all that exact deterministic learning uses. */
export type GroupWithZero<W> = ExactGroup<W> | InexactGroup<W>;

/** ⊕, and what only some algebras have besides: an operation that needs more than is there says so. */
export interface Addition<W> {
  plus(left: W, right: W): W;
  /** w* = 1 ⊕ w ⊕ w² ⊕ …, or undefined where that sum has no value here. Cycles need it. */
  star?(weight: W): W | undefined;
  /** The additive inverse, in a field (whether ⊗ is commutative or not). */
  negate?(weight: W): W;
  /**
   * A bound |w| that is nowhere negative, zero only for zero, |a ⊕ b| ≤ |a| ⊕ |b| and |a ⊗ b| ≤ |a| ⊗ |b|: where
   * weights cancel, a sum is trusted if the sum of these has a value.
   */
  magnitude?(weight: W): W;
  /**
   * Positive where a is heavier than b, in an order that ⊗ by a weight heavier than zero keeps. An idempotent ⊕
   * has one of its own, a ⊕ b being the heavier; it need not be given.
   */
  compare?(a: W, b: W): number;
  /** The real number that a weight stands for, as a double: probabilities are drawn by it. */
  toNumber?(weight: W): number;
  /** The natural logarithm of that number, for a weight heavier than zero. */
  log?(weight: W): number;
}

/** A group with zero and ⊕. */
export type Semifield<W> = GroupWithZero<W> & Addition<W>;

/** A semifield whose equality is exact. */
export type ExactSemifield<W> = ExactGroup<W> & Addition<W>;

/** A semifield of floating-point weights. */
export type InexactSemifield<W> = InexactGroup<W> & Addition<W>;

/** A field whose equality is exact. */
export type ExactField<W> = ExactSemifield<W> & Required<Pick<Addition<W>, "negate">>;

/** A semifield in which every weight has an additive inverse; ⊗ need not be commutative. */
export type Field<W> = Semifield<W> & Required<Pick<Addition<W>, "negate">>;

/** Does this algebra have ⊕? */
export function isSemifield<W>(algebra: GroupWithZero<W>): algebra is Semifield<W> {
  return typeof (algebra as Partial<Semifield<W>>).plus === "function";
}

/** Does this algebra have ⊕ and additive inverses? */
export function isField<W>(algebra: GroupWithZero<W>): algebra is Field<W> {
  return isSemifield(algebra) && algebra.negate !== undefined;
}
