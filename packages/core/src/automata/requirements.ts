/** What an operation needs: members of an algebra, and a budget. The errors are worded here. */

import { freeGroup } from "../algebra/free-group.ts";
import {
  type Addition,
  type Field,
  type GroupWithZero,
  isField,
  isSemifield,
  type Semifield,
} from "../algebra/semifield.ts";
import { HankelError, shortened } from "../errors.ts";
import { lookUp } from "../interruption.ts";

/** Refuses what an operation or a format cannot do. */
export function unsupported(message: string): never {
  throw new HankelError("unsupported", message);
}

/** Refuses a number of paths, words or the like that is none. */
export function requireCount(count: number, what: string): void {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new HankelError("usage", `a number of ${what} is 0 or more, not ${count}`);
}

/** What people call operations whose functions have other names. */
const CALLED: Readonly<Record<string, string>> = {
  totalWeight: "total",
  heaviestWords: "best",
  bestPaths: "best --paths",
  expectedLength: "total --length",
  entropy: "total --entropy",
  toExpression: "regex --of",
};

/** Refuses an operation. The weights of a machine stand for its outputs, and whoever has one need not know of them. */
function lacking(
  { name }: GroupWithZero<unknown>,
  operation: string,
  ofMachines: string,
  needed: string,
): never {
  if (name !== freeGroup.name) unsupported(`${operation} needs ${needed}`);
  const called = Object.hasOwn(CALLED, operation) ? CALLED[operation] : operation;
  return unsupported(`${called} needs ${ofMachines}, and a machine has outputs, not weights`);
}

/** The algebra as a semifield; an error if it has no ⊕. */
export function requireSemifield<W>(
  algebra: GroupWithZero<W>,
  operation: string,
  needed = "sums of weights",
): Semifield<W> {
  if (isSemifield(algebra)) return algebra;
  return lacking(algebra, operation, needed, `⊕, and ${algebra.name} has none`);
}

/** The algebra as a semifield. If it has no ⊕, only the first sum of two non-zero weights is an error. */
export function semifieldOnDemand<W>(algebra: GroupWithZero<W>, operation: string): Semifield<W> {
  if (isSemifield(algebra)) return algebra;
  const plus = (a: W, b: W): W => {
    if (algebra.isZero(a)) return b;
    if (algebra.isZero(b)) return a;
    return unsupported(`${operation} needs ⊕, and ${algebra.name} has none`);
  };
  return { ...algebra, plus };
}

/** w* for the weight w of ε in a language; an error if it has no value. 0* is 1 in every algebra. */
export function starOfEmpty<W>(algebra: GroupWithZero<W>, weight: W, operation: string): W {
  if (algebra.isZero(weight)) return algebra.one;
  const star = isSemifield(algebra) ? algebra.star?.(weight) : undefined;
  if (star !== undefined) return star;
  const what = `ε has the weight ${shortened(algebra.format(weight))}`;
  return unsupported(`${operation}: ${what}, whose powers have no sum in ${algebra.name}`);
}

/** An error unless ⊗ is commutative. */
export function requireCommutative<W>(algebra: GroupWithZero<W>, operation: string): void {
  if (algebra.commutative) return;
  return lacking(
    algebra,
    operation,
    "weights that are multiplied in any order",
    `a commutative ⊗, and that of ${algebra.name} is not`,
  );
}

/** The algebra as a field, or an error. */
export function requireField<W>(algebra: GroupWithZero<W>, operation: string): Field<W> {
  if (isField(algebra)) return algebra;
  return lacking(
    algebra,
    operation,
    "a field of weights",
    `a field, and ${algebra.name} has no additive inverses`,
  );
}

/** The algebra as an exact field, or an error. With rounded weights, linear dependence cannot be decided. */
export function requireExactField<W>(algebra: GroupWithZero<W>, operation: string): Field<W> {
  const field = requireField(algebra, operation);
  if (field.exact) return field;
  return unsupported(
    `${operation} needs exact weights, and those of ${algebra.name} are rounded; over rational they are not`,
  );
}

/** An algebra whose weights stand for real numbers. */
export type Numeric<W> = Semifield<W> & Required<Pick<Addition<W>, "compare" | "toNumber" | "log">>;

/** The algebra, if its weights can be probabilities; otherwise an error. */
export function requireNumbers<W>(algebra: GroupWithZero<W>, operation: string): Numeric<W> {
  const sums = requireSemifield(algebra, operation, "probabilities");
  const { compare, toNumber, log } = sums;
  if (compare !== undefined && toNumber !== undefined && log !== undefined) {
    return { ...sums, compare, toNumber, log };
  }
  return unsupported(
    `${operation} needs probabilities, such as rational, real or log weights, and ${algebra.name} has none`,
  );
}

/** Counts what an operation uses, and stops it with a `budget` error at a limit; it looks up, too. */
export class OperationBudget {
  readonly #limit: number;
  readonly #operation: string;
  readonly #unit: string;
  #spent = 0;

  /** The names of the operation and of the unit, for the message: "determinize", "states". */
  constructor(operation: string, unit: string, limit: number) {
    if (!(limit >= 0))
      throw new HankelError("usage", `a budget of ${unit} is a number from 0 on, not ${limit}`);
    this.#limit = limit;
    this.#operation = operation;
    this.#unit = unit;
  }

  /** Counts an amount; `reached` describes the progress for the message. */
  spend(amount = 1, reached?: () => string): void {
    lookUp(amount);
    this.#spent += amount;
    if (this.#spent <= this.#limit) return;
    const how = reached === undefined ? "" : `: ${reached()}`;
    throw new HankelError(
      "budget",
      `${this.#operation} stopped at its budget of ${this.#limit} ${this.#unit}${how}`,
    );
  }
}

/** Products over a field before an operation gives up; on typed arrays a product counts a sixteenth. */
const MAX_PRODUCTS = 1e9;

/** The budget of an operation over a field. */
export function fieldBudget(
  operation: string,
  { maxProducts = MAX_PRODUCTS }: { readonly maxProducts?: number | undefined },
): OperationBudget {
  return new OperationBudget(operation, "products", maxProducts);
}
